import { hashParagraphs } from './consent-hash.ts'
import type { Database } from './connect.ts'
import type { DocumentContent } from './schema/consents.ts'
import type { Mismatch } from './verify-chain.ts'
import type { VerificationOptions } from './verification-options.ts'

/** The number of answers, or patients, that one statement checks. It limits the memory of the database. */
const batchSize = 20_000

/** The result of one statement over a range of subjects or patients. */
type Checked = { readonly rows: number; readonly broken: string | null }
type Check<T> = {
  readonly kind: string
  /** A value before the first key, and one not before the last. */
  readonly bounds: readonly [before: T, after: T]
  /** Finds the last key of the next batch; undefined when the rest is one batch. */
  readonly next: (database: Database, after: T, batch: number) => Promise<T | undefined>
  readonly check: (database: Database, after: T, until: T) => Promise<Checked | undefined>
  readonly mismatch: (broken: string) => Mismatch
}

const runCheck = async <T>(
  database: Database,
  check: Check<T>,
  { signal, progress }: VerificationOptions,
  batch: number,
): Promise<Mismatch | undefined> => {
  let [after] = check.bounds
  const [, last] = check.bounds
  let rows = 0
  for (;;) {
    signal?.throwIfAborted()
    const next = await check.next(database, after, batch)
    const checked = await check.check(database, after, next ?? last)
    if (typeof checked?.broken === 'string') return check.mismatch(checked.broken)
    progress?.(check.kind, (rows += checked?.rows ?? 0))
    if (next === undefined) return undefined
    after = next
  }
}

const subjectBounds = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const

/** A batch contains all answers of its subjects. */
const findLastSubject = async (database: Database, after: string, batch: number): Promise<string | undefined> => {
  const [found] = await database<{ subject: string }[]>`
    SELECT subject FROM consent_event WHERE subject > ${after}::uuid ORDER BY subject, seq OFFSET ${batch} LIMIT 1`
  return found?.subject
}

const findChangedText = async (database: Database): Promise<Mismatch | undefined> => {
  const documents = await database<{ kind: string; version: number; content: DocumentContent; hash_it: string; hash_en: string }[]>`
    SELECT kind, version, content, hash_it, hash_en FROM consent_document ORDER BY kind, version`
  const changed = documents.find(
    ({ content, hash_it, hash_en }) => hashParagraphs(content.it) !== hash_it || hashParagraphs(content.en) !== hash_en,
  )
  return changed && `consent text: ${changed.kind} version ${changed.version} does not match its hash`
}

/** Checks the hash and the position of each answer. */
const answers: Check<string> = {
  kind: 'answers of the consent ledger',
  bounds: subjectBounds,
  next: findLastSubject,
  check: async (database, after, until) => {
    const [checked] = await database<Checked[]>`
      SELECT count(*) AS rows, (array_agg(subject || ' ' || seq ORDER BY subject, seq) FILTER (WHERE chain_hash IS DISTINCT FROM computed OR seq <> place))[1] AS broken
      FROM (
        SELECT e.subject, e.seq, e.chain_hash, row_number() OVER answers AS place,
          hash_consent_event(lag(e.chain_hash) OVER answers, e) AS computed
        FROM consent_event AS e WHERE e.subject > ${after}::uuid AND e.subject <= ${until}::uuid
        WINDOW answers AS (PARTITION BY e.subject ORDER BY e.seq)) AS chained`
    return checked
  },
  mismatch: (broken) => `consent ledger: answer ${broken} does not match`,
}

const texts: Check<string> = {
  kind: 'texts of the answers',
  bounds: subjectBounds,
  next: findLastSubject,
  check: async (database, after, until) => {
    const [checked] = await database<Checked[]>`
      SELECT count(*) AS rows, (array_agg(e.subject || ' ' || e.seq ORDER BY e.subject, e.seq) FILTER (WHERE e.kind IS NOT NULL AND (
        e.shown_hash IS DISTINCT FROM CASE e.language WHEN 'it' THEN shown.hash_it ELSE shown.hash_en END
        OR e.at < shown.published_at
        OR e.information_version IS NOT NULL AND e.information_hash NOT IN (i.hash_it, i.hash_en)
        OR e.preliminary_version IS NOT NULL AND e.preliminary_hash NOT IN (p.hash_it, p.hash_en)
        OR e.assent_version IS NOT NULL AND e.assent_hash NOT IN (a.hash_it, a.hash_en))))[1] AS broken
      FROM consent_event AS e
      LEFT JOIN consent_document AS shown ON (shown.kind, shown.version) = (e.kind, e.version)
      LEFT JOIN consent_document AS i ON i.kind = 'information' AND i.version = e.information_version
      LEFT JOIN consent_document AS p ON p.kind = 'preliminary' AND p.version = e.preliminary_version
      LEFT JOIN consent_document AS a ON (a.kind, a.version) = (e.assent_kind, e.assent_version)
      WHERE e.subject > ${after}::uuid AND e.subject <= ${until}::uuid`
    return checked
  },
  mismatch: (broken) => `consent ledger: answer ${broken} does not match its text`,
}

/** Compares the flags of each patient with the answers, and the stored hash with that of the latest answer, if any. */
const patients: Check<number> = {
  kind: 'patients and their consents',
  bounds: [0, 2 ** 31 - 1],
  next: async (database, after, batch) => {
    const [found] = await database<
      { id: number }[]
    >`SELECT id FROM patient WHERE id > ${after} ORDER BY id OFFSET ${Math.ceil(batch / 10)} LIMIT 1`
    return found?.id
  },
  check: async (database, after, until) => {
    const [checked] = await database<Checked[]>`
      SELECT count(*) AS rows, (min(p.id) FILTER (WHERE
        (p.c_db, p.c_db_p, p.c_db_m, p.c_s, p.c_extraeu, p.c_p_db, p.c_f, p.c_incidental, p.c_db_no_notification)
        IS DISTINCT FROM (f.c_db, f.c_db_p, f.c_db_m, f.c_s, f.c_extraeu, f.c_p_db, f.c_f, f.c_incidental, f.withdrawn)
        OR p.consent_chain_hash IS DISTINCT FROM (
          SELECT chain_hash FROM consent_event WHERE subject = p.consent_subject ORDER BY seq DESC LIMIT 1)))::text AS broken
      FROM patient AS p CROSS JOIN LATERAL compute_consent_flags(p.consent_subject) AS f
      WHERE p.consent_subject IS NOT NULL AND p.id > ${after} AND p.id <= ${until}`
    return checked
  },
  mismatch: (broken) => `consent ledger: the answers of patient ${broken} do not match the patient’s row`,
}

/**
 * Recomputes all hashes of the consent documents and the ledger, and the flags and the latest answer of all patients (THREAT-47). It works
 * in batches, so memory does not grow with the ledger. Returns the first mismatch.
 */
export const verifyLedger = async (
  database: Database,
  options: VerificationOptions = {},
  batch = batchSize,
): Promise<Mismatch | undefined> =>
  (await findChangedText(database)) ??
  (await runCheck(database, answers, options, batch)) ??
  (await runCheck(database, texts, options, batch)) ??
  (await runCheck(database, patients, options, batch))
