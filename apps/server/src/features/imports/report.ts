import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Caller } from '@registry/api-contract/caller'
import { importRun } from '@registry/db/schema/imports'
import type { Transaction } from '@registry/db/transaction'
import { listReadings } from '@registry/domain/fields/number-text'
import { isUnreadableValue, nearValueMessage, unreadableValueMessages } from '@registry/domain/messages/import-values'
import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import type { Deps } from '../../app/deps.ts'
import { buildReadTrace } from '../../audit/read-trace.ts'
import type { ReportEntry } from './report-entries.ts'

/** The report of an import without sentences, as stored in `import_run`. */
export type Report = { readonly ok: number; readonly ko: number; readonly entries: readonly ReportEntry[] }

type FormattedEntry = {
  readonly row: number
  readonly key: string
  readonly field?: string
  readonly code: string
  readonly message: string
}

const formatMessage = (
  { messages }: Pick<Deps, 'messages'>,
  { language }: Caller,
  { code, params, value }: Pick<ReportEntry, 'code' | 'params' | 'value'>,
): string => {
  if (value === undefined || !isUnreadableValue(code)) return messages.formatError(params ? { code, params } : { code }, language)
  const message = params?.['near'] === undefined ? unreadableValueMessages[code] : nearValueMessage
  return messages.format(message, language, { ...params, ...listReadings(value), value })
}

const formatEntry = (deps: Pick<Deps, 'messages'>, caller: Caller, entry: ReportEntry): FormattedEntry => {
  const { row, key, field, code, warning } = entry
  return {
    row,
    key,
    ...(field !== undefined && { field }),
    code: warning ? `warning_${code}` : code,
    message: formatMessage(deps, caller, entry),
  }
}

/**
 * The response to an upload: `report`, and its three fields at the top level for programs that read them there (REQ-IMP-05). The code of an
 * entry that did not reject its row begins with `warning_`.
 */
export const formatReport = (deps: Pick<Deps, 'messages'>, caller: Caller, { ok, ko, entries }: Report) => {
  const report = { ok, ko, detail: entries.map((entry) => formatEntry(deps, caller, entry)) }
  return { report, ...report }
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
  file: { readonly centre: string; readonly command: string; readonly fileHash: string },
  now: Report,
): Promise<Report | undefined> => {
  const same = and(
    eq(importRun.centreCode, file.centre),
    eq(importRun.command, file.command),
    eq(importRun.fileHash, file.fileHash),
    isNull(importRun.undoneAt),
  )
  const [stored] = await db
    .select({ ok: importRun.ok, ko: importRun.ko, entries: importRun.detail })
    .from(importRun)
    .where(same)
    .orderBy(desc(importRun.at))
    .limit(1)
  const { data } = StoredReport.safeParse(stored)
  return data && data.ok === now.ok && data.ko === now.ko && isDeepStrictEqual(listRejections(data), listRejections(now)) ? data : undefined
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
  { entries }: Pick<Report, 'entries'>,
): Promise<void> => {
  const keys = [...new Set(entries.map(({ key }) => key))]
  const patients = await sql<{ id: number }[]>`
    SELECT patient_id AS id FROM patient_identity WHERE centre_code = ${centre} AND centre_patient_code = ANY (${keys})`
  const columns = [...new Set([...consentColumns, ...entries.flatMap(({ field }) => field ?? [])])]
  const ids = patients.map(({ id }) => id)
  caller.recordRead(await buildReadTrace(keyedHash, `report of an import, centre ${centre}`, ids, columns))
}
