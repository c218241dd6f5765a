import { randomUUID } from 'node:crypto'
import type { OwnRecord, RecordFormat } from '@registry/api-contract/my-record'
import { formatDay } from '@registry/domain/calendar'
import type { FindComponents } from '@registry/domain/ecrf/treatments'
import { getField } from '@registry/domain/fields/dictionary'
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
import { pdfMessages } from '@registry/domain/messages/pdf'
import { buildPatientSummary, type SummaryCell, type SummarySection } from '@registry/domain/my-record/patient-summary'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { addFormulaGuard } from '@registry/tabular/formula-guard'
import type { OutputColumn } from '@registry/tabular/write/column'
import { writeRows } from '@registry/tabular/write/rows'
import type { Deps } from '../../app/deps.ts'
import type { PdfBlock, PdfContent } from '../../shared/pdf/pdf-content.ts'

/** The record of a patient with what its files need. */
export type RecordCopy = {
  readonly record: OwnRecord
  readonly values: PatientRecord
  readonly findComponents: FindComponents
  readonly centre: { readonly name: string; readonly telephone: string | null }
}

type Needs = Pick<Deps, 'messages' | 'env' | 'clock'>
type Section = SummarySection & { readonly inUse: boolean }

const texts = pdfMessages.record

/** The values and reasons of the record, without empty fields. */
const listSections = ({ messages }: Needs, { sections }: OwnRecord, language: Language): readonly Section[] => {
  const describe = (day: string, source: keyof typeof texts.sources): string =>
    `${formatDay(day)}, ${messages.format(texts.sources[source], language)}`
  return sections.map(({ section, label, inUse, fields }) => ({
    section,
    label,
    inUse,
    cells: fields.flatMap(({ text, missingText, day, source, ...field }): SummaryCell[] => {
      const words = text ?? missingText
      return words === null
        ? []
        : [{ ...field, text: words, day, recorded: day === null || source === null ? null : describe(day, source) }]
    }),
  }))
}

/** An analyte and a statistic of it; undefined for the value of the visit. */
const findAnalyte = (field: string): { readonly analyte: AnalyteName; readonly statistic: Statistic | undefined } | undefined => {
  const analyte = analyteNames.find((name) => field === name || field.startsWith(`${name}_`))
  return analyte && { analyte, statistic: statisticNames.find((name) => field === `${analyte}_${name}`) }
}

/** The first lines of the document name the patient and the centre. */
const firstLines: ReadonlySet<string> = new Set(['SURNAME', 'NAME', 'CENTER_ID', 'CENTER_CODE'])

const buildDocument = (needs: Needs, { record, values, centre }: RecordCopy, language: Language): PdfContent => {
  const { messages } = needs
  const format = (text: Parameters<typeof messages.format>[0], params = {}): string => messages.format(text, language, params)
  const showCell = ({ text, recorded }: SummaryCell): string => (recorded === null ? text : `${text} (${recorded})`)
  const showNumber = ({ value, text }: SummaryCell): string => (typeof value === 'number' ? formatMeasurement(value, language) : text)
  const kinds = [...statisticNames, undefined]
  const header = [
    format(texts.test),
    ...kinds.map((statistic) => (statistic ? getStatisticLabel(statistic)[language] : format(texts.visitValue))),
    format(texts.recordedOn),
  ]
  const labelAnalyte = (analyte: AnalyteName): string => {
    const { label, unit } = getField(analyte)
    return unit === undefined ? label[language] : `${label[language]} (${formatUnit(unit, language)})`
  }
  /** Results of an analyte that were recorded together are a row. */
  const buildResults = (cells: readonly SummaryCell[]): PdfBlock[] => {
    const groups = Map.groupBy(cells, ({ field, recorded }) => `${findAnalyte(field)?.analyte} ${recorded}`)
    const rows = [...groups.values()].flatMap((row) => {
      const [first] = row
      const analyte = first && findAnalyte(first.field)?.analyte
      if (!analyte) return []
      const shown = kinds.map((statistic) => row.find(({ field }) => findAnalyte(field)?.statistic === statistic))
      return [[labelAnalyte(analyte), ...shown.map((cell) => (cell ? showNumber(cell) : '')), first.recorded ?? '']]
    })
    return rows.length > 0 ? [{ type: 'table', header, rows, widths: [96, ...kinds.map(() => 47), '*'] }] : []
  }
  return {
    language,
    title: format(texts.title),
    dense: true,
    blocks: [
      { type: 'paragraph', text: format(pdfMessages.person, { name: formatPersonName([values.NAME, values.SURNAME].join(' ')) }) },
      { type: 'paragraph', text: format(pdfMessages.patientCode, { code: String(values.CENTER_ID), centre: centre.name }) },
      { type: 'paragraph', text: format(texts.intro) },
      ...listSections(needs, record, language)
        .filter(({ cells }) => cells.length > 0)
        .flatMap(({ label, inUse, cells }): PdfBlock[] => {
          const single = cells.filter(({ field }) => !findAnalyte(field) && !firstLines.has(field))
          return [
            { type: 'heading', text: label },
            ...(inUse ? [] : [{ type: 'paragraph' as const, text: format(texts.notInUse) }]),
            ...(single.length > 0 ? [{ type: 'values' as const, rows: single.map((cell) => [cell.label, showCell(cell)] as const) }] : []),
            ...buildResults(cells.filter(({ field }) => findAnalyte(field))),
          ]
        }),
    ],
  }
}

