import type { Principal, Role } from './roles.ts'

const everybody = [
  'GlobalAdmin',
  'UserAdmin',
  'DataManager',
  'CenterAdmin',
  'patient',
  'centre',
  'visitor',
  'restricted',
  'enrolling',
] as const
const staff = ['GlobalAdmin', 'UserAdmin', 'DataManager', 'CenterAdmin'] as const
const filterUsers = ['GlobalAdmin', 'DataManager', 'CenterAdmin'] as const

/**
 * Who may do what: the one table behind the server's checks, the menus and the route guards (spec 1 and 2, section 6; D3, D10, D12).
 * Where the rows seen depend on centre or area, the database narrows them (D7).
 */
export const permissions = {
  'session:read': everybody,
  'session:end': everybody,
  'help:read': everybody,
  'sign-in': everybody,
  'invitation:answer': ['restricted'],
  'password:choose': ['restricted', ...staff, 'patient'],
  'second-factor:own': ['enrolling', ...staff],
  'sessions:own': [...staff, 'patient'],
  'identity:request': everybody,
  'identity:received': ['UserAdmin'],
  'home:staff': staff,
  'home:patient': ['patient'],
  'filter:read': filterUsers,
  'filter:write': filterUsers,
  'filter:change-any': ['GlobalAdmin'],
  'filter:run': ['DataManager', 'CenterAdmin'],
  'reference:read': [...staff, 'patient'],
  'patients:count': filterUsers,
  'imports:see': ['CenterAdmin'],
  'patients:create': ['CenterAdmin', 'centre'],
  'personal-data:import': ['CenterAdmin', 'centre'],
  'medical-data:import': ['CenterAdmin', 'centre'],
  'consents:list': ['CenterAdmin', 'centre'],
  'consents:own': ['patient'],
} as const satisfies Record<string, readonly Principal[]>

/**
 * Of whose patients a role's own grant lets see rows: those of its area's centres, of its one centre, or nobody's, since the area of
 * a UserAdmin is one of users and centres (D7).
 */
export const patientsSeenBy = {
  GlobalAdmin: 'area',
  UserAdmin: 'nobody',
  DataManager: 'area',
  CenterAdmin: 'centre',
} as const satisfies Record<Role, 'area' | 'centre' | 'nobody'>

export type Permission = keyof typeof permissions

/** True when one of the principals the caller is may use the permission. */
export const mayUse = (principals: readonly Principal[], permission: Permission): boolean => {
  const allowed: readonly Principal[] = permissions[permission]
  return principals.some((principal) => allowed.includes(principal))
}
