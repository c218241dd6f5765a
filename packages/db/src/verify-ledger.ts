import { hashOfPoints } from './consent-hash.ts'
import type { Database } from './connect.ts'
import type { DocumentContent } from './schema/consents.ts'
import type { Mismatch } from './verify-chain.ts'

type Found = { readonly text: string }

const changedText = async (database: Database): Promise<Mismatch | undefined> => {
  const documents = await database<{ kind: string; version: number; content: DocumentContent; hash_it: string; hash_en: string }[]>`
    SELECT kind, version, content, hash_it, hash_en FROM consent_document ORDER BY kind, version`
  const changed = documents.find(
    ({ content, hash_it, hash_en }) => hashOfPoints(content.it) !== hash_it || hashOfPoints(content.en) !== hash_en,
  )
  return changed && `consent text: ${changed.kind} version ${changed.version} does not match its hash`
}

/** The first answer whose link is not that of its row and the answer before, or whose place among the answers is not its own. */
const brokenAnswer = async (database: Database): Promise<Mismatch | undefined> => {
  const [found] = await database<Found[]>`
    SELECT subject || ' ' || seq AS text FROM (
      SELECT e.subject, e.seq, e.chain_hash, row_number() OVER answers AS place,
        consent_event_link(lag(e.chain_hash) OVER answers, e) AS computed
      FROM consent_event AS e WINDOW answers AS (PARTITION BY e.subject ORDER BY e.seq)) AS chained
    WHERE chain_hash IS DISTINCT FROM computed OR seq <> place ORDER BY subject, seq LIMIT 1`
  return found && `consent ledger: answer ${found.text} does not match`
}

const strayText = async (database: Database): Promise<Mismatch | undefined> => {
  const [found] = await database<Found[]>`
    SELECT e.subject || ' ' || e.seq AS text FROM consent_event AS e
    LEFT JOIN consent_document AS shown ON (shown.kind, shown.version) = (e.kind, e.version)
    LEFT JOIN consent_document AS i ON i.kind = 'information' AND i.version = e.information_version
    LEFT JOIN consent_document AS p ON p.kind = 'preliminary' AND p.version = e.preliminary_version
    WHERE e.kind IS NOT NULL AND (
      e.shown_hash IS DISTINCT FROM CASE e.language WHEN 'it' THEN shown.hash_it ELSE shown.hash_en END
      OR e.at < shown.published_at
      OR e.information_version IS NOT NULL AND e.information_hash NOT IN (i.hash_it, i.hash_en)
      OR e.preliminary_version IS NOT NULL AND e.preliminary_hash NOT IN (p.hash_it, p.hash_en))
    ORDER BY e.subject, e.seq LIMIT 1`
  return found && `consent ledger: answer ${found.text} is not one to its text`
}

/** The flags of a patient are what the answers give: an answer that was cut off the end shows here. */
const wrongFlags = async (database: Database): Promise<Mismatch | undefined> => {
  const [found] = await database<Found[]>`
    SELECT p.id::text AS text FROM patient AS p CROSS JOIN LATERAL consent_flags(p.consent_subject) AS f
    WHERE p.consent_subject IS NOT NULL AND (p.c_db, p.c_db_p, p.c_db_m, p.c_s, p.c_extraeu, p.c_p_db, p.c_f, p.c_incidental, p.c_db_no_notification)
      IS DISTINCT FROM (f.c_db, f.c_db_p, f.c_db_m, f.c_s, f.c_extraeu, f.c_p_db, f.c_f, f.c_incidental, f.withdrawn)
    ORDER BY p.id LIMIT 1`
  return found && `consent ledger: the answers of patient ${found.text} do not give the patient’s consents`
}

/** Recomputes every hash of the consent texts and of the ledger, and the consents that follow from them (T47). */
export const verifyLedger = async (database: Database): Promise<Mismatch | undefined> => {
  for (const check of [changedText, brokenAnswer, strayText, wrongFlags]) {
    const mismatch = await check(database)
    if (mismatch !== undefined) return mismatch
  }
  return undefined
}
