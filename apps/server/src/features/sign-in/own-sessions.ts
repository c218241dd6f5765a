import type { Services } from '@registry/api-contract/services'
import { formatActorName } from '@registry/api-contract/caller'
import { parseDevice } from '@registry/domain/access/device'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../../app/deps.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { deleteAllSessions, deleteSession, listOwnSessions, setSessionContext } from './queries.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The sessions of the signed-in person (REQ-ACC-23). */
export const ownSessions = (deps: Deps): Services['ownSessions'] => ({
  list: (caller) =>
    readTransaction(deps, caller, async (tx) => {
      await setSessionContext(tx, caller)
      const rows = await listOwnSessions(tx)
      return rows.map((row) => ({
        id: row.id,
        ...parseDevice(row.user_agent),
        ipAddress: row.ip_address,
        beganAt: row.created_at,
        lastUsedAt: row.last_seen_at,
        current: row.current,
      }))
    }),
  draftKeys: async ({ actor }) => {
    const account = formatActorName(actor)
    const today = Math.floor(deps.clock().getTime() / dayMs)
    const derive = async (day: number): Promise<string> => (await deps.keyedHash('draft key', `${account} ${day}`)).toString('base64')
    return { current: await derive(today), previous: await derive(today - 1) }
  },
  end: async (caller, { id, password }) => {
    await deps.reauthenticate(caller, password)
    await writeTransaction(deps, caller, async (tx) => {
      await setSessionContext(tx, caller)
      if (!(await deleteSession(tx, id))) throw new AppError('not_found')
    })
  },
  endAll: async (caller, { password }) => {
    await deps.reauthenticate(caller, password)
    await writeTransaction(deps, caller, async (tx) => {
      await setSessionContext(tx, caller)
      caller.note(`sessions ended: ${await deleteAllSessions(tx)}`)
    })
    caller.cookies.clear('sid')
  },
})
