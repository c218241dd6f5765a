import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from '../browser/content-policy.ts'
import { contrastVariables, theme } from './theme.ts'

/** Mantine with our theme, as light or dark as the device. */
export const UiProvider = ({ children, env = 'default' }: { readonly children: ReactNode; readonly env?: 'default' | 'test' }) => (
  <MantineProvider theme={theme} cssVariablesResolver={contrastVariables} defaultColorScheme="auto" getStyleNonce={styleNonce} env={env}>
    {children}
  </MantineProvider>
)
