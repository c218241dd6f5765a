import fc from 'fast-check'
import { makeStaff } from '@registry/db/testing/fixtures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

/** Central Italy is the area of the UserAdmin. The other areas are above it or outside. */
const [inside, outside] = [
  ['ITI', 'ITI1', 'ITI4'],
  ['W', 'IT', 'ITG', 'ITG2', 'ITC4', 'nowhere'],
] as const
const insideCentres = ['RM01', 'FI01']
const outsideCentres = ['CA01', 'MI01']

let server: TestServer
let firstAccount: number
/** The accounts of people who may act: the first UserAdmin, and the people to whom the calls gave roles. */
const findActors = () => server.database.owner<{ id: number }[]>`
  SELECT account.id FROM account JOIN staff_user ON staff_user.id = staff_user_id
  WHERE account.id = ${firstAccount} OR email LIKE 'made%' ORDER BY account.id`
const findPeople = () => server.database.owner<{ id: number }[]>`SELECT id FROM staff_user ORDER BY id`
const findCentres = () => server.database.owner<{ code: string }[]>`SELECT code FROM centre ORDER BY code`

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await owner`INSERT INTO centre (code, name, geotreeid) VALUES ('RM01', 'Roma', 'ITI4'), ('FI01', 'Firenze', 'ITI1'), ('CA01', 'Cagliari', 'ITG2'), ('MI01', 'Milano', 'ITC4')`
  const make = (email: string, ...grants: Parameters<typeof makeStaff>[2]) => makeStaff(owner, email, grants)
  await make('out.ga@example.org', { role: 'GlobalAdmin', areaid: 'W' })
  await make('out.ua@example.org', { role: 'UserAdmin', areaid: 'IT' })
  await make('out.ca@example.org', { role: 'CenterAdmin', center: 'CA01' })
  await make('out.across@example.org', { role: 'CenterAdmin', center: 'RM01' }, { role: 'CenterAdmin', center: 'CA01' })
  await make('out.gi@example.org', { role: 'GlobalAdmin', areaid: 'ITI' })
  const { accountId } = await make('in.ua@example.org', { role: 'UserAdmin', areaid: 'ITI' })
  firstAccount = accountId
  await make('in.dm@example.org', { role: 'DataManager', areaid: 'ITI4' })
})
afterAll(() => server[Symbol.asyncDispose]())

/** The data that no call may change: the people with a role outside, and the centres outside. */
const readOutside = async (): Promise<unknown> => {
  const { owner } = server.database
  return [
    await owner`SELECT u.*, (SELECT jsonb_agg(r ORDER BY r.id) FROM staff_role AS r WHERE r.user_id = u.id) AS roles FROM staff_user AS u WHERE email LIKE 'out.%' ORDER BY id`,
    await owner`SELECT * FROM centre WHERE code IN ${owner(outsideCentres)} ORDER BY code`,
  ]
}

/** The roles and centres outside the area, except those from the beginning. */
const findEscapes = async (): Promise<unknown> => {
  const { owner } = server.database
  return [
    await owner`
      SELECT u.email, r.role, r.areaid, r.center FROM staff_role AS r JOIN staff_user AS u ON u.id = r.user_id LEFT JOIN centre AS c ON c.code = r.center
      WHERE email NOT LIKE 'out.%' AND (coalesce(r.areaid, c.geotreeid) NOT IN ${owner([...inside])} OR r.role = 'GlobalAdmin')`,
    await owner`SELECT code, geotreeid FROM centre WHERE code NOT IN ${owner(outsideCentres)} AND geotreeid NOT IN ${owner([...inside])}`,
  ]
}

