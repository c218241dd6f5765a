import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@registry/api-contract/caller'
import { makeCentre } from '@registry/db/testing/fixtures'
import type { ReadScope } from '@registry/domain/access/read-trace'
import { AppError } from '@registry/domain/error'
import { startTestServer, type TestServer } from '../testing/server.ts'
import type { AuditEntry } from './audit-entry.ts'
import { buildTransactionContext, setCallerIdentity, withAuditEntry, createCaller, readTransaction, writeTransaction } from './operation.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

const staff: Actor = {
  kind: 'staff',
  userId: 1,
  username: 'dm@example.org',
  roles: [
    { role: 'DataManager', areaid: 'IT' },
    { role: 'CenterAdmin', center: 'RM01' },
  ],
}
const cookies = { read: () => undefined, set: () => {}, clear: () => {} }
let requests = 0
const createTestCaller = (actor: Actor, declared?: ReadScope) =>
  createCaller(
    {
      actor,
      site: 'staff',
      language: 'it',
      host: '10.0.0.1',
      userAgent: 'test',
      requestId: `r${(requests += 1)}`,
      command: 'probe',
      action: 'DO',
      cookies,
    },
    declared,
  )
const findEntries = async (requestId: string) => (await server.readAuditLog()).filter(({ request_id }) => request_id === requestId)
const readRow = (key: string) => server.database.owner`SELECT key FROM rate_limit WHERE key = ${key}`

