import { systemContext, withRole, withTransaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { selectPatients } from './select-patients.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'log'>
type DueCommunication = {
  readonly id: number
  readonly actor: string
  readonly areas: readonly string[]
  readonly filter_id: number | null
  readonly condition: unknown
}

const listDue = ({ database, clock }: Needs): Promise<readonly DueCommunication[]> =>
  withTransaction(database, systemContext, (tx) =>
    withRole(tx, 'registry_worker', ({ sql }) => sql<DueCommunication[]>`SELECT * FROM list_due_communications(${clock().toISOString()})`),
  )

/** The actor is the person who scheduled it, so the database checks that person's current rights. */
const begin = ({ database, clock }: Needs, { id, actor, areas, filter_id: filter, condition }: DueCommunication): Promise<void> =>
  withTransaction(database, { actor, source: 'system', scope: { kind: 'areas', areas: [...areas] } }, async (tx) => {
    const ids = filter === null ? null : await selectPatients(tx, condition, formatItalianDay(clock()))
    await withRole(tx, 'registry_worker', ({ sql }) => sql`SELECT begin_communication(${id}, ${[...areas]}::text[], ${ids})`)
  })

const fail = ({ database }: Needs, id: number): Promise<void> =>
  withTransaction(database, systemContext, async (tx) => {
    await withRole(tx, 'registry_worker', ({ sql }) => sql`SELECT fail_communication(${id}, 'filter_broken')`)
  })

/** Begins each due communication in one transaction. A restart repeats only those that were not committed (REQ-COM-05). */
export const beginDueCommunications = async (needs: Needs): Promise<void> => {
  for (const due of await listDue(needs)) {
    try {
      await begin(needs, due)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      needs.log.error({ communication: due.id, code: error.detail.code }, 'a communication could not begin')
      await fail(needs, due.id)
    }
  }
}
