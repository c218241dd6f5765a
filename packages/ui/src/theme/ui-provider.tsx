import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from '../browser/content-policy.ts'
import { theme } from './theme.ts'

/** Mantine with our theme. The variables come from variables.css, so that Mantine writes no style element for them. */
export const UiProvider = ({ children, env = 'default' }: { readonly children: ReactNode; readonly env?: 'default' | 'test' }) => (
  <MantineProvider
    theme={theme}
    defaultColorScheme="auto"
    withCssVariables={false}
    withGlobalClasses={false}
    getStyleNonce={styleNonce}
    env={env}
  >
    {children}
  </MantineProvider>
)
