import { randomUUID } from 'node:crypto'
import type { OwnRecord, RecordFormat } from '@registry/api-contract/my-record'
import { formatDay } from '@registry/domain/calendar'
import type { FindComponents } from '@registry/domain/ecrf/treatments'
import { getField } from '@registry/domain/fields/dictionary'
import type { Translations } from '@registry/domain/fields/field-definition'
import {
  type AnalyteName,
  analyteNames,
  getStatisticLabel,
  type Statistic,
  statisticNames,
} from '@registry/domain/fields/sections/laboratory'
import { formatMeasurement, formatUnit } from '@registry/domain/fields/units'
import type { PatientRecord } from '@registry/domain/fields/values'
import type { Language } from '@registry/domain/language'
import type { ObservedAnalyte } from '@registry/domain/observations/analytes'
import type { Comparator, observationSources } from '@registry/domain/observations/observation'
import { pdfMessages } from '@registry/domain/messages/pdf'
import { buildPatientSummary, type SummaryCell, type SummarySection } from '@registry/domain/my-record/patient-summary'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { addFormulaGuard } from '@registry/tabular/formula-guard'
import type { OutputColumn } from '@registry/tabular/write/column'
import { writeRows } from '@registry/tabular/write/rows'
import type { Deps } from '../../app/deps.ts'
import type { PdfBlock, PdfContent } from '../../shared/pdf/pdf-content.ts'

/** A present dated result, in the unit of the dictionary. `text` is comparator, value and unit in words. */
export type OwnResult = {
  readonly analyte: ObservedAnalyte
  readonly day: string
  readonly value: number
  readonly comparator: Comparator | null
  readonly source: (typeof observationSources)[number]
  readonly text: string
}

/** A dated result that the patient does not read yet, and the day from which they do (REQ-PAT-31). */
export type DelayedResult = Pick<OwnResult, 'analyte' | 'day'> & { readonly readableFrom: string }

/** The record of a patient with what its files need. */
export type RecordCopy = {
  readonly record: OwnRecord
  /** In the order of the dictionary, the oldest of each analyte first. */
  readonly results: readonly OwnResult[]
  readonly delayed: readonly DelayedResult[]
  readonly values: PatientRecord
  readonly findComponents: FindComponents
  readonly centre: { readonly name: string; readonly telephone: string | null }
}

type Needs = Pick<Deps, 'messages' | 'env' | 'clock'>
type Section = SummarySection & { readonly inUse: boolean }

const texts = pdfMessages.record
/** A program that sends FHIR is a program of the centre too. */
const sourceTexts = { ...texts.sources, fhir: texts.sources.service }
const printedSourceTexts = { ...texts.printedSources, fhir: texts.printedSources.service }
/** The newest results of an analyte that fit on the three pages of the print. */
const printedResults = 5

/** Writes the lines of a note as one line, so that a document keeps its number of pages. */
export const joinLines = (text: string): string =>
  text
    .trim()
    .replaceAll(/([,;.:])\s*[\n\r]\s*/g, '$1 ')
    .replaceAll(/\s*[\n\r]\s*/g, '; ')
    .replaceAll(/\s+/g, ' ')

const describeDelayed = ({ messages }: Needs, readableFrom: string, language: Language): string =>
  messages.format(texts.delayed, language, { day: formatDay(readableFrom) })

type Descriptions = {
  /** Writes the day and the source of a value. */
  readonly recorded: (day: string, source: keyof typeof sourceTexts) => string
  /** Writes the day from which a delayed value is readable. */
  readonly delayed: (readableFrom: string) => string
}

/** The values and reasons of the record, and the delayed ones, without empty fields. */
const listSections = ({ sections }: OwnRecord, describe: Descriptions): readonly Section[] =>
  sections.map(({ section, label, inUse, fields }) => ({
    section,
    label,
    inUse,
    cells: fields.flatMap(({ text, missingText, day, source, ...field }): SummaryCell[] => {
      const words = field.readableFrom === null ? (text ?? missingText) : describe.delayed(field.readableFrom)
      return words === null
        ? []
        : [{ ...field, text: words, day, recorded: day === null || source === null ? null : describe.recorded(day, source) }]
    }),
  }))

/** The sections with the day and the source of each value in words. */
const describeSections = (needs: Needs, record: OwnRecord, language: Language): readonly Section[] =>
  listSections(record, {
    recorded: (day, source) => `${formatDay(day)}, ${needs.messages.format(sourceTexts[source], language)}`,
    delayed: (readableFrom) => describeDelayed(needs, readableFrom, language),
  })

/** An analyte and a statistic of it; undefined for the value of the visit. */
const findAnalyte = (field: string): { readonly analyte: AnalyteName; readonly statistic: Statistic | undefined } | undefined => {
  const analyte = analyteNames.find((name) => field === name || field.startsWith(`${name}_`))
  return analyte && { analyte, statistic: statisticNames.find((name) => field === `${analyte}_${name}`) }
}

