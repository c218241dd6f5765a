import { analyteNames } from '@registry/domain/fields/sections/laboratory'
import { medicalFields, type Field } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'

/** Columns of a file, with CENTER_ID. */
export const columnCount = 60

/** The medical fields that a file can contain. The database computes the derived ones. */
const offered = medicalFields.filter(({ derived }) => !derived)
const types = [...new Set(offered.map(({ type }) => type))]
const listByType = (type: FieldType): readonly Field[] => offered.filter((field) => field.type === type)

/** The number of columns per field type: its share of all medical fields, at least one. The rest goes to the largest remainders. */
const shares = ((): ReadonlyMap<FieldType, number> => {
  const exact = types.map((type) => ({ type, share: (listByType(type).length / offered.length) * (columnCount - 1) }))
  const whole = exact.map(({ type, share }) => ({ type, count: Math.max(1, Math.floor(share)), rest: share < 1 ? 0 : share % 1 }))
  const left = columnCount - 1 - whole.reduce((sum, { count }) => sum + count, 0)
  const rounded = whole
    .toSorted((one, other) => other.rest - one.rest)
    .map(({ type, count }, place) => [type, count + (place < left ? 1 : 0)] as const)
  return new Map(rounded)
})()

/** Picks `count` items at equal distances. */
const spread = <T>(list: readonly T[], count: number): readonly T[] =>
  list.filter((_, at) => Math.floor(((at + 1) * count) / list.length) > Math.floor((at * count) / list.length))

const findAnalyte = ({ name, section }: Field): string | undefined =>
  section === 'Laboratory' ? analyteNames.find((analyte) => name === analyte || name.startsWith(`${analyte}_`)) : undefined

/** Picks complete analytes by their share of all numbers: a laboratory sends all six values of an analyte. */
const decimals = (count: number): readonly Field[] => {
  const all = listByType('float')
  const laboratoryFields = all.filter((field) => findAnalyte(field) !== undefined)
  const size = laboratoryFields.length / analyteNames.length
  const chosenNames = analyteNames.slice(0, Math.round(((laboratoryFields.length / all.length) * count) / size))
  const whole = laboratoryFields.filter((field) => chosenNames.some((analyte) => analyte === findAnalyte(field)))
  const others = all.filter((field) => findAnalyte(field) === undefined)
  return [...whole, ...spread(others, count - whole.length)]
}

const chosen = new Set([...shares].flatMap(([type, count]) => (type === 'float' ? decimals(count) : spread(listByType(type), count))))

/** The medical fields of the file: each type by its share of all medical fields, in dictionary order. */
export const importedFields: readonly Field[] = medicalFields.filter((field) => chosen.has(field))

/** Formats the number of fields per type for the report. */
export const formatTypeCounts = (fields: readonly Field[]): string =>
  types.map((type) => `${fields.filter((field) => field.type === type).length} ${type}`).join(', ')

/** True for laboratory results. They differ in each file, with one factor per row, so that the values of an analyte stay consistent. */
export const isResult = (field: Field): boolean => findAnalyte(field) !== undefined
