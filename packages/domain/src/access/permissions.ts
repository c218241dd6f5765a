import type { Principal, Role } from './roles.ts'

const everybody = [
  'GlobalAdmin',
  'UserAdmin',
  'DataManager',
  'CenterAdmin',
  'patient',
  'guardian',
  'centre',
  'visitor',
  'restricted',
  'enrolling',
] as const
const staff = ['GlobalAdmin', 'UserAdmin', 'DataManager', 'CenterAdmin'] as const
const filterUsers = ['GlobalAdmin', 'DataManager', 'CenterAdmin'] as const

// Stryker disable all: the rights test of the server calls every procedure as every principal.
/**
 * The callers of each permission (REQ-UI-06, REQ-FIL-01). The server checks every procedure against this table.
 * The database limits the visible rows by centre and area (REQ-GEO-02).
 */
export const permissions = {
  'session:read': everybody,
  'session:end': everybody,
  'help:read': everybody,
  'sign-in': everybody,
  'invitation:answer': ['restricted'],
  'password:choose': ['restricted', ...staff, 'patient', 'guardian'],
  'second-factor:own': ['enrolling', ...staff],
  'sessions:own': [...staff, 'patient', 'guardian'],
  'centre:choose': ['CenterAdmin'],
  'language:own': ['restricted', 'enrolling', ...staff, 'patient', 'guardian'],
  'identity:request': everybody,
  'receipt:check': everybody,
  'deletion-status:check': everybody,
  'contact:undo': everybody,
  'contact:confirm': everybody,
  'newsletter:end': everybody,
  'identity:received': ['UserAdmin'],
  'home:staff': staff,
  'home:patient': ['patient', 'guardian'],
  'filter:read': filterUsers,
  'filter:write': filterUsers,
  'filter:change-any': ['GlobalAdmin'],
  'filter:run': ['DataManager', 'CenterAdmin'],
  'anonymous-records:read': ['DataManager'],
  'cohort:read': ['DataManager', 'CenterAdmin'],
  'export:read': filterUsers,
  'deletion-request:confirm': filterUsers,
  'reference:read': [...staff, 'patient', 'guardian'],
  'reference:write': ['GlobalAdmin'],
  'patients:count': filterUsers,
  'record:read': ['CenterAdmin'],
  'record:write': ['CenterAdmin'],
  'discrepancy:count': ['DataManager'],
  'centre-query:read': ['DataManager', 'CenterAdmin'],
  'centre-query:ask': ['DataManager'],
  'field-query:ask': ['CenterAdmin'],
  'centre-query:reply': ['DataManager', 'CenterAdmin'],
  'imports:see': ['CenterAdmin'],
  'upload:progress': ['GlobalAdmin', 'CenterAdmin'],
  'patients:create': ['CenterAdmin', 'centre'],
  'personal-data:import': ['CenterAdmin', 'centre'],
  'medical-data:import': ['CenterAdmin', 'centre'],
  'consents:list': ['CenterAdmin', 'centre'],
  'paper-consent:record': ['CenterAdmin'],
  'paper-consent:verify': ['CenterAdmin'],
  'guardian:manage': ['CenterAdmin'],
  'children:own': ['patient', 'guardian'],
  'guardian-contact:own': ['guardian'],
  'withdrawal:own': ['patient'],
  'consents:own': ['patient', 'guardian'],
  'desk-consent:start': ['CenterAdmin'],
  'desk-consent:answer': everybody,
  'sf36:own': ['patient'],
  'sf36:administer': ['GlobalAdmin'],
  'sf36:list': ['GlobalAdmin', 'DataManager', 'CenterAdmin'],
  'study:list': ['GlobalAdmin', 'DataManager', 'CenterAdmin', 'patient'],
  'study:change': ['GlobalAdmin', 'CenterAdmin'],
  'study:candidates': ['CenterAdmin', 'centre'],
  'study:read': ['GlobalAdmin', 'DataManager', 'CenterAdmin'],
  'study:write': ['GlobalAdmin'],
  'study:decide': ['CenterAdmin'],
  'study:export': ['DataManager', 'CenterAdmin'],
  'study:own': ['patient'],
  'personal-data:own': ['patient', 'guardian'],
  'documents:own': ['patient', 'guardian'],
  'my-record:own': ['patient', 'guardian'],
  'corrections:own': ['patient', 'guardian'],
  'correction:answer': ['CenterAdmin'],
  'newsletter:own': ['patient'],
  'communication:write': ['GlobalAdmin'],
  'users:administer': ['UserAdmin'],
  'settings:administer': ['GlobalAdmin'],
  'log:read': ['GlobalAdmin'],
  'consent-documents:administer': ['GlobalAdmin'],
  'centres:administer': ['UserAdmin'],
  'centres:list': staff,
  'mobile:verify': ['CenterAdmin', 'patient'],
} as const satisfies Record<string, readonly Principal[]>
// Stryker restore all

/**
 * Scope of a role: patients of its area, of its centre, or none (REQ-GEO-02).
 * The area of a UserAdmin limits users and centres, not patients.
 */
export const patientScopeByRole = {
  GlobalAdmin: 'area',
  UserAdmin: 'nobody',
  DataManager: 'area',
  CenterAdmin: 'centre',
} as const satisfies Record<Role, 'area' | 'centre' | 'nobody'>

export type Permission = keyof typeof permissions

/** Whether one of the caller's principals may use the permission. */
export const mayUse = (principals: readonly Principal[], permission: Permission): boolean => {
  const allowed: readonly Principal[] = permissions[permission]
  return principals.some((principal) => allowed.includes(principal))
}
