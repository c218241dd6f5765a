import type { Caller } from '@registry/api-contract/caller'
import type { OwnRecord, OwnSeries } from '@registry/api-contract/my-record'
import type { Services } from '@registry/api-contract/services'
import type { Transaction } from '@registry/db/transaction'
import { yearsBetween } from '@registry/domain/calendar'
import { chelators } from '@registry/domain/ecrf/treatments'
import { AppError } from '@registry/domain/error'
import { type FieldName, getField } from '@registry/domain/fields/dictionary'
import { missingReasonLabels } from '@registry/domain/fields/missing'
import type { createValueText } from '@registry/domain/fields/value-text'
import type { Value } from '@registry/domain/fields/values'
import { guardianSettings } from '@registry/domain/guardians/settings'
import type { Language } from '@registry/domain/language'
import { bandLabels, findOwnBand, type OwnBand } from '@registry/domain/my-record/bands'
import { delayNewValues, findReadableFrom, recordSettings } from '@registry/domain/my-record/delay'
import { explainField } from '@registry/domain/my-record/meanings'
import { buildOwnRecord, type OwnField, type OwnRecordSource } from '@registry/domain/my-record/own-record'
import { getOwnSection } from '@registry/domain/my-record/sections'
import {
  findAnalyte,
  findAnalyteOfField,
  findAnalyteOfLast,
  observedAnalytes,
  type ObservedAnalyte,
} from '@registry/domain/observations/analytes'
import { buildApplicability, listChoicesWith } from '@registry/domain/rules/applies'
import type { Deps } from '../../app/deps.ts'
import { readTransaction } from '../../audit/operation.ts'
import { buildOwnReadTrace, buildReadTrace } from '../../audit/read-trace.ts'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { requirePatient, requireVisibleRecord } from '../../auth/require-patient.ts'
import { formatItalianDay } from '../../shared/day.ts'
import { buildValueText } from '../../shared/record-checks/describe-checks.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import { buildEmergencySheet } from './emergency-sheet.ts'
import { requireRecordCode, sendRecordCode } from './record-code.ts'
import { type DelayedResult, type OwnResult, type RecordCopy, writeRecordFile } from './record-files.ts'

type FindOwnRecord = (tx: Transaction, patientId: number) => Promise<OwnRecordSource | undefined>
type DescribedField = OwnRecord['sections'][number]['fields'][number]

const describeBand = ({ limits, bands, band }: OwnBand, language: Language): DescribedField['band'] => ({
  limits: [...limits],
  labels: bands.map((each) => bandLabels[each][language]),
  index: bands.indexOf(band),
})

/** A last value belongs to the series of its analyte; weight and liver stiffness have a series and no last value. */
const findSeriesAnalyte = (field: FieldName): string | null => {
  const own = findAnalyteOfField(field)
  return findAnalyteOfLast(field) ?? (own?.statistics.length === 0 ? own.name : null)
}

const describeField = (
  { field, value, missing, band, ...rest }: OwnField,
  language: Language,
  valueText: ReturnType<typeof createValueText>,
): DescribedField => ({
  ...rest,
  field,
  label: getField(field).label[language],
  value,
  text: value === null ? null : valueText(field, value),
  missing,
  missingText: missing && missingReasonLabels[missing][language],
  meaning: explainField(field)?.[language] ?? '',
  band: band && describeBand(band, language),
  analyte: findSeriesAnalyte(field),
})

