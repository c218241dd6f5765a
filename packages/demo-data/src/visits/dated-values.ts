import type { MedicalFieldName } from '@registry/domain/fields/dictionary'
import type { Values } from '../clinical/values.ts'
import type { Visit } from './visit.ts'
import { parseDay, type Day } from '../calendar.ts'
import { complicationFlags } from '../clinical/complications.ts'
import { pandemic } from '../clinical/covid.ts'

const isAfter = (value: Values[MedicalFieldName], day: Day): boolean => typeof value === 'string' && parseDay(value) > day

const omit = (values: Values, matches: (name: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !matches(name)))

/** The operations of the record, with what it had before them. */
const operations = [
  { flag: 'SPLENECTOMY', date: 'SPLENECTOMY_DATE', before: { SPLENECTOMY: false, SPLENOMEGALY: true } },
  { flag: 'CHOLECISTECTOMY', date: 'CHOLECISTECTOMY_DATE', before: { CHOLECISTECTOMY: false } },
] as const

/** The treatments with a start day, and the value of the regimen before it. */
const treatments = [
  { prefix: 'ICT_', start: 'ICT_START', before: { ICT_TYPE: 'NONE', ICT_ONGOING: false } },
  { prefix: 'HU_', start: 'HU_TERAPY_START', before: { HU_TERAPY_TYPE: 'NEVER' } },
  { prefix: 'LUS_', start: 'LUS_TERAPY_START', before: { LUS_TERAPY_TYPE: 'NEVER' } },
] as const

/** The flags that a treatment goes on, with the regimen that excludes it. */
const ongoing = [
  ['TT_ONGOING', 'TT', ['NEVER', 'PAST']],
  ['ICT_ONGOING', 'ICT_TYPE', ['NONE']],
  ['HU_TERAPY_ONGOING', 'HU_TERAPY_TYPE', ['NEVER', 'STOPPED']],
  ['LUS_TERAPY_ONGOING', 'LUS_TERAPY_TYPE', ['NEVER', 'STOPPED']],
] as const satisfies readonly (readonly [MedicalFieldName, MedicalFieldName, readonly string[]])[]

/** The record without operations, treatments, infection and death that came after the visit. The dead had their treatments until then. */
export const removeLaterEvents = (now: Values, { day, complications }: Visit, covidDay: Day): Values => {
  let values: Values = omit(now, (name) => name.startsWith('DEAD_') || (name.startsWith('COVID_') && covidDay > day))
  if (now.COVID_STATUS !== undefined && covidDay > day && day > pandemic) values.COVID_STATUS = false
  if (now.STATUS !== undefined) values.STATUS = 'FOLLOWUP'
  for (const flag of complicationFlags) if (values[flag] === true) values[flag] = complications.has(flag)
  for (const { date, before } of operations)
    if (isAfter(values[date], day)) values = { ...omit(values, (name) => name === date), ...before }
  if (now.STATUS === 'DEAD')
    for (const [flag, regimen, none] of ongoing) {
      const value = values[regimen]
      if (typeof value === 'string' && !none.some((one) => one === value)) values[flag] = true
    }
  for (const { prefix, start, before } of treatments)
    if (isAfter(values[start], day)) values = { ...omit(values, (name) => name.startsWith(prefix)), ...before }
  return values
}
