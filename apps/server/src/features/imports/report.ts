import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Caller } from '@registry/api-contract/caller'
import type { ImportChanges } from '@registry/api-contract/imports'
import { importRun } from '@registry/db/schema/imports'
import type { Transaction } from '@registry/db/transaction'
import { findField } from '@registry/domain/fields/dictionary'
import { listReadings } from '@registry/domain/fields/number-text'
import { formatMeasurement, formatUnit } from '@registry/domain/fields/units'
import type { Language } from '@registry/domain/language'
import {
  isUnreadableValue,
  listedValuesMessages,
  nearValueMessage,
  rejectedValueMessages,
  unreadableValueMessages,
} from '@registry/domain/messages/import-values'
import { findLabel, isSelectable } from '@registry/domain/reference/reference-values'
import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import type { Deps } from '../../app/deps.ts'
import { buildReadTrace } from '../../audit/read-trace.ts'
import type { LabelledReferenceValues } from '../../shared/reference-values.ts'
import { buildValueText } from '../../shared/record-checks/describe-checks.ts'
import type { DryRunChange, DryRunChanges } from './import-plan.ts'
import { removeReadableValue, type ReportEntry } from './report-entries.ts'

/** The report of an import without sentences, as stored in `import_run`. */
export type Report = { readonly ok: number; readonly ko: number; readonly entries: readonly ReportEntry[] }

type FormattedEntry = {
  readonly row: number
  readonly key: string
  readonly field?: string
  readonly code: string
  readonly message: string
}

type Context = Pick<Deps, 'messages'> & { readonly referenceValues: LabelledReferenceValues }

/** A longer list is in the template only. */
const maxListedValues = 12

/** Adds the accepted values of a list to the error of an unknown one. */
const addListedValues = ({ messages, referenceValues }: Context, language: Language, message: string, name: string | undefined): string => {
  const table = name === undefined ? undefined : findField(name)?.referenceTable
  const listed = table ? referenceValues(table).filter(isSelectable) : []
  if (listed.length === 0) return message
  if (listed.length > maxListedValues) return messages.format(listedValuesMessages.inTemplate, language, { message, count: listed.length })
  const values = listed.map((value) => `${value.id} (${findLabel(value, language)})`).join('; ')
  return messages.format(listedValuesMessages.all, language, { message, values })
}

/** Adds the value to its error, and both limits to that of a number outside them. */
const addReadableValue = (
  { messages }: Context,
  language: Language,
  message: string,
  { code, field, value = '' }: Pick<ReportEntry, 'code' | 'field' | 'value'>,
): string => {
  const isOutside = code === 'value_too_low' || code === 'value_too_high'
  const { min, max, unit } = (isOutside && field !== undefined && findField(field)) || {}
  if (typeof min !== 'number' || typeof max !== 'number') return messages.format(rejectedValueMessages.value, language, { message, value })
  const limit = formatMeasurement(max, language)
  return messages.format(rejectedValueMessages.valueAndRange, language, {
    message,
    value,
    min: formatMeasurement(min, language),
    max: unit === undefined ? limit : `${limit} ${formatUnit(unit, language)}`,
  })
}

/** The error in words, with the rejected value and the accepted ones (REQ-IMP-05). */
const formatMessage = (context: Context, { language }: Caller, entry: ReportEntry): string => {
  const { messages } = context
  const { code, params, value, field } = entry
  if (value === undefined || !isUnreadableValue(code)) {
    const message = messages.formatError(params ? { code, params } : { code }, language)
    return value === undefined ? message : addReadableValue(context, language, message, entry)
  }
  const isNear = params?.['near'] !== undefined
  const message = messages.format(isNear ? nearValueMessage : unreadableValueMessages[code], language, {
    ...params,
    ...listReadings(value),
    value,
  })
  return code === 'value_not_listed' && !isNear ? addListedValues(context, language, message, field) : message
}

const formatEntry = (context: Context, caller: Caller, entry: ReportEntry): FormattedEntry => {
  const { row, key, field, code, warning } = entry
  return {
    row,
    key,
    ...(field !== undefined && { field }),
    code: warning ? `warning_${code}` : code,
    message: formatMessage(context, caller, entry),
  }
}

