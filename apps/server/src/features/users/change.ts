import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { ChangedUser, NewUser, UserAction } from '@registry/api-contract/users'
import type { Transaction } from '@registry/db/transaction'
import {
  compareRoles,
  findOperationError,
  findRolesError,
  formatGrant,
  type Administrator,
  type PlacedRole,
  type RoleChange,
  type UserOperation,
} from '@registry/domain/access/user-roles'
import { AppError, validationError } from '@registry/domain/error'
import { changedUserFields, rolesGrantedMail, userMails } from '@registry/domain/messages/users'
import { buildChangedError } from '../../shared/errors/changed-error.ts'
import type { Deps } from '../../app/deps.ts'
import { findGlobalAdmins, findUserAdminsOfAreas, mailStaff } from '../../jobs/staff-mail.ts'
import { findAdministrator } from './format-user.ts'
import {
  createAccount,
  deleteRoles,
  findUserRow,
  insertRoles,
  insertUser,
  lockUsers,
  placeRoles,
  updateUser,
  type StoredUser,
} from './queries.ts'

type Needs = Pick<Deps, 'env' | 'outbox' | 'messages'>
type Target = { readonly id: number; readonly version?: number | undefined }

/**
 * Locks and returns a user on whom the caller may do the operation.
 * @throws AppError user_not_found, user_elsewhere, user_own, user_state_wrong, user_changed
 */
const requireUser = async (
  needs: Needs,
  tx: Transaction,
  caller: Caller,
  { id, version }: Target,
  operation: UserOperation,
): Promise<{ readonly user: StoredUser; readonly administrator: Administrator }> => {
  await lockUsers(tx)
  const administrator = await findAdministrator(tx, caller)
  const user = await findUserRow(tx, id)
  if (!user) throw new AppError('user_not_found')
  const error = findOperationError(administrator, { ...user, userId: id }, operation)
  if (error !== undefined && error !== 'user_state_wrong') throw new AppError(error)
  if (version !== undefined && version !== user.version) {
    const change = { changedBy: user.changed_by, changedFields: user.changed_fields }
    throw buildChangedError('user_changed', change, changedUserFields, needs.messages, caller.language)
  }
  if (error !== undefined) throw new AppError(error)
  return { user, administrator }
}

const formatRoleChange = ({ added, removed }: RoleChange): string[] => [
  ...added.map((role) => `+${formatGrant(role)}`),
  ...removed.map((role) => `-${formatGrant(role)}`),
]

/**
 * Notifies the other administrators of the areas and the GlobalAdmins. So nobody can secretly give roles to a second account (THREAT-06).
 */
const mailGrants = async (needs: Needs, tx: Transaction, caller: Caller, user: string, added: readonly PlacedRole[]): Promise<void> => {
  if (added.length === 0) return
  const actor = formatActorName(caller.actor)
  const areas = added.flatMap(({ area }) => area ?? [])
  const administrators = [...(await findUserAdminsOfAreas(tx, areas)), ...(await findGlobalAdmins(tx))]
  const others = administrators.filter(({ email }) => email !== actor && email !== user)
  const roles = added.map(formatGrant).join('\n')
  await mailStaff(needs, tx, others, rolesGrantedMail, { actor, user, roles, link: `${needs.env.STAFF_ORIGIN}/utenti` })
}

/**
 * Creates a user and sends the invitation (REQ-ADM-11). Returns the user's id.
 * @throws AppError validation_failed
 */
export const createUser = async (
  needs: Needs,
  tx: Transaction,
  caller: Caller,
  { email, name, surname, roles }: NewUser,
): Promise<number> => {
  await lockUsers(tx)
  const administrator = await findAdministrator(tx, caller)
  const wanted = await placeRoles(tx, roles)
  const change = compareRoles([], wanted)
  const error = findRolesError(administrator, wanted, change)
  if (error) throw validationError({ roles: { code: error } })
  const { language } = caller
  const id = await insertUser(tx, { email, name, surname, language })
  if (id === undefined) throw validationError({ email: { code: 'user_email_in_use' } })
  await insertRoles(tx, id, change.added)
  await createAccount(tx, id)
  await mailStaff(needs, tx, [{ email, language }], userMails.invitation, { link: `${needs.env.STAFF_ORIGIN}/forgot_password` })
  await mailGrants(needs, tx, caller, email, change.added)
  caller.note(`user ${id}: ${formatRoleChange(change).join(', ')}`)
  return id
}

/** Changes name and roles. @throws AppError as requireUser; validation_failed, user_last_administrator */
export const changeUser = async (needs: Needs, tx: Transaction, caller: Caller, changed: ChangedUser): Promise<void> => {
  const { id, email, name, surname } = changed
  const { user, administrator } = await requireUser(needs, tx, caller, changed, 'change')
  if (email !== undefined && email !== user.email) throw validationError({ email: { code: 'user_email_fixed' } })
  const wanted = await placeRoles(tx, changed.roles)
  const change = compareRoles(user.roles, wanted)
  const error = findRolesError(administrator, wanted, change, id)
  if (error) throw validationError({ roles: { code: error } })
  const roles = formatRoleChange(change)
  const fields = [
    ...(name === user.name ? [] : ['name']),
    ...(surname === user.surname ? [] : ['surname']),
    ...(roles.length === 0 ? [] : ['roles']),
  ]
  if (fields.length === 0) return caller.note(`user ${id}: no change`)
  // The new roles come first, because the last administrator may move to another area.
  await insertRoles(tx, id, change.added)
  await deleteRoles(tx, id, change.removed)
  await updateUser(tx, id, { name, surname, changed_fields: fields })
  if (roles.length > 0 && user.state === 'active')
    await mailStaff(needs, tx, [user], userMails.rolesChanged, { link: `${needs.env.STAFF_ORIGIN}/login` })
  await mailGrants(needs, tx, caller, user.email, change.added)
  caller.note(`user ${id}: ${[...fields, ...roles].join(', ')}`)
}

/** Suspends, reactivates, deletes or restores a user (REQ-ADM-10). @throws AppError as requireUser; user_last_administrator */
export const changeUserState = async (
  needs: Needs,
  tx: Transaction,
  caller: Caller,
  operation: Exclude<UserOperation, 'change'>,
  action: UserAction,
  now: string,
): Promise<void> => {
  const { user } = await requireUser(needs, tx, caller, action, operation)
  const columns = {
    suspend: { disabled_at: now },
    reactivate: { disabled_at: null },
    remove: { ...(user.state === 'active' && { disabled_at: now }), deleted_at: now },
    restore: { deleted_at: null },
  }[operation]
  await updateUser(tx, action.id, { ...columns, changed_fields: ['state'] })
  caller.note(`user ${action.id}: ${operation}`)
}
