import { minGroupSize } from '@registry/domain/access/small-groups'
import type { Language } from '@registry/domain/language'
import { showNumber } from '@registry/ui/language/format.ts'

const patternId = 'hidden-group'

/** The fill of a hidden group. Its drawing needs a `HiddenPattern`. */
export const hiddenFill = `url(#${patternId})`

/** What stands for the number of a hidden group. */
export const hiddenText = `<${minGroupSize}`

/** The length of the bar of a hidden group: about half of the smallest group, and no whole number, so that it differs from every count. */
export const hiddenLength = 2.41

/** Formats the value of a bar: a number of patients, or a hidden group. */
export const formatBar = (value: number, language: Language, hidden = hiddenText): string =>
  Number.isInteger(value) ? showNumber(Math.abs(value), language) : hidden

/** Draws the bar of a hidden group hatched. */
export const findBarFill = (value: number, color: string | undefined): string =>
  color !== undefined && Number.isInteger(value) ? color : hiddenFill

/** The least length of a bar in pixels: a hidden group shows its hatches beside the largest counts too. */
export const findLeastLength = (value: unknown): number => (typeof value === 'number' && !Number.isInteger(value) ? 18 : 0)

/** Hatches. They stand in each drawing, so that a downloaded picture has them too. */
export const HiddenPattern = () => (
  <defs>
    <pattern id={patternId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill="#f0f2f5" />
      <rect width="2" height="6" fill="#6b7280" />
    </pattern>
  </defs>
)
