import { expect, test } from 'vitest'
import { mayUse, type Permission, permissions } from './permissions.ts'
import type { Principal } from './roles.ts'

test.each<[readonly Principal[], Permission, boolean]>([
  [['GlobalAdmin'], 'filter:change-any', true],
  [['DataManager', 'CenterAdmin'], 'filter:change-any', false],
  [['UserAdmin', 'CenterAdmin'], 'filter:run', true],
  [['UserAdmin'], 'filter:run', false],
  [['patient'], 'consents:own', true],
  [['CenterAdmin'], 'consents:own', false],
  [['centre'], 'patients:create', true],
  [['restricted'], 'password:choose', true],
  [['enrolling'], 'home:staff', false],
  [['visitor'], 'sign-in', true],
  [[], 'sign-in', false],
])('%j may use %s: %s', (principals, permission, expected) => expect(mayUse(principals, permission)).toBe(expected))

const everybody = [
  'session:read',
  'session:end',
  'help:read',
  'sign-in',
  'identity:request',
  'receipt:check',
  'deletion-status:check',
  'desk-consent:answer',
  'contact:undo',
  'contact:confirm',
  'newsletter:end',
]
const staff = ['password:choose', 'second-factor:own', 'sessions:own', 'language:own', 'home:staff', 'reference:read', 'centres:list']
const ofPatient = [
  'consents:own',
  'sf36:own',
  'study:own',
  'study:list',
  'personal-data:own',
  'documents:own',
  'my-record:own',
  'corrections:own',
  'newsletter:own',
  'mobile:verify',
  'children:own',
  'withdrawal:own',
]
const filterRuns = [
  'filter:read',
  'filter:write',
  'filter:run',
  'export:read',
  'deletion-request:confirm',
  'patients:count',
  'sf36:list',
  'study:read',
  'study:list',
  'study:export',
]
const ecrf = ['record:read', 'record:write', 'correction:answer', 'centre-query:read', 'centre-query:reply', 'field-query:ask']
const files = ['study:candidates', 'patients:create', 'personal-data:import', 'medical-data:import', 'consents:list']
test.each<[Principal, readonly string[]]>([
  ['visitor', []],
  ['restricted', ['invitation:answer', 'password:choose', 'language:own']],
  ['enrolling', ['second-factor:own', 'language:own']],
  ['patient', ['password:choose', 'sessions:own', 'language:own', 'home:patient', 'reference:read', ...ofPatient]],
  [
    'guardian',
    [
      'password:choose',
      'sessions:own',
      'language:own',
      'home:patient',
      'reference:read',
      'consents:own',
      'personal-data:own',
      'documents:own',
      'my-record:own',
      'corrections:own',
      'children:own',
      'guardian-contact:own',
    ],
  ],
  ['centre', files],
  ['UserAdmin', [...staff, 'users:administer', 'centres:administer', 'identity:received']],
  [
    'GlobalAdmin',
    [
      ...staff,
      'upload:progress',
      'settings:administer',
      'log:read',
      'communication:write',
      'consent-documents:administer',
      'sf36:administer',
      'reference:write',
      'filter:read',
      'filter:write',
      'filter:change-any',
      'export:read',
      'deletion-request:confirm',
      'patients:count',
      'sf36:list',
      'study:read',
      'study:list',
      'study:change',
      'study:write',
    ],
  ],
  [
    'DataManager',
    [
      ...staff,
      ...filterRuns,
      'anonymous-records:read',
      'cohort:read',
      'discrepancy:count',
      'centre-query:read',
      'centre-query:ask',
      'centre-query:reply',
    ],
  ],
  [
    'CenterAdmin',
    [
      ...staff,
      'centre:choose',
      ...files,
      ...filterRuns,
      'cohort:read',
      ...ecrf,
      'guardian:manage',
      'paper-consent:record',
      'paper-consent:verify',
      'desk-consent:start',
      'imports:see',
      'upload:progress',
      'mobile:verify',
      'study:decide',
      'study:change',
    ],
  ],
])('a %s may use the common permissions, %j, and no other', (principal, own) => {
  const names = Object.keys(permissions) as Permission[]
  expect(names.filter((name) => mayUse([principal], name)).toSorted()).toEqual([...everybody, ...own].toSorted())
})
