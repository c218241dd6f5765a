import { msg } from '@lingui/core/macro'
import type { Band } from '@registry/domain/ecrf/timeline'

/** The words of the bands in the charts of a record. */
export const bandTexts = {
  'no-overload': msg`senza sovraccarico`,
  mild: msg`lieve`,
  moderate: msg`moderato`,
  severe: msg`grave`,
  low: msg`basso`,
  medium: msg`medio`,
  usual: msg`abituale`,
  high: msg`alto`,
  'very-high': msg`molto alto`,
  'below-target': msg`sotto l’obiettivo`,
  target: msg`obiettivo`,
  'above-target': msg`sopra l’obiettivo`,
  normal: msg`normale`,
  osteopenia: msg`osteopenia`,
  osteoporosis: msg`osteoporosi`,
} as const satisfies Record<Band, ReturnType<typeof msg>>
