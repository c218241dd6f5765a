import type { Transaction } from '@registry/db/transaction'
import { observationColumns, requiredObservationColumns } from '@registry/domain/imports/columns'
import { computeStatistics } from '../../shared/observations.ts'
import { alias, buildJoins } from '../../shared/record-checks/stored-record.ts'
import { accepted, createFailureTable, orderChecks, reportBatch, runChecks, type CheckedRows } from './checks.ts'
import { listIgnoredColumns, type BatchResult, type ImportContext, type ImportPlan } from './import-plan.ts'
import type { observationSources } from '@registry/domain/observations/observation'
import { createTargetTable, findTargets, runStatement } from './staging-tables.ts'
import { consentErrorSql } from './write-data-domain.ts'

const rows: CheckedRows = {
  from: `(SELECT * FROM import_target WHERE error IS NULL) AS target
    JOIN import_row AS staged ON staged.row_number = target.row_number ${buildJoins(['patient_personal', 'patient_medical'], 'target.patient_id')}`,
  rowNumber: 'target.row_number',
}

const checks = orderChecks([
  { severity: 'error', field: 'TAKEN_ON', code: 'observation_before_birth', when: `staged.taken_on < ${alias.patient_personal}.dob` },
  { severity: 'error', field: 'TAKEN_ON', code: 'observation_after_death', when: `staged.taken_on > ${alias.patient_medical}.dead_date` },
])

type Stored = { readonly row: number; readonly key: string; readonly outcome: 'added' | 'unchanged' | 'corrected' | 'sample' }
/** The result of each accepted row. */
export type StoredOutcomes = Map<number, Stored['outcome']>

/** Adds the accepted rows of the batch. A row whose sample has another result is rejected (REQ-OBS-03). */
const storeObservations = async (
  tx: Transaction,
  { entries }: ImportContext,
  source: (typeof observationSources)[number],
  outcomes?: StoredOutcomes,
): Promise<BatchResult> => {
  await createTargetTable(tx)
  await createFailureTable(tx)
  await findTargets(tx, { known: consentErrorSql('MEDICAL_DATA'), unknown: "'import_patient_unknown'" })
  await runChecks(tx, checks, rows)
  const ok = await reportBatch(tx, entries, checks)
  if (ok === 0) return { ok, changed: 0 }
  const stored = await runStatement<Stored>(
    tx,
    `SELECT added.row_number AS row, staged.key, added.outcome FROM add_observations((
      SELECT jsonb_agg(jsonb_build_object('row_number', target.row_number, 'patient_id', target.patient_id, 'analyte', staged.analyte, 'taken_on', staged.taken_on,
        'comparator', staged.comparator, 'value', staged.value, 'unit', staged.unit, 'standard_value', staged.standard_value, 'sample', staged.sample,
        'conditional', staged.conditional, 'correction', staged.correction) ORDER BY target.row_number)
      FROM import_target AS target JOIN import_row AS staged ON staged.row_number = target.row_number WHERE ${accepted}
    ), '${source}') AS added JOIN import_row AS staged ON staged.row_number = added.row_number`,
  )
  const rejected = stored.filter(({ outcome }) => outcome === 'sample')
  for (const { row, key } of rejected) entries.reject(row, key, 'SAMPLE_ID', { code: 'observation_sample_differs' })
  for (const { row, outcome } of stored) outcomes?.set(row, outcome)
  const changed = stored.filter(({ outcome }) => outcome === 'added' || outcome === 'corrected')
  return { ok: ok - rejected.length, changed: changed.length }
}

/** Computes the statistics of all patients of the file once, so that each record has one more version. */
const finishFile = async (tx: Transaction): Promise<void> => {
  const patients = await tx.sql<{ id: number }[]>`
    SELECT DISTINCT patient_id AS id FROM observation WHERE import_id = nullif(current_setting('app.import', true), '')::uuid`
  if (patients.length > 0)
    await computeStatistics(
      tx,
      patients.map(({ id }) => id),
    )
}

const common = {
  command: 'putObservations',
  stagingColumns: [
    'NULL::text AS analyte',
    'NULL::date AS taken_on',
    'NULL::text AS comparator',
    'NULL::float8 AS value',
    'NULL::text AS unit',
    'NULL::numeric AS standard_value',
    'NULL::text AS sample',
    'NULL::boolean AS conditional',
    'NULL::text AS correction',
  ],
  finish: finishFile,
} as const satisfies Partial<ImportPlan>

/** Imports dated results (REQ-OBS-07). A dry run has no import, so it computes no statistics. */
export const putObservations: ImportPlan = {
  ...common,
  columns: [
    ...observationColumns.map((name) => ({ name, required: requiredObservationColumns.includes(name), key: name === 'CENTER_ID' })),
    ...listIgnoredColumns('putObservations'),
  ],
  store: (tx, context) => storeObservations(tx, context, context.sender.channel === 'service' ? 'service' : 'file'),
}

/** Imports the results of a Bundle of FHIR, and collects the outcome of each entry (REQ-OBS-10). */
export const createBundlePlan = (outcomes: StoredOutcomes): ImportPlan => ({
  ...common,
  columns: [{ name: 'entry' }],
  store: (tx, context) => storeObservations(tx, context, 'fhir', outcomes),
})
