import { findField } from '../fields/dictionary.ts'

/** A check of one patient's record with its fields, the one that most likely needs the correction first. */
type FailedCheck = { readonly record: string; readonly fields: readonly string[] }

/** Discrepancies of one patient about the same values: one answer serves all. `fields` are theirs, the most shared first. */
export type Fact<D> = { readonly discrepancies: readonly [D, ...D[]]; readonly fields: readonly string[] }

/** The field of the visit, for the last value, mean, median and extremes of the same measure. */
const findMeasure = (field: string): string => {
  const measure = field.replace(/_(?:LAST|MEAN|MEDIAN|MAX|MIN)$/, '')
  return findField(measure) ? measure : field
}

const sharesMeasure = (one: FailedCheck, other: FailedCheck): boolean =>
  one.record === other.record && one.fields.some((field) => other.fields.some((shared) => findMeasure(shared) === findMeasure(field)))

const sortFields = (discrepancies: readonly FailedCheck[]): readonly string[] => {
  const all = discrepancies.flatMap(({ fields }) => fields)
  const count = (field: string): number => all.filter((one) => one === field).length
  const isMeasure = (field: string): number => (findMeasure(field) === field ? 1 : 0)
  return [...new Set(all)].toSorted((one, other) => count(other) - count(one) || isMeasure(other) - isMeasure(one))
}

/**
 * Groups discrepancies by patient and fact: two checks that share a field or the measure of their fields belong to one fact. A low eGFR is
 * one fact although six checks fail (REQ-CRF-10). Facts keep the order of their first discrepancies, the facts of one patient follow each other.
 */
export const groupFacts = <D extends FailedCheck>(discrepancies: readonly D[]): readonly Fact<D>[] => {
  const groups = discrepancies.reduce<readonly (readonly [D, ...D[]])[]>((found, discrepancy) => {
    const joined = found.filter((group) => group.some((one) => sharesMeasure(one, discrepancy)))
    const [first, ...rest] = joined.flat()
    if (!first) return [...found, [discrepancy]]
    return found.flatMap((group) => (group === joined[0] ? [[first, ...rest, discrepancy]] : joined.includes(group) ? [] : [group]))
  }, [])
  const byPatient = [...Map.groupBy(groups, ([{ record }]) => record).values()].flat()
  return byPatient.map((group) => ({ discrepancies: group, fields: sortFields(group) }))
}
