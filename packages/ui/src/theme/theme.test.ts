import { expect, it } from 'vitest'
import { theme } from './theme.ts'

const channel = (hex: string, at: number): number => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string): number => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
/** The contrast ratio of WCAG 2. */
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

it('near-black on yellow has a contrast of 7:1 or better, with and without hover', () => {
  expect(contrast('#1b1b1b', theme.colors?.sun?.[6] ?? '')).toBeGreaterThanOrEqual(7)
  expect(contrast('#1b1b1b', theme.colors?.sun?.[7] ?? '')).toBeGreaterThanOrEqual(7)
})

it.each([
  ['links on white', '#0b4a9b', '#ffffff'],
  ['links on dark', '#9cc7ff', '#17181b'],
  ['dimmed text on white', '#555b63', '#ffffff'],
  ['dimmed text on dark', '#b3b8bf', '#17181b'],
  ['errors on white', '#b3261e', '#ffffff'],
  ['bad notices', '#991d16', '#fdeceb'],
  ['good notices', '#185c2f', '#e8f5ec'],
])('%s have a contrast of 4.5:1 or better', (_what, text, surface) => {
  expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5)
})
