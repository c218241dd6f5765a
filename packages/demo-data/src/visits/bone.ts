import type { Values } from '../clinical/values.ts'
import type { Random } from '../random.ts'
import type { Visit } from './visit.ts'
import { formatDay, parseDay, yearsBetween, type Day } from '../calendar.ts'
import { round } from '../random.ts'

const sites = ['LOMBAR_SPINE', 'FEMORAL_NECK', 'TOTAL_HIP'] as const
const scores = ['T', 'Z'] as const
const daysBetweenScans = 750
const youngestScan = 12
/** Under this age a record has no T-score (RULE-29). */
const youngestScore = 20.1

/** The last bone scan before the visit, every two years, with slightly better scores. The density of the sites is of the last scan only. */
export const samplePastScan = (random: Random, now: Values, { day }: Visit, birth: Day): Values => {
  const values: Values = Object.fromEntries(Object.entries(now).filter(([name]) => !name.startsWith('DEXA_')))
  if (typeof now.DEXA_DATE !== 'string') return values
  const scan = parseDay(now.DEXA_DATE)
  const earlier = Math.max(0, Math.ceil((scan - day) / daysBetweenScans))
  if (earlier === 0) return { ...now }
  const date = scan - earlier * daysBetweenScans
  const age = yearsBetween(birth, date)
  if (age < youngestScan) return values
  const gain = earlier * 0.12
  values.DEXA_DATE = formatDay(date)
  for (const site of sites)
    for (const score of scores) {
      const value = now[`DEXA_${site}_${score}`]
      if (typeof value === 'number' && (score === 'Z' || age >= youngestScore))
        values[`DEXA_${site}_${score}`] = round(Math.min(value + gain + random.normal(0, 0.02), 2.5), 1)
    }
  return values
}
