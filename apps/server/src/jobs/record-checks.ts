import { systemContext, withRole, withTransaction, type Transaction, type TransactionContext } from '@registry/db/transaction'
import { formatItalianDay } from '../shared/day.ts'
import type { Deps } from '../app/deps.ts'
import { storeCentreIndicators } from '../shared/record-checks/indicators.ts'
import { checkRecords } from '../shared/record-checks/check-records.ts'
import { retryOnConflict } from '../shared/retry.ts'
import { startJob, type JobHolder, type RepeatedWork } from './repeat.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'log'>

/** The records of one transaction, which limits the wait of a save of one of them. */
const recordsAtATime = 1000

const buildContext = (centre: string): TransactionContext => ({ actor: '', source: 'system', scope: { kind: 'centre', centre } })

type DueCheck = { readonly centre: string; readonly imports: number }

/** Centres not checked today, or not since their last import or undone import. One statement for all centres: most runs find none. */
const listDueChecks = ({ database }: Needs, today: string): Promise<readonly DueCheck[]> =>
  withTransaction(database, systemContext, async (tx) => {
    const listed = await tx.sql<{ code: string }[]>`SELECT code FROM centre WHERE disabled_at IS NULL`
    return withRole(
      tx,
      'registry_worker',
      ({ sql }) => sql<DueCheck[]>`
      SELECT c.code AS centre, coalesce(change.imports, 0) AS imports
      FROM unnest(${listed.map(({ code }) => code)}::text[]) AS c (code)
      LEFT JOIN cohort_change AS change ON change.centre_code = c.code
      LEFT JOIN centre_check AS done ON done.centre_code = c.code
      WHERE (done.checked_on >= ${today} AND done.imports = coalesce(change.imports, 0)) IS NOT TRUE
      ORDER BY c.code`,
    )
  })

/** Checks the next records by id, on one snapshot. Returns the last one, or undefined after the last record. */
const checkNextRecords = ({ database }: Needs, centre: string, today: string, after: number): Promise<number | undefined> => {
  const check = async (tx: Transaction): Promise<number | undefined> => {
    const found = await tx.sql<
      { id: number }[]
    >`SELECT id FROM patient WHERE centre_code = ${centre} AND id > ${after} ORDER BY id LIMIT ${recordsAtATime}`
    const patients = found.map(({ id }) => id)
    await checkRecords(tx, { centre, patients, today })
    return patients.at(-1)
  }
  return retryOnConflict(() => withTransaction(database, buildContext(centre), check, 'isolation level repeatable read'))
}

const checkCentre = async (needs: Needs, { centre, imports }: DueCheck, today: string, stopped?: AbortSignal): Promise<void> => {
  let last: number | undefined = 0
  while (last !== undefined && !stopped?.aborted) last = await checkNextRecords(needs, centre, today, last)
  if (stopped?.aborted) return
  await withTransaction(needs.database, buildContext(centre), async (tx) => {
    await storeCentreIndicators(tx, centre, today)
    await tx.sql`
      INSERT INTO centre_check (centre_code, checked_on, imports) VALUES (${centre}, ${today}, ${imports})
      ON CONFLICT (centre_code) DO UPDATE SET checked_on = excluded.checked_on, imports = excluded.imports`
  })
}

/**
 * Checks every record of the centres that were not checked today, or not since their last import (REQ-CRF-10). A failed or stopped check
 * waits for the next run.
 */
export const checkCentres = async (needs: Needs, stopped?: AbortSignal): Promise<void> => {
  const today = formatItalianDay(needs.clock())
  for (const due of await listDueChecks(needs, today))
    await checkCentre(needs, due, today, stopped).catch((error: unknown) =>
      needs.log.error({ err: error, centre: due.centre }, 'the records of a centre could not be checked'),
    )
}

export const startRecordChecks = (needs: Needs & JobHolder): RepeatedWork =>
  startJob(needs, {
    name: 'record checks',
    atStop: false,
    run: (stopped) => checkCentres(needs, stopped),
    onFailure: (error) => needs.log.error({ err: error }, 'the records could not be checked'),
  })
