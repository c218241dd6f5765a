import type { Sf36Version, Sf36VersionSummary } from '@registry/api-contract/sf36-versions'
import type { Transaction } from '@registry/db/transaction'
import type { Sf36Wording } from '@registry/domain/sf36/wording'

/** Lists all versions, newest first. Row security shows a draft to GlobalAdmins only. */
export const listVersions = ({ sql }: Transaction): Promise<Sf36VersionSummary[]> => sql<Sf36VersionSummary[]>`
  SELECT version, jsonb_build_object('it', description_it, 'en', description_en) AS description, coalesce(licence, '') AS licence, scoring,
    published_at AS "publishedAt", published_by AS "publishedBy", changed_at AS "changedAt", changed_by AS "changedBy"
  FROM sf36_version ORDER BY version DESC`

export type VersionRow = Sf36Version & { readonly changedParts: readonly string[] }

const selectVersions = ({ sql }: Transaction, version: number | null) => sql<VersionRow[]>`
  SELECT version, jsonb_build_object('it', description_it, 'en', description_en) AS description, coalesce(licence, '') AS licence, scoring,
    published_at AS "publishedAt", published_by AS "publishedBy", changed_at AS "changedAt", changed_by AS "changedBy", content, saves,
    changed_parts AS "changedParts"
  FROM sf36_version WHERE CASE WHEN ${version}::integer IS NULL THEN published_at IS NULL ELSE version = ${version} END`

export const findVersion = async (tx: Transaction, version: number): Promise<VersionRow | undefined> => {
  const [row] = await selectVersions(tx, version)
  return row
}

export const findDraft = async (tx: Transaction): Promise<VersionRow | undefined> => {
  const [row] = await selectVersions(tx, null)
  return row
}

/** Serialises the changes of the draft, so that each sees the previous saves. */
export const lockDraft = async ({ sql }: Transaction): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('sf36_version'))`
}

/** Creates the draft, as the version after the newest. */
export const insertDraft = async ({ sql }: Transaction, { description, licence, scoring, content }: Sf36Wording): Promise<void> => {
  await sql`
    INSERT INTO sf36_version (version, description_it, description_en, licence, scoring, content)
    SELECT max(version) + 1, ${description.it}, ${description.en}, nullif(${licence}, ''), ${scoring}, ${JSON.stringify(content)}
    FROM sf36_version`
}

export const updateDraft = async (
  { sql }: Transaction,
  { description, licence, scoring, content }: Sf36Wording,
  changedParts: readonly string[],
): Promise<void> => {
  await sql`
    UPDATE sf36_version SET description_it = ${description.it}, description_en = ${description.en}, licence = nullif(${licence}, ''),
      scoring = ${scoring}, content = ${JSON.stringify(content)}, changed_parts = ${[...changedParts]}::text[]
    WHERE published_at IS NULL`
}

export const deleteDraft = async ({ sql }: Transaction): Promise<void> => {
  await sql`DELETE FROM sf36_version WHERE published_at IS NULL`
}

export const publishDraft = async ({ sql }: Transaction): Promise<void> => {
  await sql`UPDATE sf36_version SET published_at = now() WHERE published_at IS NULL`
}
