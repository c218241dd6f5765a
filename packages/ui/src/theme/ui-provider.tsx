import { MantineContext, MantineThemeProvider } from '@mantine/core'
import { type ComponentProps, type ReactNode, useLayoutEffect } from 'react'
import { styleNonce } from '../browser/content-policy.ts'
import { theme } from './theme.ts'

const ignore = (): void => undefined

const settings = {
  colorScheme: 'auto',
  setColorScheme: ignore,
  clearColorScheme: ignore,
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
  getStyleNonce: styleNonce,
} satisfies ComponentProps<typeof MantineContext>['value']

/** Keeps the page as light or dark as the device. */
const useDeviceScheme = (): void =>
  useLayoutEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    const apply = (): void => document.documentElement.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light')
    apply()
    dark.addEventListener('change', apply)
    return () => dark.removeEventListener('change', apply)
  }, [])

/**
 * Mantine with our theme. Its own provider would add 3 KB to the first load: it can write the theme's variables, which variables.css has,
 * and store a choice of light or dark, which the device makes.
 */
export const UiProvider = ({ children, env = 'default' }: { readonly children: ReactNode; readonly env?: 'default' | 'test' }) => {
  useDeviceScheme()
  return (
    <MantineContext value={{ ...settings, env }}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  )
}
