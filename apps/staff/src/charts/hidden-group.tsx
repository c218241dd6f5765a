import { minGroupSize } from '@registry/domain/access/small-groups'
import type { Language } from '@registry/domain/language'
import { showNumber } from '@registry/ui/language/format.ts'

const patternId = 'hidden-group'

/** The fill of a hidden group. The chart needs a `HiddenPattern`. */
export const hiddenFill = `url(#${patternId})`

/** Placeholder for the number of a hidden group. */
export const hiddenText = `<${minGroupSize}`

/** The length of the bar of a hidden group: about half of the smallest group. It is no whole number, so it differs from every count. */
export const hiddenLength = 2.41

export const formatBar = (value: number, language: Language, hidden = hiddenText): string =>
  Number.isInteger(value) ? showNumber(Math.abs(value), language) : hidden

/** Paints the bar of a hidden group hatched. */
export const findBarFill = (value: number, color: string | undefined): string =>
  color !== undefined && Number.isInteger(value) ? color : hiddenFill

/** Minimum length of a bar in pixels, so that a hidden group shows its hatches even next to large counts. */
export const findLeastLength = (value: unknown): number => (typeof value === 'number' && !Number.isInteger(value) ? 18 : 0)

/** Hatches. Each chart contains them, so that a downloaded image has them too. */
export const HiddenPattern = () => (
  <defs>
    <pattern id={patternId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill="#f0f2f5" />
      <rect width="2" height="6" fill="#6b7280" />
    </pattern>
  </defs>
)
