import type { Block } from '../fields/field-definition.ts'
import { getField, findField } from '../fields/dictionary.ts'
import type { Condition } from './condition.ts'
import { medicalCategories } from './selection.ts'
import type { Predicate } from './predicate.ts'

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
const parseCategories = (input: unknown): unknown => {
  if (input === undefined || input === null || (Array.isArray(input) && input.length === 0)) return {}
  return input === 'ALL' ? Object.fromEntries(medicalCategories.map((category) => [category, 'ALL'])) : input
}

/** A legacy `field_list` in the shape that `FieldSelection` reads; nothing is checked here. */
export const parseLegacySelection = (input: unknown): unknown => {
  if (!isObject(input)) return input
  const { PATIENT, MEDICAL_DATA, ...others } = input
  return { ...others, PATIENT: orEmpty(PATIENT), MEDICAL_DATA: parseCategories(MEDICAL_DATA) }
}

/** A name of the other block makes the triple unreadable, as does a triple that is neither a list nor an object. */
const parseTriple = (block: Block, input: unknown): unknown => {
  const [field, operator, value, more] = Array.isArray(input)
    ? input
    : isObject(input)
      ? [input['field'], input['operator'], input['value'], input['orMissing'] === true ? orMissing : undefined]
      : []
  const known = typeof field === 'string' ? findField(field) : undefined
  if (more !== undefined && more !== orMissing) return null
  if (Array.isArray(input) && input.length > 4) return null
  return known && known.block !== block ? null : { field, operator, value, ...(more !== undefined && { orMissing: true }) }
}

const parseTriples = (block: Block, list: unknown): unknown =>
  Array.isArray(list) ? list.map((triple) => parseTriple(block, triple)) : list

/** A legacy `filter_list` in the shape that `Condition` reads; nothing is checked here but that fields stand under their block. */
export const parseLegacyCondition = (input: unknown): unknown => {
  if (input === undefined || input === null) return { kind: 'tests', tests: [] }
  if (!isObject(input)) return input
  const { PATIENT, MEDICAL_DATA, ...others } = input
  const [personal, medical] = [parseTriples('PATIENT', orEmpty(PATIENT)), parseTriples('MEDICAL_DATA', orEmpty(MEDICAL_DATA))]
  if (Object.keys(others).length > 0 || !Array.isArray(personal) || !Array.isArray(medical)) return input
  return { kind: 'tests', tests: [...personal, ...medical] }
}

const formatTriple = ({ field, operator, value, orMissing: missing }: Predicate): Triple => {
  if (value === undefined) return [field, operator]
  return missing ? [field, operator, value, orMissing] : [field, operator, value]
}

/** The tests of a condition as the legacy call answers them; a free condition has none, its text is `sql_condition`. */
export const formatLegacyFilterList = (condition: Condition): FilterList => {
  const tests = condition.kind === 'tests' ? condition.tests : []
  const formatBlock = (block: Block): readonly Triple[] => tests.filter(({ field }) => getField(field).block === block).map(formatTriple)
  return { PATIENT: formatBlock('PATIENT'), MEDICAL_DATA: formatBlock('MEDICAL_DATA') }
}
