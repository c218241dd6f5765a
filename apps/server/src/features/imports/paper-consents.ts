import type { Transaction } from '@registry/db/transaction'
import { createFailureTable, orderChecks, reportBatch, runChecks, type CheckedRows } from './checks.ts'
import { withdrawnErrorSql } from './create-patients-queries.ts'
import type { BatchResult, CentresPlan, ImportContext } from './import-plan.ts'
import { paperConsentColumns } from './reading/paper-consents.ts'
import { createTargetTable, findTargets, runStatement } from './staging-tables.ts'

/** The question that each row answers, with the answers that the ledger has. A centre's registration is no answer of the person. */
const isSameQuestion = 'event.subject = patient.consent_subject AND event.field = staged.field'
const paperRows: CheckedRows = {
  from: `(
    SELECT staged.*, patient.consent_subject, EXISTS (
        SELECT FROM consent_event AS event WHERE ${isSameQuestion} AND event.channel = 'paper_import'
          AND (event.answer, event.signed_on, event.paper_reference, event.paper_version) = (staged.answer, staged.signed_on, staged.reference, staged.version)
      ) AS stored, EXISTS (
        SELECT FROM consent_event AS event WHERE ${isSameQuestion} AND event.channel NOT IN ('centre', 'service')
          AND coalesce(event.signed_on, (event.at AT TIME ZONE 'Europe/Rome')::date) >= staged.signed_on
      ) AS answered
    FROM import_target AS target JOIN import_row AS staged USING (row_number) JOIN patient ON patient.id = target.patient_id
    WHERE target.error IS NULL) AS paper`,
  rowNumber: 'paper.row_number',
}

const checks = orderChecks([
  { severity: 'warning', field: 'DATE', code: 'import_consent_superseded', when: 'paper.answered AND NOT paper.stored' },
])

/**
 * Adds the papers to the ledger, in the order of their signatures. A paper counts if the person did not answer the question on its day or
 * later (D21). The registry never showed its text, so the answer has no hash (REQ-CON-21).
 */
const addPapers = (tx: Transaction): PromiseLike<readonly unknown[]> =>
  runStatement(
    tx,
    `INSERT INTO consent_event (subject, kind, field, answer, channel, actor, signed_on, paper_reference, paper_version)
    SELECT paper.consent_subject, CASE paper.field WHEN 'C_DB' THEN NULL ELSE 'consents' END, paper.field, paper.answer, 'paper_import',
      current_setting('app.actor'), paper.signed_on, paper.reference, paper.version
    FROM ${paperRows.from} WHERE NOT paper.answered AND NOT paper.stored ORDER BY paper.signed_on, paper.row_number RETURNING seq`,
  )

const storePapers = async (tx: Transaction, { entries }: ImportContext): Promise<BatchResult> => {
  await createTargetTable(tx)
  await createFailureTable(tx)
  await findTargets(tx, { known: withdrawnErrorSql, unknown: "'import_patient_unknown'" })
  await runChecks(tx, checks, paperRows)
  const added = await addPapers(tx)
  return { ok: await reportBatch(tx, entries, checks), changed: added.length }
}

/** Consents of patients of several centres, signed on the paper of another registry. Only the operator's command imports them. */
export const paperConsents: CentresPlan = {
  command: 'paperConsents',
  columns: paperConsentColumns.map((name) => ({ name, required: true, key: name === 'CENTER_ID' })),
  stagingColumns: [
    'NULL::text AS field',
    'NULL::jsonb AS answer',
    'NULL::date AS signed_on',
    'NULL::text AS reference',
    'NULL::text AS version',
  ],
  store: storePapers,
}
