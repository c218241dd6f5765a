import { analyteNames } from '@registry/domain/fields/sections/laboratory'
import { medicalFields, type Field } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'

/** Columns of a file, the patient's code included. */
export const columnCount = 60

/** The medical fields that a file may bring: the derived ones are the database's. */
const offered = medicalFields.filter(({ derived }) => !derived)
const kinds = [...new Set(offered.map(({ type }) => type))]
const ofKind = (kind: FieldType): readonly Field[] => offered.filter((field) => field.type === kind)

/** How many columns each kind of field gets: its share of all medical fields, and one at least; what is left goes to the largest remainders. */
const shares = ((): ReadonlyMap<FieldType, number> => {
  const exact = kinds.map((kind) => ({ kind, share: (ofKind(kind).length / offered.length) * (columnCount - 1) }))
  const whole = exact.map(({ kind, share }) => ({ kind, count: Math.max(1, Math.floor(share)), rest: share < 1 ? 0 : share % 1 }))
  const left = columnCount - 1 - whole.reduce((sum, { count }) => sum + count, 0)
  const rounded = whole
    .toSorted((one, other) => other.rest - one.rest)
    .map(({ kind, count }, place) => [kind, count + (place < left ? 1 : 0)] as const)
  return new Map(rounded)
})()

/** So many of a list, from its beginning to its end at equal distances. */
const spread = <T>(list: readonly T[], count: number): readonly T[] =>
  list.filter((_, at) => Math.floor(((at + 1) * count) / list.length) > Math.floor((at * count) / list.length))

const analyteOf = ({ name, section }: Field): string | undefined =>
  section === 'Laboratory' ? analyteNames.find((analyte) => name === analyte || name.startsWith(`${analyte}_`)) : undefined

/** A laboratory sends all six values of an analyte, so that analytes are taken whole, as many as their share of the numbers asks for. */
const decimals = (count: number): readonly Field[] => {
  const all = ofKind('float')
  const ofLaboratory = all.filter((field) => analyteOf(field) !== undefined)
  const size = ofLaboratory.length / analyteNames.length
  const taken = analyteNames.slice(0, Math.round(((ofLaboratory.length / all.length) * count) / size))
  const whole = ofLaboratory.filter((field) => taken.some((analyte) => analyte === analyteOf(field)))
  const others = all.filter((field) => analyteOf(field) === undefined)
  return [...whole, ...spread(others, count - whole.length)]
}

const chosen = new Set([...shares].flatMap(([kind, count]) => (kind === 'float' ? decimals(count) : spread(ofKind(kind), count))))

/** The medical fields of the file: every kind by its share among all medical fields, in the order of the dictionary. */
export const importedFields: readonly Field[] = medicalFields.filter((field) => chosen.has(field))

/** How many fields of each kind there are, for the report. */
export const mixOf = (fields: readonly Field[]): string =>
  kinds.map((kind) => `${fields.filter((field) => field.type === kind).length} ${kind}`).join(', ')

/** Results of the laboratory, which are others in each file; all values of an analyte by the same factor, so that they still agree. */
export const isResult = (field: Field): boolean => analyteOf(field) !== undefined