/**
 * The response to an upload: `report`, and its three fields at the top level for programs that read them there (REQ-IMP-05). The code of an
 * entry that did not reject its row begins with `warning_`.
 */
export const formatReport = (context: Context, caller: Caller, { ok, ko, entries }: Report) => {
  const report = { ok, ko, detail: entries.map((entry) => formatEntry(context, caller, entry)) }
  return { report, ...report }
}

/** The values that a dry run would change, in words of the caller's language. */
export const formatChanges = (
  deps: Pick<Deps, 'messages'>,
  { language }: Caller,
  { count, first }: DryRunChanges,
  referenceValues: LabelledReferenceValues,
): ImportChanges => {
  const showValue = buildValueText(deps, referenceValues, language)
  const show = ({ field, before, after, ...place }: DryRunChange) => ({
    ...place,
    field,
    before: showValue(field, before),
    after: showValue(field, after),
  })
  return { count, first: first.map(show) }
}

const StoredEntry = z.object({
  row: z.number(),
  key: z.string(),
  field: z.string().exactOptional(),
  code: z.custom<ErrorCode>((code) => typeof code === 'string' && Object.hasOwn(errorMessages, code)),
  params: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
  value: z.string().exactOptional(),
  warning: z.literal(true).exactOptional(),
})
const StoredReport = z.object({ ok: z.number(), ko: z.number(), entries: StoredEntry.array() })

/** The report of an import of the caller's centre. Row security enforces the centre. */
export const findStoredReport = async ({ db }: Transaction, id: string): Promise<Report | undefined> => {
  const stored = await db
    .select({ ok: importRun.ok, ko: importRun.ko, entries: importRun.detail })
    .from(importRun)
    .where(eq(importRun.id, id))
  return StoredReport.array().parse(stored)[0]
}

const listRejections = ({ entries }: Report) => entries.filter(({ warning }) => !warning)

/**
 * The stored report of the same file, if the outcome is the same now. A centre sends a file again after a lost response: the import changes
 * nothing and responds with the first report (FAULT-12, REQ-IMP-06). Warnings are not compared, because they can depend on the values
 * stored before.
 */
export const findEarlierReport = async (
  { db }: Transaction,
  file: { readonly centre: string; readonly command: string; readonly fileHashes: readonly string[] },
  now: Report,
): Promise<Report | undefined> => {
  const same = and(
    eq(importRun.centreCode, file.centre),
    eq(importRun.command, file.command),
    inArray(importRun.fileHash, [...file.fileHashes]),
    isNull(importRun.undoneAt),
  )
  const [stored] = await db
    .select({ ok: importRun.ok, ko: importRun.ko, entries: importRun.detail })
    .from(importRun)
    .where(same)
    .orderBy(desc(importRun.at))
    .limit(1)
  const { data } = StoredReport.safeParse(stored)
  const rejections = listRejections(now)
  const isSame = (report: Report): boolean =>
    report.ok === now.ok && report.ko === now.ko && isDeepStrictEqual(listRejections(report), rejections.map(removeReadableValue))
  if (!data || !isSame(data)) return undefined
  // The rejections of now have the values of the file, which are not stored.
  const withValues = rejections.values()
  return { ...data, entries: data.entries.map((entry) => (entry.warning ? entry : (withValues.next().value ?? entry))) }
}

const consentColumns = ['CENTER_ID', 'C_DB_P', 'C_DB_M']

/**
 * Records a report as a read of the patients that it names. It reveals registrations, consents, and stored values that contradict the file
 * (REQ-ADM-01). A dry run reveals the same.
 */
export const recordReport = async (
  { keyedHash }: Pick<Deps, 'keyedHash'>,
  { sql }: Transaction,
  caller: Caller,
  centre: string,
  entries: readonly Pick<ReportEntry, 'key' | 'field'>[],
): Promise<void> => {
  const keys = [...new Set(entries.map(({ key }) => key))]
  const patients = await sql<{ id: number }[]>`
    SELECT patient_id AS id FROM patient_identity WHERE centre_code = ${centre} AND centre_patient_code = ANY (${keys})`
  const columns = [...new Set([...consentColumns, ...entries.flatMap(({ field }) => field ?? [])])]
  const ids = patients.map(({ id }) => id)
  caller.recordRead(await buildReadTrace(keyedHash, `report of an import, centre ${centre}`, ids, columns))
}
