import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roles, type Role } from './roles.ts'
import {
  administersRole,
  administersUser,
  buildGrant,
  compareRoles,
  findOperationError,
  findOwnAreas,
  findRolesError,
  formatGrant,
  listGrantableRoles,
  listUserOperations,
  nextStates,
  userOperations,
  type Administrator,
  type PlacedRole,
  type UserState,
} from './user-roles.ts'

/** World > Italy > Centre (Lazio, Tuscany), Islands (Sardinia). */
const parents: Readonly<Record<string, string>> = { IT: 'W', ITI: 'IT', ITG: 'IT', ITI4: 'ITI', ITI1: 'ITI', ITG2: 'ITG' }
const areas = ['W', ...Object.keys(parents)]
const isBelow = (area: string, top: string): boolean => area === top || (parents[area] !== undefined && isBelow(parents[area], top))
const subtree = (tops: readonly string[]): ReadonlySet<string> => new Set(areas.filter((area) => tops.some((top) => isBelow(area, top))))

const grant = (role: Role, area: string): PlacedRole =>
  role === 'CenterAdmin' ? { role, center: `in ${area}`, area } : { role, areaid: area, area }
const administrator = (userId: number, own: readonly PlacedRole[]): Administrator => {
  const { userAreas, globalAreas } = findOwnAreas(own)
  return { userId, userAreas: subtree(userAreas), globalAreas: subtree(globalAreas) }
}
const ofCentre = administrator(1, [grant('UserAdmin', 'ITI')])
const user = (state: UserState, ...own: readonly PlacedRole[]) => ({ userId: 2, state, roles: own })

describe('REQ-GEO-03: the roles that a UserAdmin of an area may give', () => {
  const both = administrator(1, [grant('UserAdmin', 'ITI'), grant('GlobalAdmin', 'IT')])
  test.each<[string, Administrator, PlacedRole, ReturnType<typeof findRolesError>]>([
    ['the area of the caller', ofCentre, grant('UserAdmin', 'ITI'), undefined],
    ['an area below', ofCentre, grant('DataManager', 'ITI4'), undefined],
    ['a centre below', ofCentre, grant('CenterAdmin', 'ITI1'), undefined],
    ['the area above', ofCentre, grant('UserAdmin', 'IT'), 'user_role_outside'],
    ['a neighbouring area', ofCentre, grant('DataManager', 'ITG'), 'user_role_outside'],
    ['an unknown area', ofCentre, { role: 'DataManager', areaid: 'ITI/../W', area: undefined }, 'user_role_outside'],
    ['an unknown centre', ofCentre, { role: 'CenterAdmin', center: 'ÈÜ.01', area: undefined }, 'user_role_outside'],
    ['GlobalAdmin of the caller’s area', ofCentre, grant('GlobalAdmin', 'ITI'), 'user_role_global'],
    ['GlobalAdmin, given by a GlobalAdmin', both, grant('GlobalAdmin', 'ITI4'), undefined],
    ['GlobalAdmin of a wider area', both, grant('GlobalAdmin', 'IT'), 'user_role_outside'],
  ])('%s', (_case, own, wanted, expected) => {
    expect(findRolesError(own, [wanted], compareRoles([], [wanted]))).toBe(expected)
    expect(
      findRolesError(
        own,
        [grant('DataManager', 'ITI')],
        compareRoles([wanted, grant('DataManager', 'ITI')], [grant('DataManager', 'ITI')]),
      ),
    ).toBe(expected)
  })

  test('a user needs no role, and nobody changes their own roles', () => {
    expect(findRolesError(ofCentre, [], compareRoles([], []))).toBeUndefined()
    expect(findOperationError(ofCentre, user('active'), 'change')).toBeUndefined()
    const own = [grant('UserAdmin', 'ITI')]
    expect(findRolesError(ofCentre, own, compareRoles(own, own), 1)).toBeUndefined()
    const more = [...own, grant('DataManager', 'ITI4')]
    expect(findRolesError(ofCentre, more, compareRoles(own, more), 1)).toBe('user_own_roles')
    expect(findRolesError(ofCentre, own, compareRoles(more, own), 1)).toBe('user_own_roles')
  })

  test('a role that is twice in a list counts once', () => {
    const twice = [grant('DataManager', 'ITI'), grant('DataManager', 'ITI')]
    expect(compareRoles([], twice)).toEqual({ added: [grant('DataManager', 'ITI')], removed: [] })
    expect(compareRoles(twice, twice)).toEqual({ added: [], removed: [] })
  })
})

