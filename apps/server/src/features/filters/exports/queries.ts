import { exportManifest, exportOutcome } from '@registry/db/schema/exports'
import type { Transaction } from '@registry/db/transaction'

/** An export whose patients differ by few from those of another. */
export type SimilarExport = { readonly other: string; readonly count: number }

/** Finds the most similar earlier export, if its patients differ by few from those of this one (THREAT-33). */
export const findSimilarExport = async ({ sql }: Transaction, id: string): Promise<SimilarExport | undefined> => {
  const [closest] = await sql<SimilarExport[]>`
    SELECT export AS other, differs AS count FROM find_similar_exports(${id}) LIMIT 1`
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

type NewManifest = typeof exportManifest.$inferInsert & { readonly id: string; readonly patients: number }

/** Stores a manifest and the patients that it counts, whose ids are one text with commas. */
export const insertManifest = async ({ db, sql }: Transaction, manifest: NewManifest, ids: string): Promise<void> => {
  await db.insert(exportManifest).values(manifest)
  await sql`SELECT add_export_patients(${manifest.id}, string_to_array(${ids}, ',')::integer[])`
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
