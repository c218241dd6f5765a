import type { Block } from '../fields/kinds.ts'
import { fieldNamed, findField } from '../fields/dictionary.ts'
import type { Condition } from './condition.ts'
import { medicalCategories } from './selection.ts'
import type { Test } from './test.ts'

/** What stands after the value of a test that also finds who has none; the specification's triples know no such test. */
const orMissing = 'or is null'

/** A test as the legacy call writes it: field, operator, value. */
export type Triple = readonly [field: string, operator: string, value?: unknown, orMissing?: typeof orMissing]
/** The tests of a filter as the legacy call groups them (spec 1, section 3). */
export type FilterList = { readonly PATIENT: readonly Triple[]; readonly MEDICAL_DATA: readonly Triple[] }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is not written means nothing chosen; anything else stays, to be read by the schema. */
const orEmpty = (list: unknown): unknown => list ?? []

/** Programs of old write an empty map as an empty list, and `ALL` for every category. */
const categoriesFrom = (written: unknown): unknown => {
  if (written === undefined || written === null || (Array.isArray(written) && written.length === 0)) return {}
  return written === 'ALL' ? Object.fromEntries(medicalCategories.map((category) => [category, 'ALL'])) : written
}

/** A legacy `field_list` in the shape that `FieldSelection` reads; nothing is checked here. */
export const selectionFromLegacy = (written: unknown): unknown => {
  if (!isObject(written)) return written
  const { PATIENT, MEDICAL_DATA, ...others } = written
  return { ...others, PATIENT: orEmpty(PATIENT), MEDICAL_DATA: categoriesFrom(MEDICAL_DATA) }
}

/** A name of the other block makes the triple unreadable, as does a triple that is neither a list nor an object. */
const testFrom = (block: Block, written: unknown): unknown => {
  const [field, operator, value, more] = Array.isArray(written)
    ? written
    : isObject(written)
      ? [written['field'], written['operator'], written['value'], written['orMissing'] === true ? orMissing : undefined]
      : []
  const known = typeof field === 'string' ? findField(field) : undefined
  if (more !== undefined && more !== orMissing) return null
  if (Array.isArray(written) && written.length > 4) return null
  return known && known.block !== block ? null : { field, operator, value, ...(more !== undefined && { orMissing: true }) }
}

const testsFrom = (block: Block, list: unknown): unknown => (Array.isArray(list) ? list.map((triple) => testFrom(block, triple)) : list)

/** A legacy `filter_list` in the shape that `Condition` reads; nothing is checked here but that fields stand under their block. */
export const conditionFromLegacy = (written: unknown): unknown => {
  if (written === undefined || written === null) return { kind: 'tests', tests: [] }
  if (!isObject(written)) return written
  const { PATIENT, MEDICAL_DATA, ...others } = written
  const [personal, medical] = [testsFrom('PATIENT', orEmpty(PATIENT)), testsFrom('MEDICAL_DATA', orEmpty(MEDICAL_DATA))]
  if (Object.keys(others).length > 0 || !Array.isArray(personal) || !Array.isArray(medical)) return written
  return { kind: 'tests', tests: [...personal, ...medical] }
}

const tripleOf = ({ field, operator, value, orMissing: missing }: Test): Triple => {
  if (value === undefined) return [field, operator]
  return missing ? [field, operator, value, orMissing] : [field, operator, value]
}

/** The tests of a condition as the legacy call answers them; a free condition has none, its text is `sql_condition`. */
export const filterListOf = (condition: Condition): FilterList => {
  const tests = condition.kind === 'tests' ? condition.tests : []
  const of = (block: Block): readonly Triple[] => tests.filter(({ field }) => fieldNamed(field).block === block).map(tripleOf)
  return { PATIENT: of('PATIENT'), MEDICAL_DATA: of('MEDICAL_DATA') }
}