/** The first lines of the document name the patient and the centre. */
const firstLines: ReadonlySet<string> = new Set(['SURNAME', 'NAME', 'CENTER_ID', 'center_code'])

const buildDocument = (needs: Needs, { record, results, delayed, values, centre }: RecordCopy, language: Language): PdfContent => {
  const { messages } = needs
  const format = (text: Parameters<typeof messages.format>[0], params = {}): string => messages.format(text, language, params)
  // The day stands apart from the source, which is one word here.
  const sections = listSections(record, {
    recorded: (_, source) => format(printedSourceTexts[source]),
    delayed: (readableFrom) => format(texts.printedDelayed, { day: formatDay(readableFrom) }),
  }).filter(({ cells }) => cells.length > 0)
  const showCell = ({ text, day, recorded }: SummaryCell): string =>
    day === null || recorded === null ? joinLines(text) : `${joinLines(text)} (${formatDay(day)}, ${recorded})`
  const showNumber = ({ value, text, day, recorded }: SummaryCell): string => {
    const number = typeof value === 'number' ? formatMeasurement(value, language) : text
    return day === null || recorded === null ? number : `${number} ${recorded}\n${formatDay(day)}`
  }
  const nameSection = (label: string, inUse: boolean): string => (inUse ? label : format(texts.sectionNotInUse, { section: label }))
  const kinds = [...statisticNames, undefined]
  const header = [
    format(texts.test),
    ...kinds.map((statistic) => (statistic ? getStatisticLabel(statistic)[language] : format(texts.visitValue))),
  ]
  const labelAnalyte = (label: Translations, unit: string | undefined): string =>
    unit === undefined ? label[language] : `${label[language]} (${formatUnit(unit, language)})`
  const buildResults = (cells: readonly SummaryCell[]): PdfBlock[] => {
    const groups = Map.groupBy(cells, ({ field }) => findAnalyte(field)?.analyte)
    const rows = [...groups.values()].flatMap((row) => {
      const [first] = row
      const analyte = first && findAnalyte(first.field)?.analyte
      if (!analyte) return []
      const shown = kinds.map((statistic) => row.find(({ field }) => findAnalyte(field)?.statistic === statistic))
      const { label, unit } = getField(analyte)
      return [[labelAnalyte(label, unit), ...shown.map((cell) => (cell ? showNumber(cell) : ''))]]
    })
    return rows.length > 0 ? [{ type: 'table', header, rows, widths: [88] }] : []
  }
  const delayedRows = [...Map.groupBy(delayed, ({ analyte }) => analyte)].map(([{ label }, all]) => {
    const last =
      all
        .map(({ readableFrom }) => readableFrom)
        .toSorted()
        .at(-1) ?? ''
    return [label[language], format(texts.delayedResults, { count: all.length, day: formatDay(last) })] as const
  })
  const buildDatedResults = (): readonly PdfBlock[] => {
    if (results.length === 0) return []
    const isInUse = record.sections.find(({ section }) => section === 'laboratory')?.inUse ?? false
    const newest = [...Map.groupBy(results, ({ analyte }) => analyte)].map(
      ([analyte, all]) => [analyte, all.slice(-printedResults).toReversed()] as const,
    )
    const columns = Math.max(...newest.map(([, shown]) => shown.length))
    const showResult = ({ comparator, value, day }: OwnResult): string =>
      `${[comparator, formatMeasurement(value, language)].filter(Boolean).join(' ')} (${formatDay(day)})`
    return [
      { type: 'heading', text: nameSection(format(texts.results), isInUse) },
      { type: 'paragraph', text: format(texts.latestResults, { count: printedResults }) },
      {
        type: 'table',
        header: [
          format(texts.test),
          ...Array.from({ length: columns }, (_, column) => (column === 0 ? format(texts.latest) : String(column + 1))),
        ],
        rows: newest.map(([{ label, field }, shown]) => [
          labelAnalyte(label, field.unit),
          ...Array.from({ length: columns }, (_, column) => (shown[column] ? showResult(shown[column]) : '')),
        ]),
        widths: [106],
      },
    ]
  }
  return {
    language,
    title: format(texts.title),
    dense: true,
    blocks: [
      { type: 'paragraph', text: format(pdfMessages.person, { name: formatPersonName([values.NAME, values.SURNAME].join(' ')) }) },
      { type: 'paragraph', text: format(pdfMessages.patientCode, { code: String(values.CENTER_ID), centre: centre.name }) },
      { type: 'paragraph', text: format(texts.intro) },
      ...(record.delayDays > 0 ? [{ type: 'paragraph' as const, text: format(texts.delay, { days: record.delayDays }) }] : []),
      ...(sections.some(({ inUse }) => !inUse) ? [{ type: 'paragraph' as const, text: format(texts.notInUse) }] : []),
      ...sections.flatMap(({ label, inUse, cells }): PdfBlock[] => {
        const single = cells.filter(({ field }) => !findAnalyte(field) && !firstLines.has(field))
        return [
          { type: 'heading', text: nameSection(label, inUse) },
          ...(single.length > 0
            ? [{ type: 'paired-values' as const, rows: single.map((cell) => [cell.label, showCell(cell)] as const) }]
            : []),
          ...buildResults(cells.filter(({ field }) => findAnalyte(field))),
        ]
      }),
      ...buildDatedResults(),
      ...(delayedRows.length > 0 ? [{ type: 'paired-values' as const, rows: delayedRows }] : []),
    ],
  }
}

