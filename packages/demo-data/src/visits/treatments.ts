import type { Trajectory } from '../clinical/trajectory.ts'
import type { Values } from '../clinical/values.ts'
import type { Random } from '../random.ts'
import type { Visit } from './visit.ts'
import { parseDay, type Day } from '../calendar.ts'
import { chelationDrugs, sampleDoses, isRegimen, type Regimen } from '../clinical/chelation.ts'
import { clamp, round } from '../random.ts'

/** The regimen that a patient can have had before another one. */
const formerRegimens: { readonly [regimen in Regimen]?: Regimen } = {
  DFX_FCT: 'DFO',
  DFP: 'DFO',
  DFO_DFP: 'DFO',
  DFP_DFX: 'DFP',
  DFO_DFX: 'DFO',
}
const shareOfChanged = 0.4

export type FormerChelation = { readonly until: Day; readonly values: Values } | undefined

/** Samples the chelation before the present one, for some patients, until a day between the first and the last visit. */
export const sampleFormerChelation = (random: Random, trajectory: Trajectory, now: Values, first: Day, last: Day): FormerChelation => {
  const regimen = now.ICT_TYPE
  const former = typeof regimen === 'string' && isRegimen(regimen) ? formerRegimens[regimen] : undefined
  const changed = random.chance(shareOfChanged)
  if (former === undefined || !changed || now.ICT_MODALITY === 'SUSPENDED') return undefined
  return {
    until: random.whole(first, last),
    values: {
      ICT_TYPE: former,
      ...(now.ICT_START !== undefined && { ICT_START: now.ICT_START }),
      ICT_ONGOING: true,
      ...(now.ICT_IP !== undefined && { ICT_IP: now.ICT_IP }),
      ICT_MODALITY: 'MONO',
      ...sampleDoses(random, trajectory, former),
    },
  }
}

/** The chelation of the visit: the previous regimen, or the present one with another adherence. */
export const samplePastChelation = (random: Random, values: Values, { day }: Visit, former: FormerChelation): Values => {
  if (values.ICT_TYPE === 'NONE') return values
  const others = Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith('ICT_')))
  const chelation = former && day < former.until ? { ...others, ...former.values } : { ...values }
  for (const drug of chelationDrugs) {
    const adherence = chelation[`ICT_${drug}_COMPLIANCE`]
    if (typeof adherence === 'number') chelation[`ICT_${drug}_COMPLIANCE`] = clamp(adherence + 5 * random.whole(-2, 1), 30, 100)
  }
  return chelation
}

const isBefore = (day: Day, start: Values['LUS_TERAPY_START']): boolean => typeof start === 'string' && day < parseDay(start)

/** The units of a year that each regimen has (RULE-15). */
const unitsOf: Readonly<Record<string, readonly [least: number, most: number]>> = {
  OCCASIONAL: [1, 5],
  REGULAR: [7, 56],
  EXCHANGE: [16, 58],
}

/** The units of the visit, by weight. Before luspatercept and splenectomy a patient needed more. */
export const samplePastUnits = (random: Random, now: Values, values: Values, { day }: Visit): Values => {
  const [units, regimen, weight, before] = [now.TT_QTY, now.TT, now.WEIGHT, values.WEIGHT]
  const range = typeof regimen === 'string' ? unitsOf[regimen] : undefined
  if (typeof units !== 'number' || range === undefined) return {}
  const growth = typeof weight === 'number' && typeof before === 'number' ? before / weight : 1
  const spared = (isBefore(day, now.LUS_TERAPY_START) ? 0.75 : 1) * (isBefore(day, now.SPLENECTOMY_DATE) ? 0.75 : 1)
  return { TT_QTY: round(clamp((units * growth * random.around(1, 0.06)) / spared, ...range), 0) }
}
