import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from '../browser/content-policy.ts'
import { theme } from './theme.ts'

/** Mantine with the product's theme; its variables come from variables.css, so that no style element is written at run time. */
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