const text = (name: string): OutputColumn => ({ name, type: 'text' })
const columns: readonly OutputColumn[] = [
  text('SECTION'),
  text('FIELD'),
  // A row is the value of a field, or a dated result of an analyte.
  text('ANALYTE'),
  text('LABEL'),
  { ...text('COMPARATOR'), unguarded: true },
  // Numbers and words share this column, so only words get a guard of formulas (THREAT-27).
  { ...text('VALUE'), unguarded: true },
  text('UNIT'),
  text('TEXT'),
  text('MISSING'),
  { name: 'TAKEN_ON', type: 'date' },
  { name: 'DAY', type: 'date' },
  text('SOURCE'),
]

const formatCell = ({ value }: SummaryCell): string | null => {
  if (value === null) return null
  if (typeof value === 'string') return addFormulaGuard(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const writeTable = (needs: Needs, { record, results, delayed }: RecordCopy, language: Language): Promise<Uint8Array> => {
  const sources = new Map(record.sections.flatMap(({ fields }) => fields.map(({ field, source }) => [field, source] as const)))
  const sectionNames = new Map(record.sections.flatMap(({ section, fields }) => fields.map(({ field }) => [field, section] as const)))
  const showUnit = (unit: string | undefined): string | null => (unit === undefined ? null : formatUnit(unit, language))
  const values = describeSections(needs, record, language).flatMap(({ section, cells }) =>
    cells.map((cell) => [
      section,
      cell.field,
      null,
      cell.label,
      null,
      formatCell(cell),
      showUnit(getField(cell.field).unit),
      cell.text,
      cell.missing,
      null,
      cell.day,
      sources.get(cell.field) ?? null,
    ]),
  )
  const dated = results.map(({ analyte: { name, label, field }, comparator, value, text: words, day, source }) => [
    sectionNames.get(field.name) ?? null,
    null,
    name,
    label[language],
    comparator,
    String(value),
    showUnit(field.unit),
    words,
    null,
    day,
    null,
    source,
  ])
  const delayedRows = delayed.map(({ analyte: { name, label, field }, day, readableFrom }) => [
    sectionNames.get(field.name) ?? null,
    null,
    name,
    label[language],
    null,
    null,
    null,
    describeDelayed(needs, readableFrom, language),
    null,
    day,
    null,
    null,
  ])
  return writeRows([...values, ...dated, ...delayedRows], columns, 'csv')
}

const writeSummary = (needs: Needs, copy: RecordCopy, language: Language): Uint8Array => {
  const { messages, env, clock } = needs
  const { record, results, delayed, values, findComponents, centre } = copy
  const format = (message: Parameters<typeof messages.format>[0], params = {}): string => messages.format(message, language, params)
  const summary = buildPatientSummary({
    language,
    at: clock().toISOString(),
    origin: env.MYCONSENT_ORIGIN,
    author: env.DATA_CONTROLLER ?? format(pdfMessages.registry),
    centre: centre.name,
    values,
    sections: describeSections(needs, record, language),
    results: results.map(({ source, ...result }) => ({ ...result, recorded: format(sourceTexts[source]) })),
    delayed: delayed.map(({ readableFrom, ...result }) => ({ ...result, text: describeDelayed(needs, readableFrom, language) })),
    findComponents,
    titles: {
      document: format(texts.title),
      problems: format(texts.problems),
      medication: format(texts.medication),
      allergies: format(texts.allergies),
      allergiesNotAsked: format(texts.allergiesNotAsked),
      results: format(texts.results),
      noEntries: format(texts.noEntries),
      delay: format(texts.delay, { days: record.delayDays }),
    },
    createId: randomUUID,
  })
  return Buffer.from(JSON.stringify(summary, undefined, 2))
}

/** Writes the copy of a record. PDF, CSV and FHIR have the same values; the PDF has the newest results only (REQ-PAT-28). */
export const writeRecordFile = async (
  needs: Needs,
  copy: RecordCopy,
  { format, language }: { readonly format: RecordFormat; readonly language: Language },
  print: (content: PdfContent) => Promise<Uint8Array>,
): Promise<Uint8Array> => {
  if (format === 'pdf') return print(buildDocument(needs, copy, language))
  return format === 'csv' ? writeTable(needs, copy, language) : writeSummary(needs, copy, language)
}