const text = (name: string): OutputColumn => ({ name, type: 'text' })
const columns: readonly OutputColumn[] = [
  text('SECTION'),
  text('FIELD'),
  text('LABEL'),
  // Numbers and words share this column, so only words get a guard of formulas (THREAT-27).
  { ...text('VALUE'), unguarded: true },
  text('UNIT'),
  text('TEXT'),
  text('MISSING'),
  { name: 'DAY', type: 'date' },
  text('SOURCE'),
]

const formatCell = ({ value }: SummaryCell): string | null => {
  if (value === null) return null
  if (typeof value === 'string') return addFormulaGuard(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const writeTable = (needs: Needs, { record }: RecordCopy, language: Language): Promise<Uint8Array> => {
  const sources = new Map(record.sections.flatMap(({ fields }) => fields.map(({ field, source }) => [field, source] as const)))
  const rows = listSections(needs, record, language).flatMap(({ section, cells }) =>
    cells.map((cell) => {
      const { unit } = getField(cell.field)
      return [
        section,
        cell.field,
        cell.label,
        formatCell(cell),
        unit === undefined ? null : formatUnit(unit, language),
        cell.text,
        cell.missing,
        cell.day,
        sources.get(cell.field) ?? null,
      ]
    }),
  )
  return writeRows(rows, columns, 'csv')
}

const writeSummary = (needs: Needs, copy: RecordCopy, language: Language): Uint8Array => {
  const { messages, env, clock } = needs
  const { record, values, findComponents, centre } = copy
  const format = (message: Parameters<typeof messages.format>[0]): string => messages.format(message, language)
  const summary = buildPatientSummary({
    language,
    at: clock().toISOString(),
    origin: env.MYCONSENT_ORIGIN,
    author: env.DATA_CONTROLLER ?? format(pdfMessages.registry),
    centre: centre.name,
    values,
    sections: listSections(needs, record, language),
    findComponents,
    titles: {
      document: format(texts.title),
      problems: format(texts.problems),
      medication: format(texts.medication),
      allergies: format(texts.allergies),
      allergiesNotAsked: format(texts.allergiesNotAsked),
      noEntries: format(texts.noEntries),
    },
    createId: randomUUID,
  })
  return Buffer.from(JSON.stringify(summary, undefined, 2))
}

/** Writes the copy of a record. PDF, CSV and FHIR have the same values (REQ-PAT-28). */
export const writeRecordFile = async (
  needs: Needs,
  copy: RecordCopy,
  { format, language }: { readonly format: RecordFormat; readonly language: Language },
  print: (content: PdfContent) => Promise<Uint8Array>,
): Promise<Uint8Array> => {
  if (format === 'pdf') return print(buildDocument(needs, copy, language))
  return format === 'csv' ? writeTable(needs, copy, language) : writeSummary(needs, copy, language)
}
