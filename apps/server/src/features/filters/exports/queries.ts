import { exportManifest, exportOutcome } from '@registry/db/schema/exports'
import type { Transaction } from '@registry/db/transaction'

/** Another export whose patients differ by few from these. */
export type SimilarExport = { readonly other: string; readonly count: number }

/** The keyed hash of the patients of an export. A study has its code. */
export type ExportedSet = { readonly setHash: string; readonly studyId: string | null }

/** Finds the most similar earlier export, if its patients differ by few from those stored for this one (THREAT-33). */
export const findSimilarExport = async (
  { sql }: Transaction,
  id: string,
  { setHash, studyId }: ExportedSet,
): Promise<SimilarExport | undefined> => {
  const [closest] = await sql<SimilarExport[]>`
    SELECT export AS other, differs AS count FROM find_similar_exports(${id}, ${setHash}, ${studyId}) LIMIT 1`
  return closest
}

/** Exports of the last 30 days with exact values of unique rows for which the person gave no reason (REQ-EXP-07). */
export const countWithoutReason = async ({ sql }: Transaction, actor: string): Promise<number> => {
  const [counted] = await sql<{ exports: number }[]>`
    SELECT count(*)::int AS exports FROM export_manifest
    WHERE actor = ${actor} AND at > now() - interval '30 days' AND study_id IS NULL AND unique_rows > 0 AND NOT generalised AND reason IS NULL`
  return counted?.exports ?? 0
}

/** The moment of the data of this transaction. A save that was running then can have an earlier one. */
export const readMoment = async ({ sql }: Transaction): Promise<string> => {
  const [found] = await sql<{ now: string }[]>`SELECT now()::text AS now`
  if (!found) throw new Error('The database did not tell its time')
  return found.now
}

/** Locks an export until the transaction ends, so the nightly check does not mark it as interrupted. */
export const lockExport = async ({ sql }: Transaction, manifestId: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('export'), hashtext(${manifestId}))`
}

/** Stores the patients of an export, whose ids are one text with commas. */
export const addPatients = async ({ sql }: Transaction, exportId: string, ids: string): Promise<void> => {
  await sql`SELECT add_export_patients(${exportId}, 0, string_to_array(${ids}, ',')::integer[])`
}

/** Stores a manifest. The database counts its patients. */
export const insertManifest = async (
  { db }: Transaction,
  manifest: Omit<typeof exportManifest.$inferInsert, 'patients'>,
): Promise<void> => {
  await db.insert(exportManifest).values(manifest)
}

export type Outcome = {
  readonly outcome: 'complete' | 'partial' | 'failed'
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** Stores the outcome of an export, unless it has one. */
export const insertOutcome = async ({ db }: Transaction, manifestId: string, outcome: Outcome): Promise<void> => {
  await db
    .insert(exportOutcome)
    .values({ manifestId, ...outcome })
    .onConflictDoNothing()
}
