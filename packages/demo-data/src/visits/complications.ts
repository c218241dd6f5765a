import type { Day } from '../calendar.ts'
import type { Complications, Flag } from '../clinical/complications.ts'
import type { Values } from '../clinical/values.ts'
import type { Random } from '../random.ts'
import { complicationFlags } from '../clinical/complications.ts'

/** Complications that another field, a childhood or a second complication places before the first visit (RULE-06, RULE-09, RULE-29). */
const lasting = new Set<Flag>([
  'SPLENOMEGALY',
  'SPLENECTOMY',
  'SPLENIC_SEQUESTRATION',
  'CHOLELITHIASIS',
  'CHOLECISTECTOMY',
  'LIVER_DISEASE',
  'HEART_FAILURE',
  'HBV',
  'HCV',
  'OSTEOPOROSIS',
  'CHRONIC_KIDNEY_DISEASE',
])
/** The share of the other complications that began between the first and the last visit. */
const shareOfNew = 0.4

export type Onsets = ReadonlyMap<Flag, Day>

/** Samples the days on which some complications of the record began, between its first and its last visit. */
export const sampleOnsets = (random: Random, values: Values, first: Day, last: Day): Onsets =>
  new Map(
    complicationFlags.flatMap((flag) =>
      values[flag] === true && !lasting.has(flag) && random.chance(shareOfNew) ? [[flag, random.whole(first, last)] as const] : [],
    ),
  )

/** The complications of the record on a day. */
export const findComplications = (values: Values, onsets: Onsets, day: Day): Complications =>
  new Set(complicationFlags.filter((flag) => values[flag] === true && (onsets.get(flag) ?? day) <= day))
