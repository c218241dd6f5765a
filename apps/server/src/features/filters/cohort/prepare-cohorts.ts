import { systemContext, withRole, withTransaction, type TransactionContext } from '@registry/db/transaction'
import { formatItalianDay } from '../../../shared/day.ts'
import type { Deps } from '../../../app/deps.ts'
import { queryCells } from './cells-query.ts'

type Needs = Pick<Deps, 'database' | 'clock'>
type DueCentre = { readonly centre: string; readonly imports: number; readonly withdrawals: number }

/** The centres to compute: all whose numbers are old, or those with withdrawn consents. */
export type Due = 'old' | 'withdrawn'

/** The areas that no other area includes. Their context sees the patients of every centre, even of suspended ones. */
const findEverywhere = async ({ database }: Needs): Promise<TransactionContext> => {
  const areas = await withTransaction(
    database,
    systemContext,
    ({ sql }) => sql<{ id: string }[]>`SELECT id FROM geotree WHERE parent IS NULL`,
  )
  return { ...systemContext, scope: { kind: 'areas', areas: areas.map(({ id }) => id) } }
}

const listDueCentres = ({ database }: Needs, due: Due, today: string): Promise<readonly DueCentre[]> =>
  withTransaction(database, systemContext, async (tx) => {
    // A centre without numbers waits for the job, so that a first reading does not compute all of them.
    const listed = await tx.sql<{ code: string }[]>`SELECT code FROM centre`
    return withRole(
      tx,
      'registry_worker',
      ({ sql }) => sql<DueCentre[]>`
      SELECT c.code AS centre, coalesce(change.imports, 0) AS imports, coalesce(change.withdrawals, 0) AS withdrawals
      FROM unnest(${listed.map(({ code }) => code)}::text[]) AS c (code)
      LEFT JOIN cohort_change AS change ON change.centre_code = c.code
      LEFT JOIN cohort_summary AS done ON done.centre_code = c.code
      WHERE done.withdrawals < coalesce(change.withdrawals, 0)
        OR (${due === 'old'} AND (done.computed_on IS DISTINCT FROM ${today}::date OR done.imports < coalesce(change.imports, 0)))
      ORDER BY c.code`,
    )
  })

/**
 * Computes the numbers of a centre and replaces those that differ, which are few each night. Later changes are computed again, because the counters of the database are
 * then higher. Of two parallel computations the later one stays.
 */
const prepareCohort = (
  needs: Needs,
  everywhere: TransactionContext,
  { centre, imports, withdrawals }: DueCentre,
  now: Date,
): Promise<void> => {
  const today = formatItalianDay(now)
  return withTransaction(needs.database, everywhere, async (tx) => {
    const cells = await queryCells(tx.sql, { centre }, today)
    await withRole(tx, 'registry_worker', async ({ sql }) => {
      await sql`
        INSERT INTO cohort_summary (centre_code, computed_at, computed_on, imports, withdrawals)
        VALUES (${centre}, ${now}, ${today}, ${imports}, ${withdrawals})
        ON CONFLICT (centre_code) DO UPDATE SET computed_at = excluded.computed_at, computed_on = excluded.computed_on,
          imports = excluded.imports, withdrawals = excluded.withdrawals`
      const rows = sql.json(cells.map(({ indicator, key, counted, total }) => ({ indicator, key, counted, total })))
      const computed = sql`jsonb_to_recordset(${rows}) AS cell (indicator text, key text, counted integer, total integer)`
      await sql`
        DELETE FROM cohort_cell WHERE centre_code = ${centre}
          AND (indicator, key, counted, total) NOT IN (SELECT indicator, key, counted, total FROM ${computed})`
      await sql`
        INSERT INTO cohort_cell (centre_code, indicator, key, counted, total)
        SELECT ${centre}, indicator, key, counted, total FROM ${computed} ON CONFLICT DO NOTHING`
    })
  })
}

/** Computes the cohorts of the due centres, each in its own transaction (REQ-COH-03). `onError` receives the centre that failed. */
export const prepareCohorts = async (needs: Needs, due: Due, onError: (error: unknown, centre: string) => void): Promise<void> => {
  const now = needs.clock()
  const centres = await listDueCentres(needs, due, formatItalianDay(now))
  if (centres.length === 0) return
  const everywhere = await findEverywhere(needs)
  for (const centre of centres) await prepareCohort(needs, everywhere, centre, now).catch((error: unknown) => onError(error, centre.centre))
}
