import type { Database } from '@registry/db/connect'

const answersOfSubject = 10

/** Entries of the audit log, queued for the chain by the log's own trigger. */
export const addEntries = async (database: Database, rows: number): Promise<void> => {
  await database`
    INSERT INTO audit_log (username, command, duration_milli, outcome, detail)
    SELECT 'user' || n % 100 || '@example.org', 'login', n % 1000, 'done', 'detail ' || n FROM generate_series(1, ${rows}::int) AS n`
}

/**
 * Answers of subjects without a patient, ten for each, chained as the trigger of the ledger would: a superuser writes them set by set,
 * since the triggers would take an hour for a million.
 */
export const addAnswers = async (database: Database, rows: number): Promise<void> => {
  await database.begin(async (sql) => {
    await sql`SET LOCAL session_replication_role = replica`
    await sql`CREATE TEMP TABLE made ON COMMIT DROP AS SELECT gen_random_uuid() AS subject FROM generate_series(1, ${rows / answersOfSubject}::int)`
    for (let seq = 1; seq <= answersOfSubject; seq += 1)
      await sql`
        INSERT INTO consent_event (subject, seq, year, field, answer, channel, actor, chain_hash)
        SELECT r.subject, r.seq, r.year, r.field, r.answer, r.channel, r.actor, hash_consent_event(before.chain_hash, r)
        FROM made LEFT JOIN consent_event AS before ON before.subject = made.subject AND before.seq = ${seq}::int - 1
        CROSS JOIN LATERAL jsonb_populate_record(NULL::consent_event, jsonb_build_object('subject', made.subject, 'seq', ${seq}::int, 'year', 2026,
          'field', 'C_DB', 'answer', ${seq}::int % 2 = 0, 'channel', 'service', 'actor', 'center RM01')) AS r`
  })
  await database`ANALYZE consent_event`
}
