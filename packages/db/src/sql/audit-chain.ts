import { securityDefiner, type Statement } from './text.ts'

const formatUtc = (moment: string): string => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`

/** Covers all columns of an entry. Add each new column of the audit log here. */
const hashEntry = `CREATE OR REPLACE FUNCTION hash_audit_entry(entry audit_log) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT encode(sha256(convert_to(jsonb_build_array(entry.id, ${formatUtc('entry.at')}, entry.username, entry.command, entry.action,
      entry.from_host, entry.duration_milli, entry.detail, entry.outcome, entry.request_id, entry.reads)::text, 'UTF8')), 'hex')
  $$`

const queueEntries = `CREATE OR REPLACE FUNCTION queue_audit_entries() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO audit_chain_pending (entry_id) SELECT id FROM inserted;
    RETURN NULL;
  END $$`

/** Claims committed entries from the queue, oldest first. The caller chains them in the same transaction. A list of ids is one look-up in each month. */
const claimEntries = `CREATE OR REPLACE FUNCTION claim_audit_entries(in_limit integer) RETURNS TABLE (entry_id bigint, digest text) LANGUAGE sql ${securityDefiner} AS $$
    WITH taken AS (
      DELETE FROM audit_chain_pending AS pending
      WHERE pending.entry_id IN (SELECT oldest.entry_id FROM audit_chain_pending AS oldest ORDER BY oldest.entry_id LIMIT in_limit)
      RETURNING pending.entry_id
    )
    SELECT entry.id, hash_audit_entry(entry) FROM audit_log AS entry WHERE entry.id = ANY (ARRAY(SELECT taken.entry_id FROM taken)) ORDER BY entry.id
  $$`

export const auditChainStatements: readonly Statement[] = [
  hashEntry,
  queueEntries,
  claimEntries,
  `CREATE OR REPLACE TRIGGER queue_audit_entries AFTER INSERT ON audit_log
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION queue_audit_entries()`,
]
