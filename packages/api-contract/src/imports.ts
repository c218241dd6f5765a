import { z } from 'zod'
import { importCommands } from '@registry/domain/imports/columns'
import type { Caller } from './caller.ts'
import { fileFormats } from './saved-filters.ts'

/** A CenterAdmin of several centres names one. */
const centre = { centre: z.string().max(80).optional() }

export const ImportQuery = z.strictObject({
  ...centre,
  /** The last file of the page before. */
  cursor: z.uuid().optional(),
  /** TanStack Query sends the direction of its infinite queries. */
  direction: z.enum(['forward', 'backward']).optional(),
})
export type ImportQuery = z.infer<typeof ImportQuery>

/** A file that a centre imported: `ok` rows are stored, `ko` rows were refused. */
export const ImportedFile = z.object({
  id: z.uuid(),
  at: z.string(),
  actor: z.string(),
  command: z.enum(importCommands),
  format: z.enum(fileFormats),
  ok: z.number().int(),
  ko: z.number().int(),
})
export type ImportedFile = z.infer<typeof ImportedFile>

/** The imported files, newest first. `next` is the cursor of the next page. */
export const ImportPage = z.object({ files: ImportedFile.array(), next: z.uuid().optional() })
export type ImportPage = z.infer<typeof ImportPage>

export const ReportQuery = z.strictObject({ ...centre, id: z.uuid() })
export type ReportQuery = z.infer<typeof ReportQuery>

/** The report of an import (REQ-IMP-05). Row 0 counts the entries that are not listed. */
export const ImportReport = z.object({
  ok: z.number().int(),
  ko: z.number().int(),
  detail: z.object({ row: z.number().int(), key: z.string(), field: z.string().optional(), code: z.string(), message: z.string() }).array(),
})
export type ImportReport = z.infer<typeof ImportReport>

export type Imports = {
  list(caller: Caller, query: ImportQuery): Promise<ImportPage>
  report(caller: Caller, query: ReportQuery): Promise<ImportReport>
}
