import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { contrastVariables, theme } from './theme.ts'

const unusedPalette = /^--mantine-color-(pink|grape|violet|indigo|cyan|teal|lime|yellow|orange)-/

const withoutUnusedPalettes = (variables: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !unusedPalette.test(name)))

/**
 * The theme as the style sheet variables.css. Mantine would write it into a `<style>` element at run time, which the
 * content security policy refuses, with nine unused palettes.
 */
export const variablesSheet = (): string => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const standard = defaultCssVariablesResolver(merged)
  const ours = contrastVariables(merged)
  const sheet = convertCssVariables({
    variables: withoutUnusedPalettes({ ...standard.variables, ...ours.variables }),
    light: withoutUnusedPalettes({ ...standard.light, ...ours.light }),
    dark: withoutUnusedPalettes({ ...standard.dark, ...ours.dark }),
  })
  return `${sheet.replaceAll(/([;{])(?=--)/g, '$1\n  ')}\n`
}
