import type { ErrorCode } from '../error-messages.ts'
import { roles as roleNames, type Role, type RoleGrant } from './roles.ts'

/** A role with the area that it reaches: its own, or the area of its centre. An unknown centre has none. */
export type PlacedRole = RoleGrant & { readonly area: string | undefined }

/** A UserAdmin, with all areas below theirs. `globalAreas` are those where the same person is GlobalAdmin. */
export type Administrator = {
  readonly userId: number
  readonly userAreas: ReadonlySet<string>
  readonly globalAreas: ReadonlySet<string>
}

/** The areas in which a person administers users or is GlobalAdmin, without the areas below them. */
export const findOwnAreas = (roles: readonly RoleGrant[]): { readonly userAreas: string[]; readonly globalAreas: string[] } => {
  const listAreas = (name: Role): string[] => roles.filter(({ role }) => role === name).flatMap(({ areaid }) => areaid ?? [])
  return { userAreas: listAreas('UserAdmin'), globalAreas: listAreas('GlobalAdmin') }
}

/** The roles that the administrator may give somewhere. */
export const listGrantableRoles = ({ globalAreas }: Administrator): Role[] =>
  roleNames.filter((role) => role !== 'GlobalAdmin' || globalAreas.size > 0)

/** Whether the role has a centre instead of an area. */
export const hasCentre = (role: Role): role is 'CenterAdmin' => role === 'CenterAdmin'

type Grant =
  | { readonly role: 'CenterAdmin'; readonly center: string }
  | { readonly role: Exclude<Role, 'CenterAdmin'>; readonly areaid: string }

/** Builds the role at its place: a centre for CenterAdmin, else an area. */
export const buildGrant = (role: Role, place: string): Grant => (hasCentre(role) ? { role, center: place } : { role, areaid: place })

type Placed = { readonly role: Role; readonly areaid?: string | null | undefined; readonly center?: string | null | undefined }
/** The role with its place, as the log names it. */
export const formatGrant = ({ role, areaid, center }: Placed): string => `${role} ${center ?? areaid ?? ''}`

/** Whether the role lies inside the administrator's area. Only a GlobalAdmin of the area gives or takes GlobalAdmin (REQ-GEO-03, THREAT-06). */
export const administersRole = ({ userAreas, globalAreas }: Administrator, { role, area }: PlacedRole): boolean =>
  area !== undefined && userAreas.has(area) && (role !== 'GlobalAdmin' || globalAreas.has(area))

/**
 * Whether the list shows the user (REQ-GEO-02): one with a role inside the administrator's area. Users without any role are listed too,
 * because nobody else would see them.
 */
export const seesUser = ({ userAreas }: Administrator, roles: readonly PlacedRole[]): boolean =>
  roles.length === 0 || roles.some(({ area }) => area !== undefined && userAreas.has(area))

/** Whether every role of the user lies inside. A user with a role elsewhere is readable only. */
export const administersUser = (administrator: Administrator, roles: readonly PlacedRole[]): boolean =>
  seesUser(administrator, roles) && roles.every((role) => administersRole(administrator, role))

export type UserState = 'active' | 'suspended' | 'deleted'
export const userOperations = ['change', 'suspend', 'reactivate', 'remove', 'restore'] as const
export type UserOperation = (typeof userOperations)[number]

/** The state that follows each operation. A restored user stays suspended until somebody reactivates it (REQ-ADM-10). */
export const nextStates: Readonly<Record<UserOperation, Readonly<Partial<Record<UserState, UserState>>>>> = {
  change: { active: 'active', suspended: 'suspended' },
  suspend: { active: 'suspended' },
  reactivate: { suspended: 'active' },
  remove: { active: 'deleted', suspended: 'deleted' },
  restore: { deleted: 'suspended' },
}

export type TargetUser = { readonly userId: number; readonly state: UserState; readonly roles: readonly PlacedRole[] }

/** Returns why the administrator may not carry out the operation, or undefined. Users cannot suspend or delete their own account (REQ-ADM-13). */
export const findOperationError = (administrator: Administrator, user: TargetUser, operation: UserOperation): ErrorCode | undefined => {
  if (!seesUser(administrator, user.roles)) return 'user_not_found'
  if (!administersUser(administrator, user.roles)) return 'user_elsewhere'
  if (administrator.userId === user.userId && operation !== 'change') return 'user_own'
  return nextStates[operation][user.state] === undefined ? 'user_state_wrong' : undefined
}

/** The operations that are possible now. */
export const listUserOperations = (administrator: Administrator, user: TargetUser): UserOperation[] =>
  userOperations.filter((operation) => findOperationError(administrator, user, operation) === undefined)

export type RoleChange = { readonly added: readonly PlacedRole[]; readonly removed: readonly PlacedRole[] }

/** Compares the roles of a user with those that the administrator wants. A role that is twice in a list counts once. */
export const compareRoles = (stored: readonly PlacedRole[], wanted: readonly PlacedRole[]): RoleChange => {
  const index = (roles: readonly PlacedRole[]) => new Map(roles.map((role) => [formatGrant(role), role]))
  const [before, after] = [index(stored), index(wanted)]
  return {
    added: [...after].filter(([key]) => !before.has(key)).map(([, role]) => role),
    removed: [...before].filter(([key]) => !after.has(key)).map(([, role]) => role),
  }
}

/** Returns why the administrator may not give a user these roles, or undefined (REQ-GEO-03). `userId` is absent for a new user. */
export const findRolesError = (
  administrator: Administrator,
  wanted: readonly PlacedRole[],
  { added, removed }: RoleChange,
  userId?: number,
): ErrorCode | undefined => {
  const changed = [...added, ...removed]
  if (changed.length > 0 && userId === administrator.userId) return 'user_own_roles'
  const outside = changed.find((role) => !administersRole(administrator, role))
  if (outside === undefined) return undefined
  const isOwnArea = outside.area !== undefined && administrator.userAreas.has(outside.area)
  return isOwnArea ? 'user_role_global' : 'user_role_outside'
}
