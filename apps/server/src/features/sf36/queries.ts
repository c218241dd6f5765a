import type { Transaction } from '@registry/db/transaction'
import type { Sf36Answers } from '@registry/domain/sf36/answers'
import type { Sf36Scores } from '@registry/domain/sf36/scores'
import type { Sf36Content } from '@registry/db/schema/sf36'
import type { Language } from '@registry/domain/language'
import type { Sf36Scoring } from '@registry/domain/sf36/text'

export type VersionRow = {
  readonly version: number
  readonly description_it: string
  readonly description_en: string
  readonly scoring: Sf36Scoring
  readonly content: Sf36Content
  readonly licence: string | null
  readonly hash_it: string
  readonly hash_en: string
}

export const findNewestVersionRow = async ({ sql }: Transaction): Promise<VersionRow | undefined> => {
  const [row] = await sql<VersionRow[]>`
    SELECT version, description_it, description_en, scoring, content, licence, hash_it, hash_en
    FROM sf36_version WHERE published_at <= now() ORDER BY version DESC LIMIT 1`
  return row
}

export type VersionDescription = { readonly version: number; readonly description_it: string; readonly description_en: string }

export const listPublishedVersions = ({ sql }: Transaction): Promise<VersionDescription[]> => sql<VersionDescription[]>`
  SELECT version, description_it, description_en FROM sf36_version WHERE published_at <= now() ORDER BY version DESC`

/** Locks the patient until the transaction ends, to serialise two requests, and returns the consent to medical data. */
export const lockConsent = async ({ sql }: Transaction, patientId: number): Promise<boolean> => {
  const [row] = await sql<{ consented: boolean }[]>`
    SELECT c_db_m IS TRUE AND c_db_no_notification IS NULL AS consented FROM patient WHERE id = ${patientId} FOR UPDATE`
  return row?.consented ?? false
}

type ScoreColumns = {
  readonly [Scale in keyof Sf36Scores as Lowercase<Scale>]: number | null
}

export type ResponseRow = ScoreColumns & {
  readonly key: string
  readonly filled_at: string
  readonly version: number
  readonly description_it: string
  readonly description_en: string
  readonly scoring: Sf36Scoring
  readonly licence: string | null
}

/** Returns the patient's questionnaires, newest first. Row security limits them to the patient. */
export const listResponseRows = ({ sql }: Transaction): Promise<ResponseRow[]> => sql<ResponseRow[]>`
  SELECT key, filled_at, version, description_it, description_en, scoring, licence, pf, rp, bp, gh, vt, sf, re, mh, ht
  FROM sf36_response JOIN sf36_version USING (version)
  ORDER BY filled_at DESC, key`

export type FilledRow = ResponseRow & VersionRow & { readonly language: Language; readonly answers: readonly (number | number[])[] }

export const findFilledRow = async ({ sql }: Transaction, key: string): Promise<FilledRow | undefined> => {
  const [row] = await sql<FilledRow[]>`
    SELECT key, filled_at, version, description_it, description_en, scoring, language, answers, pf, rp, bp, gh, vt, sf, re, mh, ht, content,
      licence, hash_it, hash_en
    FROM sf36_response JOIN sf36_version USING (version) WHERE key = ${key}`
  return row
}

export type NewResponse = {
  readonly patientId: number
  readonly key: string
  readonly version: number
  readonly language: Language
  readonly hash: string
  readonly answers: Sf36Answers
  /** Null for a version without scoring. */
  readonly scores: Sf36Scores | null
}

/** Stores a questionnaire, unless the patient has one with this key. */
export const insertResponse = async ({ sql }: Transaction, { patientId, key, version, language, hash, answers, scores }: NewResponse) => {
  const columns = Object.fromEntries(Object.entries(scores ?? {}).map(([scale, score]) => [scale.toLowerCase(), score]))
  const row = { patient_id: patientId, key, version, language, shown_hash: hash, answers: JSON.stringify(answers), ...columns }
  await sql`INSERT INTO sf36_response ${sql(row)} ON CONFLICT (patient_id, key) DO NOTHING`
}

/** An old program sends no key. The same answers within ten minutes are a repeated request. */
export const findRepeatedKey = async (
  { sql }: Transaction,
  { version, answers }: Pick<NewResponse, 'version' | 'answers'>,
): Promise<string | undefined> => {
  const [row] = await sql<{ key: string }[]>`
    SELECT key FROM sf36_response
    WHERE version = ${version} AND answers = ${JSON.stringify(answers)} AND filled_at > now() - interval '10 minutes' LIMIT 1`
  return row?.key
}

/** The version that an old program last received. */
export type SentText = { readonly version: number; readonly language: Language }

export const storeSentText = async ({ sql }: Transaction, patientId: number, { version, language }: SentText): Promise<void> => {
  await sql`
    INSERT INTO sf36_text_sent (patient_id, version, language) VALUES (${patientId}, ${version}, ${language})
    ON CONFLICT (patient_id) DO UPDATE SET version = excluded.version, language = excluded.language`
}

export const findSentText = async ({ sql }: Transaction): Promise<SentText | undefined> => {
  const [sent] = await sql<SentText[]>`SELECT version, language FROM sf36_text_sent`
  return sent
}
