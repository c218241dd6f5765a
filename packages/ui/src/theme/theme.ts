import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const nearBlack = '#1b1b1b'

/** Shade 6 fills buttons. Near-black on it has a contrast of 11:1, so text and icons on yellow are dark. */
const sun: MantineColorsTuple = [
  '#fff9e0',
  '#fff2bf',
  '#ffe894',
  '#ffdf66',
  '#ffd640',
  '#ffcf26',
  '#ffc81a',
  '#f2b800',
  '#c79500',
  '#946f00',
]
/** Links, focus and selection. White on shade 6 has a contrast of 8.6:1. */
const blue: MantineColorsTuple = [
  '#eaf2fc',
  '#d5e4f7',
  '#a9c8ee',
  '#7cabe4',
  '#4a86d6',
  '#2163b8',
  '#0b4a9b',
  '#0a3f84',
  '#08346d',
  '#062a57',
]
const red: MantineColorsTuple = [
  '#fdeceb',
  '#fad6d4',
  '#f4aeaa',
  '#ec837d',
  '#dd5850',
  '#c93a31',
  '#b3261e',
  '#991d16',
  '#7d1711',
  '#61110c',
]
const green: MantineColorsTuple = [
  '#e8f5ec',
  '#cfe9d7',
  '#a2d4b1',
  '#71bb88',
  '#459f62',
  '#2b8449',
  '#1f6f3a',
  '#185c2f',
  '#124924',
  '#0c371b',
]

/**
 * The scale of all screens: five font sizes with line heights, three weights, and eight spaces on a grid of 4 px. Style sheets use these
 * only. System fonts.
 */
export const theme = createTheme({
  primaryColor: 'sun',
  primaryShade: 6,
  black: nearBlack,
  autoContrast: true,
  luminanceThreshold: 0.3,
  colors: { sun, blue, red, green },
  focusRing: 'never',
  respectReducedMotion: true,
  defaultRadius: 'md',
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1.0625rem', lg: '1.375rem', xl: '1.75rem' },
  lineHeights: { xs: '1.4', sm: '1.4', md: '1.55', lg: '1.3', xl: '1.2' },
  fontWeights: { regular: '400', medium: '600', bold: '700' },
  spacing: { '2xs': '4px', xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px', '2xl': '48px', '3xl': '64px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  headings: {
    fontWeight: '700',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.375rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  components: {
    Checkbox: { defaultProps: { color: 'blue' } },
    Radio: { defaultProps: { color: 'blue' } },
    Tabs: { defaultProps: { color: 'blue' } },
    Progress: { defaultProps: { color: 'blue' } },
    // The placeholder is a child that no menu may have (axe: aria-required-children).
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // A list must contain an option (axe: aria-required-children), even when it shows that nothing was found.
    ComboboxEmpty: { defaultProps: { role: 'option', 'aria-disabled': true, 'aria-selected': false } },
    Loader: { defaultProps: { color: 'blue' } },
  },
})

/** Replaces Mantine's colours whose contrast is too low (WCAG 2). */
export const contrastVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-anchor': '#0b4a9b',
    '--mantine-color-dimmed': '#555b63',
    '--mantine-color-placeholder': '#666c74',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': '#9aa0a8',
    '--mantine-color-disabled-color': '#666c74',
  },
  dark: {
    '--mantine-color-anchor': '#9cc7ff',
    '--mantine-color-body': '#17181b',
    '--mantine-color-text': '#e8e9eb',
    '--mantine-color-dimmed': '#b3b8bf',
    '--mantine-color-placeholder': '#9aa0a8',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-default-border': '#767c85',
    '--mantine-color-disabled': '#212327',
    '--mantine-color-disabled-border': '#2c2f34',
    '--mantine-color-disabled-color': '#9aa0a8',
  },
})
