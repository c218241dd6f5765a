import type { Caller } from '@registry/api-contract/caller'
import type { OwnSessions } from '@registry/api-contract/own-sessions'
import { parseDevice } from '@registry/domain/access/device'
import { AppError } from '@registry/domain/error'
import type { Transaction } from '@registry/db/transaction'
import type { Deps } from '../../deps.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { hashToken } from '../../auth/tokens.ts'

type Row = {
  readonly id: number
  readonly created_at: string
  readonly last_seen_at: string
  readonly user_agent: string
  readonly from_host: string
  readonly current: boolean
}

/** Sets the session for row security. The transaction then sees only the sessions of this person. */
const setSessionContext = ({ sql }: Transaction, caller: Caller) =>
  sql`SELECT set_config('app.session', ${hashToken(caller.cookies.read('sid') ?? '').toString('hex')}, true)`

/** The sessions of the signed-in person (REQ-ACC-23). */
export const ownSessions = (deps: Deps): OwnSessions => ({
  list: (caller) =>
    readTransaction(deps, caller, async (tx) => {
      await setSessionContext(tx, caller)
      const rows = await tx.sql<Row[]>`
        SELECT id, created_at, last_seen_at, user_agent, from_host, id = (SELECT own.id FROM find_own_session() AS own) AS current
        FROM session ORDER BY last_seen_at DESC, id DESC`
      return rows.map((row) => ({
        id: row.id,
        ...parseDevice(row.user_agent),
        fromHost: row.from_host,
        beganAt: row.created_at,
        lastUsedAt: row.last_seen_at,
        current: row.current,
      }))
    }),
  end: async (caller, { id, password }) => {
    await deps.reauthenticate(caller, password)
    await writeTransaction(deps, caller, async (tx) => {
      await setSessionContext(tx, caller)
      const ended = await tx.sql`DELETE FROM session WHERE id = ${id} RETURNING id`
      if (ended.length === 0) throw new AppError('not_found')
    })
  },
  endAll: async (caller, { password }) => {
    await deps.reauthenticate(caller, password)
    await writeTransaction(deps, caller, async (tx) => {
      await setSessionContext(tx, caller)
      const ended = await tx.sql`DELETE FROM session WHERE account_id = (SELECT own.account_id FROM find_own_session() AS own) RETURNING id`
      caller.note(`sessions ended: ${ended.length}`)
    })
    caller.cookies.clear('sid')
  },
})
