import { z } from 'zod'
import { findField } from '@registry/domain/fields/dictionary'
import type { Value } from '@registry/domain/fields/values'
import { removeFormulaGuard } from '@registry/tabular/formula-guard'

/**
 * The cells of a copy by field, as another program reads them: the value or the reason why it is missing, and the day. A delayed value is
 * null.
 */
export type CopyCells = Readonly<Record<string, { readonly value: Value; readonly day: string | null }>>

/** A dated result of a copy. */
export type CopyResult = {
  readonly analyte: string
  readonly day: string
  readonly comparator: string | null
  readonly value: number
  readonly unit: string | null
}

const readCsvLines = (text: string): readonly (readonly string[])[] =>
  text
    .replace(/^\u{FEFF}/u, '')
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .filter((line) => line !== '')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replace(/^"([^]*)"$/, '$1').replaceAll('""', '"')))

const readCsvValue = (field: string, text: string): Value => {
  const type = findField(field)?.type
  if (type === 'float' || type === 'integer') return Number(text)
  if (type === 'boolean') return text === 'true'
  return type === 'choices' ? z.array(z.string()).parse(JSON.parse(text)) : removeFormulaGuard(text)
}

const readCsvRows = (file: Buffer): readonly ((name: string) => string)[] => {
  const [header = [], ...lines] = readCsvLines(file.toString())
  return lines.map((line) => (name) => line[header.indexOf(name)] ?? '')
}

export const listCsvCells = (file: Buffer): CopyCells =>
  Object.fromEntries(
    readCsvRows(file)
      .filter((cell) => cell('FIELD') !== '')
      .map((cell) => {
        const [field, missing] = [cell('FIELD'), cell('MISSING')]
        const value = cell('VALUE') === '' ? null : readCsvValue(field, cell('VALUE'))
        return [field, { value: missing === '' ? value : missing, day: cell('DAY') || null }]
      }),
  )

export const listCsvResults = (file: Buffer): readonly CopyResult[] =>
  readCsvRows(file)
    .filter((cell) => cell('ANALYTE') !== '' && cell('VALUE') !== '')
    .map((cell) => ({
      analyte: cell('ANALYTE'),
      day: cell('TAKEN_ON'),
      comparator: cell('COMPARATOR') || null,
      value: Number(cell('VALUE')),
      unit: cell('UNIT') || null,
    }))

const Coding = z.object({ system: z.string(), code: z.string() })
const Concept = z.object({ coding: z.array(Coding) })
const Observation = z.object({
  resourceType: z.literal('Observation'),
  code: Concept,
  effectiveDateTime: z.string().optional(),
  note: z.array(z.object({ time: z.string().optional() })).optional(),
  valueBoolean: z.boolean().optional(),
  valueQuantity: z.object({ value: z.number(), comparator: z.string().optional(), unit: z.string().optional() }).optional(),
  valueDateTime: z.string().optional(),
  valueString: z.string().optional(),
  valueCodeableConcept: Concept.optional(),
  component: z.array(z.object({ valueCodeableConcept: Concept })).optional(),
  dataAbsentReason: Concept.optional(),
})
const Bundle = z.object({ entry: z.array(z.object({ resource: z.unknown() })) })

const reasons = new Map([
  ['not-performed', 'not_done'],
  ['unknown', 'unknown'],
  ['not-applicable', 'not_applicable'],
  ['asked-declined', 'refused'],
])
/** The code of the registry comes after the public ones. */
const readOwnCode = ({ coding }: z.infer<typeof Concept>): string => coding.at(-1)?.code ?? ''

const listObservations = (bundle: unknown): readonly z.infer<typeof Observation>[] =>
  Bundle.parse(bundle).entry.flatMap(({ resource }) => Observation.safeParse(resource).data ?? [])

export const listBundleResults = (bundle: unknown): readonly CopyResult[] =>
  listObservations(bundle).flatMap(({ effectiveDateTime: day, code, valueQuantity }) => {
    if (day === undefined || valueQuantity === undefined) return []
    const { value, comparator = null, unit = null } = valueQuantity
    return [{ analyte: readOwnCode(code), day, comparator, value, unit }]
  })

/** A dated result has no field. */
export const listBundleCells = (bundle: unknown): CopyCells =>
  Object.fromEntries(
    listObservations(bundle).flatMap((data) => {
      if (data.effectiveDateTime !== undefined) return []
      const { valueBoolean, valueQuantity, valueDateTime, valueString, valueCodeableConcept: concept, component, dataAbsentReason } = data
      const value =
        (dataAbsentReason && reasons.get(readOwnCode(dataAbsentReason))) ??
        (concept && readOwnCode(concept)) ??
        component?.map((one) => readOwnCode(one.valueCodeableConcept)) ??
        valueQuantity?.value ??
        valueBoolean ??
        valueDateTime ??
        valueString ??
        null
      return [[readOwnCode(data.code), { value, day: data.note?.[0]?.time ?? null }]]
    }),
  )
