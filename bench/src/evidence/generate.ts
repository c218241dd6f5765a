import type { Database } from '@registry/db/connect'

const answersPerSubject = 10

/** Adds entries to the audit log. Its trigger queues them for the chain. */
export const addEntries = async (database: Database, rows: number): Promise<void> => {
  await database`
    INSERT INTO audit_log (username, command, duration_milli, outcome, detail)
    SELECT 'user' || n % 100 || '@example.org', 'login', n % 1000, 'done', 'detail ' || n FROM generate_series(1, ${rows}::int) AS n`
}

/**
 * Adds ten answers for each subject, without patients. A superuser writes them in sets with the hashes of the ledger's trigger:
 * the triggers would take an hour for a million.
 */
export const addAnswers = async (database: Database, rows: number): Promise<void> => {
  await database.begin(async (sql) => {
    await sql`SET LOCAL session_replication_role = replica`
    await sql`CREATE TEMP TABLE new_subject ON COMMIT DROP AS SELECT gen_random_uuid() AS subject FROM generate_series(1, ${rows / answersPerSubject}::int)`
    for (let seq = 1; seq <= answersPerSubject; seq += 1)
      await sql`
        INSERT INTO consent_event (subject, seq, year, field, answer, channel, actor, chain_hash)
        SELECT r.subject, r.seq, r.year, r.field, r.answer, r.channel, r.actor, hash_consent_event(before.chain_hash, r)
        FROM new_subject LEFT JOIN consent_event AS before ON before.subject = new_subject.subject AND before.seq = ${seq}::int - 1
        CROSS JOIN LATERAL jsonb_populate_record(NULL::consent_event, jsonb_build_object('subject', new_subject.subject, 'seq', ${seq}::int, 'year', 2026,
          'field', 'C_DB', 'answer', ${seq}::int % 2 = 0, 'channel', 'service', 'actor', 'center RM01')) AS r`
  })
  await database`ANALYZE consent_event`
}
