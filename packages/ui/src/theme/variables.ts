import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { contrastVariables, theme } from './theme.ts'

const paletteName = /^--mantine-color-(pink|grape|violet|indigo|cyan|teal|lime|yellow|orange)-/

const used = (variables: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !paletteName.test(name)))

/**
 * The theme as a style sheet, kept in variables.css. Mantine would write it into a `<style>` element at run time,
 * which the content security policy refuses (security.md, section 5.2), and with nine palettes nobody uses.
 */
export const variablesSheet = (): string => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const standard = defaultCssVariablesResolver(merged)
  const ours = contrastVariables(merged)
  const sheet = convertCssVariables({
    variables: used({ ...standard.variables, ...ours.variables }),
    light: used({ ...standard.light, ...ours.light }),
    dark: used({ ...standard.dark, ...ours.dark }),
  })
  return `${sheet.replaceAll(/([;{])(?=--)/g, '$1\n  ')}\n`
}
