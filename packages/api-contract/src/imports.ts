import { z } from 'zod'
import { fileFormats } from '@registry/domain/file-formats'
import { importCommands } from '@registry/domain/imports/columns'
import { namedCentre } from './fields.ts'
import { Progress } from './progress.ts'
import { procedure, router } from './trpc.ts'

export const ImportQuery = z.strictObject({
  ...namedCentre,
  /** The last file of the page before. */
  cursor: z.uuid().optional(),
  /** TanStack Query sends the direction of its infinite queries. */
  direction: z.enum(['forward', 'backward']).optional(),
})
export type ImportQuery = z.infer<typeof ImportQuery>

/** A file that a centre imported: `ok` rows are stored, `ko` rows were rejected. */
export const ImportedFile = z.object({
  id: z.uuid(),
  at: z.string(),
  actor: z.string(),
  command: z.enum(importCommands),
  /** `fhir` is a Bundle, which only programs send. */
  format: z.enum([...fileFormats, 'fhir']),
  ok: z.number().int(),
  ko: z.number().int(),
  /** Time and actor of the undo, if any (REQ-IMP-17). */
  undone: z.object({ at: z.string(), by: z.string() }).nullable(),
})
export type ImportedFile = z.infer<typeof ImportedFile>

/** The imported files, newest first. `next` is the cursor of the next page. */
export const ImportPage = z.object({ files: ImportedFile.array(), next: z.uuid().optional() })
export type ImportPage = z.infer<typeof ImportPage>

export const ReportQuery = z.strictObject({ ...namedCentre, id: z.uuid() })
export type ReportQuery = z.infer<typeof ReportQuery>

/** The report of an import (REQ-IMP-05). Row 0 counts the entries that are not listed. */
export const ImportReport = z.object({
  ok: z.number().int(),
  ko: z.number().int(),
  detail: z.object({ row: z.number().int(), key: z.string(), field: z.string().optional(), code: z.string(), message: z.string() }).array(),
})
export type ImportReport = z.infer<typeof ImportReport>

const ChangedValue = z.object({ row: z.number().int(), key: z.string(), field: z.string(), before: z.string(), after: z.string() })
/** The values that a file of records would change, in words: the first ones by row, and the count of all (REQ-IMP-06). */
export const ImportChanges = z.object({ count: z.number().int(), first: ChangedValue.array() })
export type ImportChanges = z.infer<typeof ImportChanges>

/** The patients whom a file registered, and how many of them have answered or have a changed record since. */
export const ImportRegistrations = z.object({ registered: z.number().int(), changed: z.number().int() })
export type ImportRegistrations = z.infer<typeof ImportRegistrations>

/** The reason is kept in the history of values. A file of new patients creates no history, so it needs none. */
export const ImportUndo = z.strictObject({ ...namedCentre, id: z.uuid(), reason: z.string().trim().min(1).max(500).exactOptional() })
export type ImportUndo = z.infer<typeof ImportUndo>

const KeptResult = z.object({ key: z.string(), analyte: z.string(), takenOn: z.string() })
/** `kept` are results that somebody has corrected since the file: the first ones by patient and day, and the count of all (REQ-OBS-06). */
export const ImportUndone = z.object({
  patients: z.number().int(),
  kept: z.object({ count: z.number().int(), first: KeptResult.array() }).exactOptional(),
})
export type ImportUndone = z.infer<typeof ImportUndone>

export const imports = router({
  list: procedure({ permission: 'imports:see', audit: ['imports', 'LIST'] })
    .input(ImportQuery)
    .query(ImportPage),
  report: procedure({ permission: 'imports:see', audit: ['imports', 'REPORT'], reads: 'patients' })
    .input(ReportQuery)
    .query(ImportReport),
  /** Registrations that an undo of a file of new patients would delete. Other files have none. */
  registrations: procedure({ permission: 'imports:see', audit: ['imports', 'REGISTRATIONS'] })
    .input(ReportQuery)
    .query(ImportRegistrations),
  /** Progress of the caller's upload, including those of reference tables and studies (REQ-IMP-18). */
  progress: procedure({ permission: 'upload:progress', audit: ['imports', 'PROGRESS'] })
    .input(z.uuid())
    .query(Progress),
  /**
   * Restores the values before a file of personal or clinical data, or deletes the registrations of a file, all or none (REQ-IMP-17).
   * @throws AppError not_found, import_not_undoable, import_undone_already, import_changed_since, import_registrations_changed,
   * validation_failed
   */
  undo: procedure({ permission: 'record:write', audit: ['imports', 'UNDO'], reads: 'patients' })
    .input(ImportUndo)
    .mutation(ImportUndone),
})
