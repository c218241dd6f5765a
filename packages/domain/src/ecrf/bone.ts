import { yearsBetween } from '../calendar.ts'
import type { FieldName } from '../fields/dictionary.ts'
import { tScoreAge } from '../rules/instrumental.ts'
import type { RecordDay } from './record-days.ts'
import { isNumber, type Limits } from './timeline.ts'

export const boneSites = ['LOMBAR_SPINE', 'FEMORAL_NECK', 'TOTAL_HIP'] as const
export type BoneSite = (typeof boneSites)[number]
export type BoneScore = 'T' | 'Z'
/** The bands of the T-score. A Z-score has the same lines without names. */
export const boneLimits = { limits: [-2.5, -1], worse: 'below', bands: ['osteoporosis', 'osteopenia', 'normal'] } as const satisfies Limits

export const boneFields: readonly FieldName[] = ['DEXA_DATE', ...boneSites.flatMap((site) => [`DEXA_${site}_T`, `DEXA_${site}_Z`] as const)]

export type BoneDataPoint = { readonly day: string; readonly sites: Readonly<Partial<Record<BoneSite, number>>> }

/**
 * The scores of three sites by day of measurement: T-scores of adults, Z-scores of younger patients (RULE-29). The age at the last
 * measurement decides, so that one chart has one score.
 */
export const listBoneScores = (
  days: readonly RecordDay[],
  born: unknown,
): { readonly score: BoneScore; readonly dataPoints: readonly BoneDataPoint[] } => {
  const byDate = new Map<string, RecordDay['record']>()
  for (const { record, changed } of days) {
    const { DEXA_DATE: date } = record
    if (typeof date === 'string' && boneFields.some((name) => changed.has(name))) byDate.set(date, record)
  }
  const measured = [...byDate].toSorted(([one], [other]) => one.localeCompare(other))
  const [last = ''] = measured.at(-1) ?? []
  const score: BoneScore = typeof born === 'string' && yearsBetween(born, last) < tScoreAge ? 'Z' : 'T'
  const dataPoints = measured.flatMap(([day, record]) => {
    const sites = boneSites.flatMap((site) => {
      const value = record[`DEXA_${site}_${score}`]
      return isNumber(value) ? [[site, value] as const] : []
    })
    return sites.length > 0 ? [{ day, sites: Object.fromEntries(sites) }] : []
  })
  return { score, dataPoints }
}
