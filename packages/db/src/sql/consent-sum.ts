import { securityDefiner, type Statement } from './text.ts'

/** A separate queue, so that writers of answers never wait for the sum of the ledger (decision 0026). */
const queueAnswers = `CREATE OR REPLACE FUNCTION queue_consent_answers() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO consent_sum_pending (subject, seq) SELECT subject, seq FROM inserted;
    RETURN NULL;
  END $$`

/** Takes committed answers from the queue. The caller adds them to the sum in the same transaction. */
const takeAnswers = `CREATE OR REPLACE FUNCTION take_consent_answers(in_limit integer) RETURNS TABLE (subject uuid, seq integer, chain_hash text) LANGUAGE sql ${securityDefiner} AS $$
    WITH taken AS (
      DELETE FROM consent_sum_pending AS pending
      WHERE (pending.subject, pending.seq) IN (SELECT next.subject, next.seq FROM consent_sum_pending AS next LIMIT in_limit)
      RETURNING pending.subject, pending.seq
    )
    SELECT event.subject, event.seq, event.chain_hash FROM taken JOIN consent_event AS event ON (event.subject, event.seq) = (taken.subject, taken.seq)
  $$`

export const consentSumStatements: readonly Statement[] = [
  queueAnswers,
  takeAnswers,
  `CREATE OR REPLACE TRIGGER queue_consent_answers AFTER INSERT ON consent_event
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION queue_consent_answers()`,
]
