import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@registry/api-contract/caller'
import { makeCentre } from '@registry/db/testing/fixtures'
import type { ReadScope } from '@registry/domain/access/read-trace'
import { AppError } from '@registry/domain/error'
import { startTestServer, type TestServer } from '../testing/server.ts'
import type { AuditEntry } from './audit-log.ts'
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
const jar = { read: () => undefined, set: () => {}, clear: () => {} }
let requests = 0
const as = (actor: Actor, declared?: ReadScope) =>
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
      cookies: jar,
    },
    declared,
  )
const entriesOf = async (requestId: string) => (await server.readAuditLog()).filter(({ request_id }) => request_id === requestId)
const setting = (key: string) => server.database.owner`SELECT value FROM setting WHERE key = ${key}`

describe('an operation', () => {
  it('commits its change and its entry together, once', async () => {
    const caller = as(staff)
    await withAuditEntry(server.deps, caller, () =>
      writeTransaction(server.deps, caller, async ({ sql }) => {
        caller.note('setting a')
        await sql`INSERT INTO setting (key, value) VALUES ('a', '1')`
      }),
    )
    expect(await setting('a')).toHaveLength(1)
    expect(await entriesOf(caller.requestId)).toEqual([
      expect.objectContaining({
        username: 'dm@example.org',
        command: 'probe',
        action: 'DO',
        from_host: '10.0.0.1',
        detail: 'setting a',
        outcome: 'done',
        duration_milli: expect.any(Number),
      }),
    ])
  })

  it('that is refused changes nothing and says why in its entry', async () => {
    const caller = as(staff)
    const work = () =>
      writeTransaction(server.deps, caller, async ({ sql }) => {
        await sql`INSERT INTO setting (key, value) VALUES ('b', '1')`
        throw new AppError('not_found')
      })
    await expect(withAuditEntry(server.deps, caller, work)).rejects.toThrow('not_found')
    expect(await setting('b')).toHaveLength(0)
    expect(await entriesOf(caller.requestId)).toEqual([expect.objectContaining({ outcome: 'refused', detail: 'not_found' })])
  })

  it('whose entry cannot be written changes nothing', async () => {
    const caller = { ...as(staff) }
    await expect(writeTransaction(server.deps, caller, async () => {})).rejects.toThrow('createCaller')
    const tooLong = as({ ...staff, username: 'x\0y' })
    await expect(
      writeTransaction(server.deps, tooLong, ({ sql }) => sql`INSERT INTO setting (key, value) VALUES ('c', '1')`),
    ).rejects.toThrow()
    expect(await setting('c')).toHaveLength(0)
  })

  it('that declares to answer with patients’ data and does not say whose gives no answer (D11)', async () => {
    const caller = as(staff, 'patients')
    await expect(withAuditEntry(server.deps, caller, async () => 'rows')).rejects.toThrow('whose data')
    const changing = as(staff, 'patients')
    const change = () => writeTransaction(server.deps, changing, ({ sql }) => sql`INSERT INTO setting (key, value) VALUES ('e', '1')`)
    await expect(withAuditEntry(server.deps, changing, change)).rejects.toThrow('whose data')
    expect(await setting('e')).toHaveLength(0)
    expect(await entriesOf(changing.requestId)).toMatchObject([{ outcome: 'failed', reads: null }])
  })

  it('says whose data it read only if it declared to read, and before its entry is written', async () => {
    const read = { whose: 'patient 3', columns: ['HB'], count: 1 }
    expect(() => as(staff).recordRead(read)).toThrow('without declaring')
    const caller = as(staff, 'own')
    await withAuditEntry(server.deps, caller, () => writeTransaction(server.deps, caller, async () => caller.recordRead(read)))
    expect(await entriesOf(caller.requestId)).toMatchObject([{ outcome: 'done', reads: read }])
    expect(() => caller.recordRead(read)).toThrow('after its entry')
  })

  it('that is refused read nothing', async () => {
    const caller = as(staff, 'own')
    const work = async () => {
      caller.recordRead({ whose: 'patient 3', columns: ['HB'], count: 1 })
      throw new AppError('not_found')
    }
    await expect(withAuditEntry(server.deps, caller, work)).rejects.toThrow('not_found')
    expect(await entriesOf(caller.requestId)).toMatchObject([{ outcome: 'refused', reads: null }])
  })

  it('that only reads cannot write', async () => {
    await expect(
      readTransaction(server.deps, as(staff), ({ sql }) => sql`INSERT INTO setting (key, value) VALUES ('d', '1')`),
    ).rejects.toThrow('read-only')
  })

  it('of a visitor leaves an entry when it is refused, or when it made them somebody', async () => {
    const [quiet, refused, known] = [as({ kind: 'visitor' }), as({ kind: 'visitor' }), as({ kind: 'visitor' })]
    await withAuditEntry(server.deps, quiet, async () => {})
    await withAuditEntry(server.deps, refused, async () => {
      throw new AppError('password_wrong')
    }).catch(() => {})
    await withAuditEntry(server.deps, known, async () => setCallerIdentity(known, { kind: 'patient', patientId: 7 }))
    expect(await entriesOf(quiet.requestId)).toEqual([])
    expect(await entriesOf(refused.requestId)).toEqual([
      expect.objectContaining({ username: '', outcome: 'refused', detail: 'password_wrong' }),
    ])
    expect(await entriesOf(known.requestId)).toEqual([expect.objectContaining({ username: 'patient 7', outcome: 'done' })])
  })

  it('sees the rows of its areas, of the role or centre it stands on, and of nobody without one (D7, D10)', () => {
    expect(buildTransactionContext(as(staff)).scope).toEqual({ kind: 'areas', areas: ['IT'] })
    expect(buildTransactionContext(as(staff), { asRole: 'CenterAdmin' }).scope).toEqual({ kind: 'centre', centre: 'RM01' })
    expect(buildTransactionContext(as(staff), { centre: 'RM01' }).scope).toEqual({ kind: 'centre', centre: 'RM01' })
    expect(() => buildTransactionContext(as(staff), { centre: 'MI01' })).toThrow('permission_denied')
    expect(buildTransactionContext(as({ ...staff, roles: [{ role: 'UserAdmin', areaid: 'W' }] })).scope).toEqual({ kind: 'none' })
    expect(buildTransactionContext(as(staff), { asRole: 'GlobalAdmin' }).scope).toEqual({ kind: 'none' })
    expect(buildTransactionContext(as({ kind: 'patient', patientId: 3 }))).toMatchObject({
      actor: 'patient 3',
      via: 'patient',
      scope: { kind: 'patient', patientId: 3 },
    })
    expect(buildTransactionContext(as({ kind: 'centre', centre: 'MI01' }), { via: 'file' })).toMatchObject({
      actor: 'center MI01',
      via: 'file',
      scope: { kind: 'centre', centre: 'MI01' },
    })
    expect(buildTransactionContext(as({ kind: 'restricted', person: { kind: 'patient', patientId: 3 } })).scope).toEqual({ kind: 'none' })
    expect(buildTransactionContext(as({ kind: 'visitor' })).scope).toEqual({ kind: 'none' })
  })
})

describe('the log of reads', () => {
  const entry = (detail: string): AuditEntry => ({
    username: 'group',
    command: 'probe',
    action: '',
    fromHost: '',
    durationMilli: 1,
    detail,
    outcome: 'done',
    requestId: 'group',
  })

  it('writes what comes together together, and loses nobody for a neighbour that cannot be written', async () => {
    const written = await Promise.allSettled(
      [...Array.from({ length: 450 }, (_, index) => entry(`n ${index}`)), entry('bad \0 text')].map((one) =>
        server.deps.auditLog.write(one),
      ),
    )
    expect(written.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(await entriesOf('group')).toHaveLength(450)
  })
})