/** A patient reads their record, or a guardian that of the patient for whom they act, and takes a copy along (REQ-PAT-25, REQ-PAT-28). */
export const myRecord = (deps: Deps, findOwnRecord: FindOwnRecord): Services['myRecord'] => {
  const readCopy = async (
    caller: Caller,
    otp: string | undefined,
    language: Language,
    { delays }: { readonly delays: boolean } = { delays: true },
  ): Promise<RecordCopy> => {
    const { patientId } = requirePatient(caller)
    await requireRecordCode(deps, caller, otp)
    const copy = await readTransaction(deps, caller, async (tx) => {
      const readableId = await requireReadableRecord(deps, tx, caller)
      return readRecordCopy(deps, tx, readableId, findOwnRecord, language, delays ? await findDelayDays(tx) : noDelay)
    })
    const columns = copy.record.sections.flatMap(({ fields }) =>
      fields.flatMap(({ field, readableFrom }) => (readableFrom === null ? [field] : [])),
    )
    caller.recordRead(buildOwnReadTrace(patientId, columns))
    return copy
  }
  return {
    read: async (caller, { otp }) => (await readCopy(caller, otp, caller.language)).record,
    download: async (caller, { otp, ...wanted }) => {
      const copy = await readCopy(caller, otp, wanted.language)
      caller.note(`${wanted.format}, ${wanted.language}`)
      const bytes = await writeRecordFile(deps, copy, wanted, (content) => deps.pdf.print(content, caller))
      return { file: Buffer.from(bytes).toString('base64') }
    },
    print: async (caller, { centre: named, code, language }) => {
      const centre = findCallerCentre(caller, named)
      const work = async (tx: Transaction) => {
        const [found] = await tx.sql<{ id: number }[]>`
          SELECT patient_id AS id FROM patient_identity WHERE centre_code = ${centre} AND centre_patient_code = ${code}`
        if (!found) throw new AppError('import_patient_unknown')
        return { id: found.id, copy: await readRecordCopy(deps, tx, found.id, findOwnRecord, language, noDelay) }
      }
      const { id, copy } = await readTransaction(deps, caller, work, { centre })
      const printed = copy.record.sections.flatMap(({ fields }) => fields.flatMap(({ field, text }) => (text === null ? [] : [field])))
      const columns = new Set([...printed, ...copy.results.map(({ analyte }) => analyte.field.name)])
      caller.recordRead(await buildReadTrace(deps.keyedHash, `centre ${centre}`, [id], [...columns]))
      const bytes = await writeRecordFile(deps, copy, { format: 'pdf', language }, (content) => deps.pdf.print(content, caller))
      return { file: Buffer.from(bytes).toString('base64') }
    },
    sheet: async (caller, { otp, ...wanted }) => {
      // Whoever helps in an emergency needs the current medicines and antibodies (REQ-PAT-31).
      const copy = await readCopy(caller, otp, wanted.language, { delays: false })
      const bytes = await deps.pdf.print(buildEmergencySheet(deps, copy, wanted), caller)
      return { file: Buffer.from(bytes).toString('base64') }
    },
    series: async (caller, { otp, analyte: name }) => {
      const { patientId } = requirePatient(caller)
      await requireRecordCode(deps, caller, otp)
      const analyte = findAnalyte(name)
      if (!analyte) throw new AppError('field_wrong')
      const series = await readTransaction(deps, caller, (tx) => readSeries(deps, tx, caller, findOwnRecord, analyte))
      caller.recordRead(buildOwnReadTrace(patientId, [analyte.field.name]))
      return series
    },
    requestCode: (caller) => sendRecordCode(deps, caller),
  }
}

/**
 * From the age of the setting on a minor with an account reads their record (REQ-PAT-25). Without a day of birth nobody knows that a
 * person is younger.
 * @throws AppError record_minor
 */
const requireRecordAge = async ({ sql }: Transaction, patientId: number, today: string): Promise<void> => {
  const [row] = await sql<{ born: string | null; age: string | null }[]>`
    SELECT coalesce(d.dob, i.birth_date)::text AS born, (SELECT value FROM setting WHERE key = 'minor_sees_record_age') AS age
    FROM patient_identity AS i LEFT JOIN patient_personal AS d ON d.patient_id = i.patient_id WHERE i.patient_id = ${patientId}`
  const age = Number(row?.age ?? guardianSettings.minor_sees_record_age)
  if (typeof row?.born === 'string' && yearsBetween(row.born, today) < age) throw new AppError('record_minor', { age })
}

/** The centre prints every value, because it can explain a new one when it hands over the copy. */
const noDelay = 0

const findDelayDays = async ({ sql }: Transaction): Promise<number> => {
  const [row] = await sql<{ value: string }[]>`SELECT value FROM setting WHERE key = 'record_delay_days'`
  return Number(row?.value ?? recordSettings.record_delay_days)
}

const findCentre = async ({ sql }: Transaction, code: Value | undefined): Promise<RecordCopy['centre']> => {
  const [centre] = await sql<RecordCopy['centre'][]>`SELECT name, telephone FROM centre WHERE code = ${String(code)}`
  return centre ?? { name: String(code), telephone: null }
}

/** The patient whose record the caller may read now. @throws AppError record_minor, and that of `requireVisibleRecord` */
const requireReadableRecord = async (deps: Deps, tx: Transaction, caller: Caller): Promise<number> => {
  const { patientId, guardianId } = await requireVisibleRecord(tx, caller)
  if (guardianId === undefined) await requireRecordAge(tx, patientId, formatItalianDay(deps.clock()))
  return patientId
}

