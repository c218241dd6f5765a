import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { importRun } from '@registry/db/schema/imports'
import type { Transaction } from '@registry/db/transaction'
import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import type { Report } from './report.ts'

const Line = z.object({
  row: z.number(),
  key: z.string(),
  field: z.string().exactOptional(),
  code: z.custom<ErrorCode>((code) => typeof code === 'string' && Object.hasOwn(errorMessages, code)),
  params: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
  warning: z.literal(true).exactOptional(),
})
const Kept = z.object({ ok: z.number(), ko: z.number(), lines: Line.array() })

const refusalsOf = ({ lines }: Report) => lines.filter(({ warning }) => !warning)

/**
 * The report that the centre was given when it last sent this file, if the outcome is the same now: a file that is sent again, as after
 * an answer that was lost, changes nothing and is answered what it was answered first. A warning may stand on what was stored before (FAULT-12).
 */
export const findEarlierReport = async (
  { db }: Transaction,
  file: { readonly centre: string; readonly command: string; readonly fileHash: string },
  now: Report,
): Promise<Report | undefined> => {
  const same = and(eq(importRun.centerCode, file.centre), eq(importRun.command, file.command), eq(importRun.fileHash, file.fileHash))
  const [before] = await db
    .select({ ok: importRun.ok, ko: importRun.ko, lines: importRun.detail })
    .from(importRun)
    .where(same)
    .orderBy(desc(importRun.at))
    .limit(1)
  const { data } = Kept.safeParse(before)
  return data && data.ok === now.ok && data.ko === now.ko && isDeepStrictEqual(refusalsOf(data), refusalsOf(now)) ? data : undefined
}
