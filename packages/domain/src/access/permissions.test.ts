import { expect, test } from 'vitest'
import { mayUse, type Permission } from './permissions.ts'
import type { Principal } from './roles.ts'

const others: readonly Principal[] = ['patient', 'guardian', 'centre', 'visitor', 'restricted', 'enrolling']

test.each<[readonly Principal[], Permission, boolean]>([
  [['GlobalAdmin'], 'filter:change-any', true],
  [['UserAdmin', 'DataManager', 'CenterAdmin'], 'filter:change-any', false],
  [others, 'filter:change-any', false],
  [['UserAdmin', 'CenterAdmin'], 'filter:run', true],
  [['UserAdmin'], 'filter:run', false],
  [['GlobalAdmin'], 'patients:count', true],
  [['DataManager'], 'patients:count', true],
  [['CenterAdmin'], 'patients:count', true],
  [['UserAdmin'], 'patients:count', false],
  [others, 'patients:count', false],
  [['patient'], 'consents:own', true],
  [['CenterAdmin'], 'consents:own', false],
  [['centre'], 'patients:create', true],
  [['restricted'], 'password:choose', true],
  [['enrolling'], 'home:staff', false],
  [['visitor'], 'sign-in', true],
  [[], 'sign-in', false],
])('%j may use %s: %s', (principals, permission, expected) => expect(mayUse(principals, permission)).toBe(expected))