describe('an operation', () => {
  it('commits its change and its entry together', async () => {
    const caller = createTestCaller(staff)
    await withAuditEntry(server.deps, caller, () =>
      writeTransaction(server.deps, caller, async ({ sql }) => {
        caller.note('row a')
        await sql`INSERT INTO rate_limit VALUES ('a', now())`
      }),
    )
    expect(await readRow('a')).toHaveLength(1)
    expect(await findEntries(caller.requestId)).toEqual([
      expect.objectContaining({
        username: 'dm@example.org',
        command: 'probe',
        action: 'DO',
        from_host: '10.0.0.1',
        detail: 'row a',
        outcome: 'done',
        duration_milli: expect.any(Number),
      }),
    ])
  })

  it('changes nothing when it is denied, and records the error code', async () => {
    const caller = createTestCaller(staff)
    const work = () =>
      writeTransaction(server.deps, caller, async ({ sql }) => {
        await sql`INSERT INTO rate_limit VALUES ('b', now())`
        throw new AppError('not_found')
      })
    await expect(withAuditEntry(server.deps, caller, work)).rejects.toThrow('not_found')
    expect(await readRow('b')).toHaveLength(0)
    expect(await findEntries(caller.requestId)).toEqual([expect.objectContaining({ outcome: 'refused', detail: 'not_found' })])
  })

  it('changes nothing when its entry cannot be written', async () => {
    const caller = { ...createTestCaller(staff) }
    await expect(writeTransaction(server.deps, caller, async () => {})).rejects.toThrow('createCaller')
    const tooLong = createTestCaller({ ...staff, username: 'x\0y' })
    await expect(writeTransaction(server.deps, tooLong, ({ sql }) => sql`INSERT INTO rate_limit VALUES ('c', now())`)).rejects.toThrow()
    expect(await readRow('c')).toHaveLength(0)
  })

  it('fails without a read trace when it declares reads of patient data (REQ-ADM-01)', async () => {
    const caller = createTestCaller(staff, 'patients')
    await expect(withAuditEntry(server.deps, caller, async () => 'rows')).rejects.toThrow('whose data')
    const changing = createTestCaller(staff, 'patients')
    const change = () => writeTransaction(server.deps, changing, ({ sql }) => sql`INSERT INTO rate_limit VALUES ('e', now())`)
    await expect(withAuditEntry(server.deps, changing, change)).rejects.toThrow('whose data')
    expect(await readRow('e')).toHaveLength(0)
    expect(await findEntries(changing.requestId)).toMatchObject([{ outcome: 'failed', reads: null }])
  })

  it('accepts a read trace only when it declares reads, and before its entry is written', async () => {
    const read = { whose: 'patient 3', columns: ['HB'], count: 1 }
    expect(() => createTestCaller(staff).recordRead(read)).toThrow('without declaring')
    const caller = createTestCaller(staff, 'own')
    await withAuditEntry(server.deps, caller, () => writeTransaction(server.deps, caller, async () => caller.recordRead(read)))
    expect(await findEntries(caller.requestId)).toMatchObject([{ outcome: 'done', reads: read }])
    expect(() => caller.recordRead(read)).toThrow('after its entry')
  })

  it('has no read trace when it is denied', async () => {
    const caller = createTestCaller(staff, 'own')
    const work = async () => {
      caller.recordRead({ whose: 'patient 3', columns: ['HB'], count: 1 })
      throw new AppError('not_found')
    }
    await expect(withAuditEntry(server.deps, caller, work)).rejects.toThrow('not_found')
    expect(await findEntries(caller.requestId)).toMatchObject([{ outcome: 'refused', reads: null }])
  })

  it('cannot write in a read transaction', async () => {
    await expect(
      readTransaction(server.deps, createTestCaller(staff), ({ sql }) => sql`INSERT INTO rate_limit VALUES ('d', now())`),
    ).rejects.toThrow('read-only')
  })

  it('of a visitor has an entry when it is denied or signs the visitor in', async () => {
    const [quiet, rejected, known] = [
      createTestCaller({ kind: 'visitor' }),
      createTestCaller({ kind: 'visitor' }),
      createTestCaller({ kind: 'visitor' }),
    ]
    await withAuditEntry(server.deps, quiet, async () => {})
    await withAuditEntry(server.deps, rejected, async () => {
      throw new AppError('password_wrong')
    }).catch(() => {})
    await withAuditEntry(server.deps, known, async () => setCallerIdentity(known, { kind: 'patient', patientId: 7 }))
    expect(await findEntries(quiet.requestId)).toEqual([])
    expect(await findEntries(rejected.requestId)).toEqual([
      expect.objectContaining({ username: '', outcome: 'refused', detail: 'password_wrong' }),
    ])
    expect(await findEntries(known.requestId)).toEqual([expect.objectContaining({ username: 'patient 7', outcome: 'done' })])
  })

  it('sees the rows of its areas, its role or its centre, and no rows without one (REQ-GEO-02, REQ-FIL-04)', () => {
    expect(buildTransactionContext(createTestCaller(staff)).scope).toEqual({ kind: 'areas', areas: ['IT'] })
    expect(buildTransactionContext(createTestCaller(staff), { asRole: 'CenterAdmin' }).scope).toEqual({ kind: 'centre', centre: 'RM01' })
    expect(buildTransactionContext(createTestCaller(staff), { centre: 'RM01' }).scope).toEqual({ kind: 'centre', centre: 'RM01' })
    expect(() => buildTransactionContext(createTestCaller(staff), { centre: 'MI01' })).toThrow('permission_denied')
    expect(buildTransactionContext(createTestCaller({ ...staff, roles: [{ role: 'UserAdmin', areaid: 'W' }] })).scope).toEqual({
      kind: 'none',
    })
    expect(buildTransactionContext(createTestCaller(staff), { asRole: 'GlobalAdmin' }).scope).toEqual({ kind: 'none' })
    expect(buildTransactionContext(createTestCaller({ kind: 'patient', patientId: 3 }))).toMatchObject({
      actor: 'patient 3',
      source: 'patient',
      scope: { kind: 'patient', patientId: 3 },
    })
    expect(buildTransactionContext(createTestCaller({ kind: 'centre', centre: 'MI01' }), { source: 'file' })).toMatchObject({
      actor: 'center MI01',
      source: 'file',
      scope: { kind: 'centre', centre: 'MI01' },
    })
    expect(buildTransactionContext(createTestCaller({ kind: 'restricted', person: { kind: 'patient', patientId: 3 } })).scope).toEqual({
      kind: 'none',
    })
    expect(buildTransactionContext(createTestCaller({ kind: 'visitor' })).scope).toEqual({ kind: 'none' })
  })
})

describe('the audit log', () => {
  const entry = (detail: string): AuditEntry => ({
    username: 'group',
    command: 'probe',
    action: '',
    ipAddress: '',
    durationMilli: 1,
    detail,
    outcome: 'done',
    requestId: 'group',
  })

  it('writes parallel entries in batches, and loses none for an invalid entry', async () => {
    const written = await Promise.allSettled(
      [...Array.from({ length: 450 }, (_, index) => entry(`n ${index}`)), entry('bad \0 text')].map((one) =>
        server.deps.auditLog.write([one]),
      ),
    )
    expect(written.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(await findEntries('group')).toHaveLength(450)
  })
})