const anyArea = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...inside) }, { weight: 2, arbitrary: fc.constantFrom(...outside) })
const anyCentre = fc.constantFrom(...insideCentres, ...outsideCentres, 'NEW1', 'NEW2', 'NONE')
const anyRole = fc.oneof(
  fc.record({ role: fc.constantFrom('GlobalAdmin' as const, 'UserAdmin' as const, 'DataManager' as const), areaid: anyArea }),
  fc.record({ role: fc.constant('CenterAdmin' as const), center: anyCentre }),
)
/** Positions in the lists of people and centres that exist when the call runs. */
const places = { actor: fc.nat(7), target: fc.nat(30) }
const anyOperation = fc.constantFrom('suspend' as const, 'reactivate' as const, 'remove' as const, 'restore' as const)
const anyCall = fc.oneof(
  fc.record({ kind: fc.constant('create user' as const), ...places, roles: fc.array(anyRole, { minLength: 1, maxLength: 2 }) }),
  fc.record({ kind: fc.constant('change user' as const), ...places, roles: fc.array(anyRole, { minLength: 1, maxLength: 2 }) }),
  fc.record({ kind: fc.constant('user' as const), ...places, operation: anyOperation }),
  fc.record({ kind: fc.constant('create centre' as const), ...places, id: anyCentre, area: anyArea }),
  fc.record({ kind: fc.constant('move centre' as const), ...places, area: anyArea }),
  fc.record({ kind: fc.constant('centre' as const), ...places, operation: anyOperation }),
  fc.record({ kind: fc.constant('read' as const), ...places }),
)
type Call = typeof anyCall extends fc.Arbitrary<infer Value> ? Value : never

let made = 0
const pick = <Item>(items: readonly Item[], place: number): Item | undefined => items[place % items.length]

/** Lists show people with a role inside, and centres inside. */
const read = async ({ api }: Client): Promise<void> => {
  const [users, centres] = [await api.users.list.query(), await api.centres.list.query()]
  const isInside = (area: string | null): boolean => area !== null && inside.some((one) => one === area)
  const areas = new Map(
    (await server.database.owner<{ code: string; geotreeid: string }[]>`SELECT code, geotreeid FROM centre`).map(({ code, geotreeid }) => [
      code,
      geotreeid,
    ]),
  )
  const strangers = users.filter(({ roles }) => !roles.some(({ areaid, center }) => isInside(areaid ?? areas.get(center ?? '') ?? null)))
  expect([strangers, centres.filter(({ geotreeid }) => !isInside(geotreeid))]).toEqual([[], []])
}

const run = async (client: Client, call: Call): Promise<unknown> => {
  const person = { name: 'Ada', surname: 'Rossi' }
  const id = pick(await findPeople(), call.target)?.id ?? 0
  const code = pick(await findCentres(), call.target)?.code ?? ''
  const centre = { name: 'Centro', address: '', city: '', ecrf: '' }
  switch (call.kind) {
    case 'create user':
      return client.api.users.create.mutate({ ...person, email: `made${(made += 1)}@example.org`, roles: call.roles })
    case 'change user':
      return client.api.users.change.mutate({ id, ...person, roles: call.roles })
    case 'user':
      return client.api.users[call.operation].mutate({ id })
    case 'create centre':
      return client.api.centres.create.mutate({ id: call.id, ...centre, geotreeid: call.area })
    case 'move centre':
      return client.api.centres.change.mutate({ id: code, ...centre, geotreeid: call.area })
    case 'centre':
      return client.api.centres[call.operation].mutate({ id: code })
    case 'read':
      return read(client)
  }
}

test('THREAT-06, REQ-GEO-03: no sequence of calls of a UserAdmin, and of those whom it creates, changes or shows what lies outside its area', async () => {
  const before = await readOutside()
  const counts = { done: 0, rejected: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 12, maxLength: 24 }), async (calls) => {
      for (const call of calls) {
        const account = pick(await findActors(), call.actor)?.id ?? firstAccount
        const client = await server.signIn(account, 'staff')
        try {
          await run(client, call)
          counts.done += 1
        } catch (error) {
          // A denial has a code of the application. Anything else is an error of the server.
          const { code } = (error as { data?: { detail?: { code?: string } } }).data?.detail ?? {}
          expect(code, JSON.stringify(call)).toMatch(/^(?!unexpected)[a-z_]+$/)
          counts.rejected += 1
        }
      }
      expect(await findEscapes()).toEqual([[], []])
      expect(await readOutside()).toEqual(before)
    }),
    { numRuns: 20, endOnFailure: true },
  )
  expect(counts.done).toBeGreaterThan(10)
  expect(counts.rejected).toBeGreaterThan(10)
})
