import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { ChangedUser, User } from '@registry/api-contract/users'
import type { Transaction } from '@registry/db/transaction'
import { compareRoles, seesUser, type UserOperation } from '@registry/domain/access/user-roles'
import { AppError } from '@registry/domain/error'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import type { Deps } from '../../app/deps.ts'
import { changeUser, changeUserState, createUser } from './change.ts'
import { findAdministrator, formatUser, listUserOptions } from './format-user.ts'
import { findUserRow, listUserRows, placeRoles } from './queries.ts'

/** @throws AppError user_not_found, even for a user of another area */
const findUser = async (tx: Transaction, caller: Caller, id: number): Promise<User> => {
  const administrator = await findAdministrator(tx, caller)
  const user = await findUserRow(tx, id)
  if (!user || !seesUser(administrator, user.roles)) throw new AppError('user_not_found')
  return formatUser(user, administrator, caller)
}

/** Staff users and their roles, for the UserAdmins of an area (REQ-ADM-07, REQ-ADM-10 to REQ-ADM-13). */
export const users = (deps: Deps): Services['users'] => {
  const addsRoles = (caller: Caller, { id, roles }: ChangedUser): Promise<boolean> =>
    readTransaction(deps, caller, async (tx) => {
      const user = await findUserRow(tx, id)
      return user !== undefined && compareRoles(user.roles, await placeRoles(tx, roles)).added.length > 0
    })
  const writeAndFind = (caller: Caller, work: (tx: Transaction) => Promise<number>): Promise<User> =>
    writeTransaction(deps, caller, async (tx) => findUser(tx, caller, await work(tx)))
  const act =
    (operation: Exclude<UserOperation, 'change'>): Services['users']['suspend'] =>
    async (caller, action) => {
      await deps.reauthenticate(caller, action.password)
      return writeAndFind(caller, async (tx) => {
        await changeUserState(deps, tx, caller, operation, action, deps.clock().toISOString())
        return action.id
      })
    }

  return {
    list: (caller) =>
      readTransaction(deps, caller, async (tx) => {
        const administrator = await findAdministrator(tx, caller)
        const rows = await listUserRows(tx, administrator.userAreas)
        return rows.map((row) => formatUser(row, administrator, caller))
      }),
    detail: (caller, { id }) => readTransaction(deps, caller, (tx) => findUser(tx, caller, id)),
    options: (caller) => readTransaction(deps, caller, (tx) => listUserOptions(tx, caller)),
    create: async (caller, user) => {
      await deps.reauthenticate(caller, user.password)
      return writeAndFind(caller, (tx) => createUser(deps, tx, caller, user))
    },
    change: async (caller, user) => {
      if (await addsRoles(caller, user)) await deps.reauthenticate(caller, user.password)
      return writeAndFind(caller, async (tx) => {
        await changeUser(deps, tx, caller, user)
        return user.id
      })
    },
    suspend: act('suspend'),
    reactivate: act('reactivate'),
    remove: act('remove'),
    restore: act('restore'),
  }
}