type Results = { readonly results: readonly OwnResult[]; readonly delayed: readonly DelayedResult[] }

/** Lists the present results of analytes, and the delayed ones without their values. Corrected and removed ones are no results any more. */
const listResults = async (
  { sql }: Transaction,
  patientId: number,
  analytes: readonly ObservedAnalyte[],
  valueText: ReturnType<typeof createValueText>,
  { delayDays, today }: { readonly delayDays: number; readonly today: string },
): Promise<Results> => {
  const names = analytes.map(({ name }) => name)
  const rows = await sql<(Omit<OwnResult, 'analyte' | 'text'> & { readonly analyte: string; readonly receivedAt: string })[]>`
    SELECT analyte, taken_on::text AS day, standard_value::float8 AS value, comparator, source, recorded_at AS "receivedAt" FROM observation
    WHERE patient_id = ${patientId} AND analyte = ANY(${names}) AND ended_at IS NULL
    ORDER BY array_position(${names}::text[], analyte), taken_on, recorded_at, id`
  const results: OwnResult[] = []
  const delayed: DelayedResult[] = []
  for (const { analyte: name, receivedAt, ...result } of rows) {
    const analyte = findAnalyte(name)
    if (!analyte) continue
    const { comparator, value, day } = result
    const readableFrom = findReadableFrom(receivedAt, delayDays, today)
    if (readableFrom === null)
      results.push({ ...result, analyte, text: [comparator, valueText(analyte.field.name, value)].filter(Boolean).join(' ') })
    else delayed.push({ analyte, day, readableFrom })
  }
  return { results, delayed }
}

const readSeries = async (
  deps: Deps,
  tx: Transaction,
  caller: Caller,
  findOwnRecord: FindOwnRecord,
  analyte: ObservedAnalyte,
): Promise<OwnSeries> => {
  const { language } = caller
  const field = analyte.field.name
  const patientId = await requireReadableRecord(deps, tx, caller)
  const today = formatItalianDay(deps.clock())
  const delayDays = await findDelayDays(tx)
  const stored = await findOwnRecord(tx, patientId)
  const valueText = buildValueText(deps, await readReferenceValues(tx), language)
  const { results, delayed } = await listResults(tx, patientId, [analyte], valueText, { delayDays, today })
  const last = results.at(-1)
  const shown = stored && delayNewValues(stored, delayDays, today)
  const band = last && shown && findOwnBand(field, { ...shown.values, [field]: last.value }, today)
  return {
    label: analyte.label[language],
    meaning: explainField(field)?.[language] ?? '',
    limits: [...(band?.limits ?? [])],
    labels: (band?.bands ?? []).map((each) => bandLabels[each][language]),
    results: results.map(({ day, value, text, source }) => ({ day, value, text, source })),
    delayed: delayed.map(({ day, readableFrom }) => ({ day, readableFrom })),
  }
}

const readRecordCopy = async (
  deps: Deps,
  tx: Transaction,
  patientId: number,
  findOwnRecord: FindOwnRecord,
  language: Language,
  delayDays: number,
): Promise<RecordCopy> => {
  const today = formatItalianDay(deps.clock())
  const found = await findOwnRecord(tx, patientId)
  if (!found) throw new AppError('session_required')
  const stored = delayNewValues(found, delayDays, today)
  const referenceValues = await readReferenceValues(tx)
  const valueText = buildValueText(deps, referenceValues, language)
  const sections = buildOwnRecord(stored, buildApplicability(referenceValues), today).map(({ section, inUse, fields }) => ({
    section,
    label: getOwnSection(section).label[language],
    inUse,
    fields: fields.map((field) => describeField(field, language, valueText)),
  }))
  const days = sections.flatMap(({ fields }) => fields.flatMap(({ day }) => day ?? []))
  const { results, delayed } = await listResults(tx, patientId, observedAnalytes, valueText, { delayDays, today })
  const isDelayed = delayed.length > 0 || sections.some(({ fields }) => fields.some(({ readableFrom }) => readableFrom !== null))
  return {
    record: { sections, lastChange: days.toSorted().at(-1) ?? null, delayDays: isDelayed ? delayDays : 0 },
    results,
    delayed,
    values: stored.values,
    findComponents: (regimen) => chelators.filter((drug) => listChoicesWith(referenceValues, 'chelating_drug', drug).includes(regimen)),
    centre: await findCentre(tx, stored.values.center_code),
  }
}