describe('REQ-ADM-10: the operations on a user', () => {
  test.each<[UserState, readonly string[]]>([
    ['active', ['change', 'suspend', 'remove']],
    ['suspended', ['change', 'reactivate', 'remove']],
    ['deleted', ['restore']],
  ])('%s', (state, expected) => {
    expect(listUserOperations(ofCentre, user(state, grant('DataManager', 'ITI4')))).toEqual(expected)
  })

  test.each<[string, PlacedRole[], ReturnType<typeof findOperationError>]>([
    ['without a role in the area', [grant('DataManager', 'ITG')], 'user_not_found'],
    ['with one role elsewhere', [grant('DataManager', 'ITI4'), grant('CenterAdmin', 'ITG2')], 'user_elsewhere'],
    ['with a wider role', [grant('CenterAdmin', 'ITI4'), grant('UserAdmin', 'IT')], 'user_elsewhere'],
    ['who is GlobalAdmin of the area', [grant('GlobalAdmin', 'ITI')], 'user_elsewhere'],
  ])('a user %s', (_case, own, expected) => {
    for (const operation of userOperations) expect(findOperationError(ofCentre, user('active', ...own), operation)).toBe(expected)
  })

  test('REQ-ADM-13: nobody suspends or deletes their own user', () => {
    const own = { userId: 1, state: 'active', roles: [grant('UserAdmin', 'ITI')] } as const
    expect(listUserOperations(ofCentre, own)).toEqual(['change'])
    expect(findOperationError(ofCentre, own, 'remove')).toBe('user_own')
  })
})

test('THREAT-06: no sequence of allowed calls reaches outside the area', () => {
  const anyRole = fc.record({ role: fc.constantFrom(...roles), area: fc.constantFrom(...areas) }).map(({ role, area }) => grant(role, area))
  const call = fc.record({
    actor: fc.nat(5),
    target: fc.nat(6),
    wanted: fc.array(anyRole, { maxLength: 3 }),
  })
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
      const outside = [grant('UserAdmin', 'IT'), grant('GlobalAdmin', 'W')]
      // User 0 begins as UserAdmin of the Centre. Users 1 and 2 belong to others. The others do not exist yet.
      const people: PlacedRole[][] = [
        [grant('UserAdmin', 'ITI')],
        [...outside],
        [grant('DataManager', 'ITG2'), grant('CenterAdmin', 'ITI4')],
      ]
      for (const { actor, target, wanted } of calls) {
        // Only people inside the area act: user 0 and those whom they made.
        if (actor === 1 || actor === 2) continue
        const own = administrator(actor, people[actor] ?? [])
        const stored = people[target]
        const change = compareRoles(stored ?? [], wanted)
        if (stored && findOperationError(own, { userId: target, state: 'active', roles: stored }, 'change')) continue
        if (findRolesError(own, wanted, change, target)) continue
        people[stored ? target : people.length] = wanted
      }
      expect(people[1]).toEqual(outside)
      expect(people[2]).toEqual([grant('DataManager', 'ITG2'), grant('CenterAdmin', 'ITI4')])
      const inside = people.filter((_, index) => index !== 1 && index !== 2).flat()
      for (const role of inside) expect(administersRole(ofCentre, role)).toBe(true)
      expect(administersUser(ofCentre, people[0] ?? [])).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('REQ-GEO-03: GlobalAdmin is offered only to a GlobalAdmin', () => {
  expect(listGrantableRoles(ofCentre)).toEqual(roles.filter((role) => role !== 'GlobalAdmin'))
  expect(listGrantableRoles(administrator(1, [grant('UserAdmin', 'IT'), grant('GlobalAdmin', 'ITI4')]))).toEqual(roles)
})

test('a role has a centre or an area, and the log names it', () => {
  expect(buildGrant('CenterAdmin', 'RM01')).toEqual({ role: 'CenterAdmin', center: 'RM01' })
  expect(buildGrant('DataManager', 'ITI')).toEqual({ role: 'DataManager', areaid: 'ITI' })
  expect(formatGrant({ role: 'CenterAdmin', center: 'RM01', areaid: null })).toBe('CenterAdmin RM01')
  expect(formatGrant({ role: 'DataManager', areaid: 'ITI' })).toBe('DataManager ITI')
  expect(formatGrant({ role: 'DataManager' })).toBe('DataManager ')
})

test('REQ-ADM-10: the state after each operation', () => {
  expect(nextStates).toEqual({
    change: { active: 'active', suspended: 'suspended' },
    suspend: { active: 'suspended' },
    reactivate: { suspended: 'active' },
    remove: { active: 'deleted', suspended: 'deleted' },
    restore: { deleted: 'suspended' },
  })
})
