import type { Caller } from '@registry/api-contract/caller'
import type { User, UserOptions } from '@registry/api-contract/users'
import type { Transaction } from '@registry/db/transaction'
import {
  administersRole,
  findOwnAreas,
  listGrantableRoles,
  listUserOperations,
  type Administrator,
} from '@registry/domain/access/user-roles'
import { findSubtree, type StoredUser } from './queries.ts'

/** The caller as administrator, with the areas below the caller's areas. */
export const findAdministrator = async (tx: Transaction, { actor }: Caller): Promise<Administrator> => {
  const own = findOwnAreas(actor.kind === 'staff' ? actor.roles : [])
  return {
    userId: actor.kind === 'staff' ? actor.userId : 0,
    userAreas: await findSubtree(tx, own.userAreas),
    globalAreas: await findSubtree(tx, own.globalAreas),
  }
}

export const formatUser = (user: StoredUser, administrator: Administrator, { language }: Caller): User => ({
  id: user.id,
  version: user.version,
  name: user.name,
  surname: user.surname,
  email: user.email,
  state: user.state,
  insertTime: user.created_at,
  changedAt: user.changed_at,
  changedBy: user.changed_by,
  lastSignInAt: user.last_sign_in_at,
  secondFactorSince: user.second_factor_since,
  roles: user.roles.map((role) => ({
    role: role.role,
    areaid: role.areaid ?? null,
    center: role.center ?? null,
    place: role[language],
    administered: administersRole(administrator, role),
  })),
  operations: listUserOperations(administrator, { ...user, userId: user.id }),
  isOwn: administrator.userId === user.id,
})

type Area = {
  readonly id: string
  readonly parent: string | null
  readonly it: string
  readonly en: string
  readonly leaf: boolean
  readonly level: number
}

/** Lists the roles, areas and centres that the caller may give (REQ-GEO-03). */
export const listUserOptions = async (tx: Transaction, caller: Caller): Promise<UserOptions> => {
  const administrator = await findAdministrator(tx, caller)
  const own = [...administrator.userAreas]
  const areas = await tx.sql<Area[]>`
    SELECT id, parent, trans_it AS it, trans_en AS en, leaf, level FROM geotree WHERE id = ANY (${own}) ORDER BY level, position, id`
  const centres = await tx.sql<UserOptions['centres']>`
    SELECT code AS id, name, geotreeid AS areaid FROM centre WHERE geotreeid = ANY (${own}) AND deleted_at IS NULL ORDER BY code`
  return {
    roles: listGrantableRoles(administrator),
    areas: areas.map(({ it, en, ...area }) => ({ ...area, label: caller.language === 'it' ? it : en })),
    centres: [...centres],
  }
}
