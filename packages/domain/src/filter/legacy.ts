import type { DataDomain } from '../fields/field-definition.ts'
import { getField, findFilterField } from '../fields/dictionary.ts'
import { formatExpressionAsSql } from '../expression/sql-text.ts'
import type { Condition } from './condition.ts'
import { buildExpression, groupPredicates } from './condition-tree.ts'
import { medicalCategories } from './selected-fields.ts'
import type { Predicate } from './predicate.ts'

/** Fourth part of a triple that also selects missing values. It is an addition to the legacy format. */
const orMissing = 'or is null'

type Value = NonNullable<Predicate['value']>

/** A predicate in the legacy format: field, operator, value. */
export type Triple =
  | readonly [field: string, operator: string]
  | readonly [field: string, operator: string, value: Value]
  | readonly [field: string, operator: string, value: Value, orMissing: typeof orMissing]
/** The predicates of a filter in the legacy format, by data domain. */
export type FilterList = { readonly PATIENT: readonly Triple[]; readonly MEDICAL_DATA: readonly Triple[] }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces a missing list by an empty one. The schema checks other values. */
const orEmpty = (list: unknown): unknown => list ?? []

/** Old programs send an empty map as an empty list, and `ALL` for all categories. */
const parseCategories = (input: unknown): unknown => {
  if (input === undefined || input === null || (Array.isArray(input) && input.length === 0)) return {}
  return input === 'ALL' ? Object.fromEntries(medicalCategories.map((category) => [category, 'ALL'])) : input
}

/** Converts a legacy `field_list` to the input of `FieldSelection`, which checks it. */
export const parseLegacySelection = (input: unknown): unknown => {
  if (!isObject(input)) return input
  const { PATIENT, MEDICAL_DATA, ...others } = input
  return { ...others, PATIENT: orEmpty(PATIENT), MEDICAL_DATA: parseCategories(MEDICAL_DATA) }
}

/** Returns an invalid predicate, which the schema rejects, for a field of the other data domain or a wrong triple. */
const parseTriple = (dataDomain: DataDomain, input: unknown): unknown => {
  const [field, operator, value, fourth] = Array.isArray(input)
    ? input
    : isObject(input)
      ? [input['field'], input['operator'], input['value'], input['orMissing'] === true ? orMissing : undefined]
      : []
  const known = typeof field === 'string' ? findFilterField(field) : undefined
  if (fourth !== undefined && fourth !== orMissing) return null
  if (Array.isArray(input) && input.length > 4) return null
  return known && known.dataDomain !== dataDomain ? null : { field, operator, value, ...(fourth !== undefined && { orMissing: true }) }
}

const parseTriples = (dataDomain: DataDomain, list: unknown): unknown =>
  Array.isArray(list) ? list.map((triple) => parseTriple(dataDomain, triple)) : list

/** Converts a legacy `filter_list` to the input of `Condition`, which checks it. Fields must be under their data domain. */
export const parseLegacyCondition = (input: unknown): unknown => {
  if (input === undefined || input === null) return { kind: 'predicates', predicates: [] }
  if (!isObject(input)) return input
  const { PATIENT, MEDICAL_DATA, ...others } = input
  const [personal, medical] = [parseTriples('PATIENT', orEmpty(PATIENT)), parseTriples('MEDICAL_DATA', orEmpty(MEDICAL_DATA))]
  if (Object.keys(others).length > 0 || !Array.isArray(personal) || !Array.isArray(medical)) return input
  return { kind: 'predicates', predicates: [...personal, ...medical] }
}

const formatTriple = ({ field, operator, value, orMissing: missing }: Predicate): Triple => {
  if (value === undefined) return [field, operator]
  return missing ? [field, operator, value, orMissing] : [field, operator, value]
}

/** A condition in the legacy format: triples that are joined with AND, or a text. */
export type LegacyCondition = { readonly filter_list: FilterList; readonly sql_condition: string }

/**
 * Returns a condition in the legacy format. Triples know neither alternatives nor dated results, so a condition with one of them is a text
 * with the same meaning: an old program that sends it back changes nothing.
 */
export const formatLegacyCondition = (condition: Condition): LegacyCondition => {
  if (condition.kind === 'sql') return { filter_list: noTriples, sql_condition: condition.text }
  const needsText = condition.predicates.some(({ results }) => results !== undefined)
  const hasAlternatives = groupPredicates(condition.predicates).some((group) => group.length > 1)
  return hasAlternatives || needsText
    ? { filter_list: noTriples, sql_condition: formatExpressionAsSql(buildExpression(condition)) }
    : { filter_list: formatTriples(condition.predicates), sql_condition: '' }
}

const noTriples: FilterList = { PATIENT: [], MEDICAL_DATA: [] }

const formatTriples = (predicates: readonly Predicate[]): FilterList => {
  const ofDomain = (dataDomain: DataDomain): readonly Triple[] =>
    predicates.filter(({ field }) => getField(field).dataDomain === dataDomain).map(formatTriple)
  return { PATIENT: ofDomain('PATIENT'), MEDICAL_DATA: ofDomain('MEDICAL_DATA') }
}
