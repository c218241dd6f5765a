import { securityDefiner, type Statement } from './text.ts'

const utc = (moment: string): string => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`

/** Every column of an entry: a new column of the log belongs here. */
const digest = `CREATE OR REPLACE FUNCTION hash_audit_entry(e audit_log) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT encode(sha256(convert_to(jsonb_build_array(e.id, ${utc('e.at')}, e.username, e.command, e.action, e.from_host, e.duration_milli,
      e.detail, e.outcome, e.request_id, e.reads)::text, 'UTF8')), 'hex')
  $$`

const queue = `CREATE OR REPLACE FUNCTION queue_audit_entries() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO audit_chain_pending (entry_id) SELECT id FROM added;
    RETURN NULL;
  END $$`

/** Takes committed entries off the queue, oldest first; whoever takes them chains them in the same transaction. */
const take = `CREATE OR REPLACE FUNCTION take_audit_entries(most integer) RETURNS TABLE (entry_id bigint, digest text) LANGUAGE sql ${securityDefiner} AS $$
    WITH taken AS (
      DELETE FROM audit_chain_pending AS p WHERE p.entry_id IN (SELECT q.entry_id FROM audit_chain_pending AS q ORDER BY q.entry_id LIMIT most) RETURNING p.entry_id
    )
    SELECT e.id, hash_audit_entry(e) FROM taken JOIN audit_log AS e ON e.id = taken.entry_id ORDER BY e.id
  $$`

export const auditChainStatements: readonly Statement[] = [
  digest,
  queue,
  take,
  `CREATE OR REPLACE TRIGGER queue_audit_entries AFTER INSERT ON audit_log
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_audit_entries()`,
]
