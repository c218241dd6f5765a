import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { eventually } from '@registry/db/testing/eventually'
import { allConsents, makeCentre, makePatient, makeStaff } from '@registry/db/testing/fixtures'
import { createHashing } from '../auth/password-hashing.ts'
import { listEndpoints, takesFile } from '../http/legacy/route.ts'
import { procedures } from '../http/trpc/procedures.ts'
import { createClient, multipartBody } from '../testing/client.ts'
import { errorLevel, startServerProcess, type ServerProcess } from '../testing/process.ts'
import { legacyRoutes } from './legacy-routes.ts'

const centrePassword = 'password of the centre'

/** `pnpm drill fuzz` sends more, with another seed. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 600)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const parallel = 10

let database: TestDatabase
let server: ServerProcess
let dataDir: string
/** The cookies of each principal. A fuzzed call can end its session, so the sessions are stored again before each batch. */
const sessions: { token: string; accountId: number; site: 'staff' | 'myconsent' }[] = []

const restoreSessions = async (): Promise<void> => {
  await database.owner`DELETE FROM rate_limit`
  for (const { token, accountId, site } of sessions)
    await database.owner`
      INSERT INTO session (token_hash, account_id, site, restricted, created_at, last_seen_at, authenticated_at, ends_at)
      SELECT ${createHash('sha256').update(token).digest()}, id, ${site}, false, now(), now(), now(), now() + interval '12 hours'
      FROM account WHERE id = ${accountId} ON CONFLICT DO NOTHING`
}

beforeAll(async () => {
  database = await testDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'fuzz-'))
  const { owner } = database
  await makeCentre(owner, 'RM01')
  await owner`UPDATE centre SET password_hash = ${await createHashing().hashSecret(centrePassword)} WHERE code = 'RM01'`
  const roles = [
    { role: 'CenterAdmin', center: 'RM01' },
    { role: 'DataManager', areaid: 'IT' },
    { role: 'UserAdmin', areaid: 'IT' },
    { role: 'GlobalAdmin', areaid: 'W' },
  ] as const
  for (const grant of roles) {
    const { accountId } = await makeStaff(owner, `${grant.role.toLowerCase()}@example.org`, [grant])
    sessions.push({ token: randomBytes(32).toString('base64url'), accountId, site: 'staff' })
  }
  const { accountId } = await makePatient(owner, {
    centre: 'RM01',
    centrePatientCode: 'P1',
    email: 'p1@example.org',
    consents: allConsents,
  })
  sessions.push({ token: randomBytes(32).toString('base64url'), accountId, site: 'myconsent' })
  const { host, port, username, database: name } = database.addresses.server
  server = await startServerProcess(dataDir, {
    variables: {
      SECRET_KEY: '1'.repeat(64),
      RECEIPT_KEY: '2'.repeat(64),
      PGHOST: String(host),
      PGPORT: String(port),
      PGUSER: String(username),
      DATABASE_URL: `postgres:///${name}`,
    },
  })
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await database.dispose()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Values that programs get wrong: too long, too large, of another type, with characters that no column stores. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\0',
    '\u{d800}',
    'a\0b',
    -1,
    0,
    1e308,
    2 ** 53,
    NaN,
    true,
    [],
    {},
    '__proto__',
    "' OR 1=1 --",
    '9999-99-99',
    '2026-02-30',
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.integer(),
  fc.double(),
  fc.constant('x'.repeat(70_000)),
  fc.anything({ maxDepth: 3, withNullPrototype: false }),
)

const JsonSchema = z.looseObject({
  type: z.unknown().optional(),
  enum: z.unknown().array().optional(),
  const: z.unknown().optional(),
  anyOf: z.unknown().array().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
})

/** A value that fits a JSON schema in most of its parts, so that some requests pass the parser. */
const almostValid = (schema: unknown, depth = 0): fc.Arbitrary<unknown> => {
  const parsed = JsonSchema.safeParse(schema)
  if (!parsed.success || depth > 6) return oddValue
  const { type, enum: values, const: only, anyOf, properties, items } = parsed.data
  const valid = (): fc.Arbitrary<unknown> => {
    if (only !== undefined) return fc.constant(only)
    if (values) return fc.constantFrom(...values)
    if (anyOf) return fc.oneof(...anyOf.map((one) => almostValid(one, depth + 1)))
    if (properties)
      return fc.record(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, almostValid(one, depth + 1)])))
    if (type === 'array') return fc.array(almostValid(items, depth + 1), { maxLength: 4 })
    if (type === 'integer') return fc.integer({ min: 1, max: 50 })
    if (type === 'number') return fc.double({ min: 0, max: 300, noNaN: true })
    if (type === 'boolean') return fc.boolean()
    if (type === 'string')
      return fc.oneof(fc.constantFrom('RM01', 'P1', 'p1@example.org', '2020-05-17', 'it', 'csv'), fc.string({ maxLength: 20 }))
    return oddValue
  }
  return fc.oneof({ weight: 9, arbitrary: valid() }, { weight: 1, arbitrary: oddValue })
}

type Sent = { readonly method: string; readonly path: string; readonly type: string; readonly body: string | Buffer }
const json = 'application/json'
const encode = (value: unknown): string => JSON.stringify(value) ?? 'null'
/** Cuts a body, or replaces a part of it. */
const mutateText = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: text },
    { weight: 1, arbitrary: fc.tuple(text, fc.nat()).map(([whole, at]) => whole.slice(0, at % (whole.length + 1))) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(text, fc.nat(), fc.string({ maxLength: 5 }))
        .map(([whole, at, part]) => whole.slice(0, at % (whole.length + 1)) + part + whole.slice(at % (whole.length + 1))),
    },
  )

const procedureCalls = [...procedures].map(([name, { schemas }]): fc.Arbitrary<Sent> => {
  const schema = z.toJSONSchema(schemas.input, { io: 'input', unrepresentable: 'any' })
  return mutateText(almostValid(schema).map(encode)).map((body) => ({ method: 'POST', path: `/api/trpc/${name}`, type: json, body }))
})

const toText = (value: unknown): string => (typeof value === 'string' ? value : encode(value))
const legacyCalls = listEndpoints(legacyRoutes).flatMap(({ method, path, operations, ...endpoint }) =>
  operations.map(({ action, example }): fc.Arbitrary<Sent> => {
    const names = Object.keys(example.fields)
    const fields = fc
      .record(
        Object.fromEntries(
          names.map((name) => [
            name,
            fc.oneof({ weight: 3, arbitrary: fc.constant<unknown>(Reflect.get(example.fields, name)) }, { weight: 1, arbitrary: oddValue }),
          ]),
        ),
      )
      .map((values) => ({ ...values, ...(action !== '' && { action }) }))
    const file = fc.string({ unit: 'binary', maxLength: 400 }).map((content) => ({ name: 'file.csv', content }))
    const multipart = fc.tuple(fields, file).map(([values, content]) => {
      const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)]))
      return {
        type: 'multipart/form-data; boundary=----registry-test',
        body: multipartBody(texts, takesFile({ method, path, operations, ...endpoint }) ? content : undefined),
      }
    })
    const bodies = fc.oneof(
      mutateText(fields.map(encode)).map((body) => ({ type: json, body })),
      multipart,
      fc.string({ unit: 'binary', maxLength: 200 }).map((body) => ({ type: 'application/x-www-form-urlencoded', body })),
    )
    return bodies.map(({ type, body }) => ({ method, path: `/api${path}`, type, ...(method === 'GET' ? { body: '' } : { body }) }))
  }),
)
const withOddValues = (value: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        fc.oneof({ weight: 9, arbitrary: fc.constant(part) }, { weight: 1, arbitrary: oddValue }),
      ]),
    ),
  )
const fhirEntry = fc.record({
  request: withOddValues({ method: 'POST', url: 'Observation', ifNoneExist: 'identifier=S1' }),
  resource: withOddValues({
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '718-7' }] },
    subject: { identifier: { value: 'P1' } },
    identifier: [{ value: 'S1' }],
    effectiveDateTime: '2025-01-01',
    valueQuantity: { value: 9, code: 'g/dL' },
  }),
})
const bundles = mutateText(
  fc.array(fhirEntry, { maxLength: 4 }).map((entry) => encode({ resourceType: 'Bundle', type: 'transaction', entry })),
).map((body): Sent => ({ method: 'POST', path: '/api/fhir', type: 'application/fhir+json', body }))
const paths = fc.webPath().map((path): Sent => ({ method: 'GET', path: `/api${path}`, type: json, body: '' }))

const send = async ({ method, path, type, body }: Sent, session: (typeof sessions)[number] | undefined) => {
  const site = session?.site ?? 'staff'
  const isFhir = path === '/api/fhir'
  // A session and a password together are refused.
  const cookies = new Map(session && !isFhir ? [['sid', session.token]] : [])
  const client = createClient({ port: server.port, host: `${site}.localhost:0`, cookies })
  const authorization = isFhir && { authorization: `Basic ${Buffer.from(`RM01:${centrePassword}`).toString('base64')}` }
  const headers = { 'sec-fetch-site': 'same-origin', 'x-requested-by': 'app', 'content-type': type, ...authorization }
  const response = await client.send({ method, path, headers, ...(body !== '' && { body }) })
  return { status: response.status, text: await response.text() }
}

test(
  `FAULT-26: ${requests} random and mutated requests of every path end with an answer, without an unexpected error and in the same process (seed ${seed})`,
  async () => {
    const { pid } = server.child
    const calls = [...procedureCalls, ...legacyCalls, bundles, paths]
    const perCall = Math.max(1, Math.ceil(requests / calls.length))
    const sent = calls.flatMap((call, index) => fc.sample(call, { numRuns: call === bundles ? 30 : perCall, seed: seed + index }))
    const failures: unknown[] = []
    for (let start = 0; start < sent.length; start += parallel) {
      await restoreSessions()
      const batch = sent.slice(start, start + parallel)
      await Promise.all(
        batch.map(async (one, index) => {
          const session = sessions[(start + index) % (sessions.length + 1)]
          const { status, text } = await send(one, session)
          if (status >= 500 || status === 0)
            failures.push({ ...one, body: String(one.body).slice(0, 300), status, text: text.slice(0, 300) })
        }),
      )
      expect(server.child.exitCode).toBeNull()
    }
    expect(failures).toEqual([])
    expect(server.levels().filter((level) => level >= errorLevel)).toEqual([])
    const ready = { method: 'GET', path: '/api/health/ready', type: json, body: '' } as const
    await eventually(async () => expect((await send(ready, undefined)).status).toBe(200))
    expect([server.child.pid, server.child.exitCode]).toEqual([pid, null])
  },
  Math.max(600_000, requests * 100),
)
