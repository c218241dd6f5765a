import { withTransaction } from '@registry/db/transaction'
import { listWaiting } from '@registry/db/testing/database'
import { listExported, makeExport } from '@registry/db/testing/exports'
import { patientContext } from '@registry/db/testing/use-test-database'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { addFilter, runFilter, type Staff } from '../filters/saved-filters/testing/fixture.ts'

let server: TestServer
let manager: Staff
let other: Staff
let global: Staff
let filterId: number
let made = 0

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  other = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'other@example.org')
  global = await server.staff([{ role: 'GlobalAdmin', areaid: 'IT' }], 'ga@example.org')
  filterId = await addFilter(manager, { field_list: { PATIENT: ['SEX'], MEDICAL_DATA: { Misc: ['WEIGHT'] } }, filter_list: {} })
  await createPatient()
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => server.database.owner`DELETE FROM notification`)

const createPatient = () => {
  made += 1
  return server.patient({
    centre: 'RM01',
    centrePatientCode: `RECALL-${made}`,
    surname: `RICHIAMO${made}`,
    consents: allConsents,
    personal: { sex: 'F', dob: '1990-06-01' },
    medical: { weight: 50 },
  })
}

const exportAs = async (caller: Staff): Promise<string> => {
  const answer = await runFilter(caller, filterId, 'csv', 'DataManager')
  await answer.arrayBuffer()
  return answer.headers.get('x-export-id') ?? ''
}
const listDeletionRequests = async (caller: Staff) => (await caller.api.home.staff.query()).deletionRequests
const listExportsToDelete = async (caller: Staff) => (await listDeletionRequests(caller)).map((deletionRequest) => deletionRequest.export)
const listMails = () =>
  server.database.owner<
    { recipient: string; body: string }[]
  >`SELECT recipient, body FROM notification WHERE body LIKE '%#deletion-requests%'`
const waitForLock = () => expect.poll(() => listWaiting(server.database.owner)).not.toEqual([])

describe('REQ-CON-17: the deletion request of an export', () => {
  test.each(['v2', 'v3'] as const)('%s informs the people who made exports with the patient, and nobody else', async (choice) => {
    const before = await exportAs(manager)
    const patient = await createPatient()
    const exported = [await exportAs(manager), await exportAs(manager)]
    await server.withdraw(patient, choice)
    expect(await listExportsToDelete(manager)).toEqual(expect.arrayContaining(exported))
    expect(await listExportsToDelete(manager)).not.toContain(before)
    expect(await listExportsToDelete(other)).toEqual([])
    expect(await listExportsToDelete(global)).toEqual([])
    expect((await listMails()).map(({ recipient }) => recipient)).toEqual(['dm@example.org'])
    const told = JSON.stringify([await listDeletionRequests(manager), await listMails()])
    expect(told).not.toMatch(new RegExp(`RECALL-|RICHIAMO|patient ${patient.fixture.id}`))
  })

  test('v1 opens none, because collected data stay usable', async () => {
    const patient = await createPatient()
    const exported = await exportAs(manager)
    await server.withdraw(patient, 'v1')
    expect(await listExportsToDelete(manager)).not.toContain(exported)
    expect(await listMails()).toEqual([])
  })

  test('only the recipient confirms, once; a later withdrawal does not request the deletion of a deleted file again', async () => {
    const [first, second] = [await createPatient(), await createPatient()]
    const exported = await exportAs(manager)
    await server.withdraw(first, 'v3')
    for (const caller of [other, global]) {
      await expect(caller.api.home.confirmDeletions.mutate({ exports: [exported] })).rejects.toThrow(/non è tra quelle da eliminare/)
    }
    await manager.api.home.confirmDeletions.mutate({ exports: [exported] })
    await expect(manager.api.home.confirmDeletions.mutate({ exports: [exported] })).rejects.toThrow(/non è tra quelle da eliminare/)
    const [stored] = await server.database.owner`SELECT confirmed_by FROM deletion_request WHERE manifest_id = ${exported}`
    expect(stored).toEqual({ confirmed_by: 'dm@example.org' })
    await server.withdraw(second, 'v2')
    expect(await listExportsToDelete(manager)).not.toContain(exported)
  })

  test('several are confirmed together, all or none', async () => {
    const patient = await createPatient()
    const exported = [await exportAs(manager), await exportAs(manager)]
    const ofOther = await exportAs(other)
    await server.withdraw(patient, 'v3')
    await expect(manager.api.home.confirmDeletions.mutate({ exports: [...exported, ofOther] })).rejects.toThrow(
      /non è tra quelle da eliminare/,
    )
    expect(await listExportsToDelete(manager)).toEqual(expect.arrayContaining(exported))
    await manager.api.home.confirmDeletions.mutate({ exports: exported })
    const left = await listExportsToDelete(manager)
    for (const id of exported) expect(left).not.toContain(id)
    expect(await listExportsToDelete(other)).toContain(ofOther)
    await other.api.home.confirmDeletions.mutate({ exports: [ofOther] })
  })

  test('a GlobalAdmin is informed and confirms for a disabled user', async () => {
    const leaving = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'leaving@example.org')
    const patient = await createPatient()
    const exported = await exportAs(leaving)
    await server.database.owner`UPDATE staff_user SET disabled_at = now() WHERE email = 'leaving@example.org'`
    await server.withdraw(patient, 'v3')
    expect((await listMails()).map(({ recipient }) => recipient)).toEqual(['ga@example.org'])
    expect(await listDeletionRequests(global)).toMatchObject([{ export: exported, recipient: 'leaving@example.org' }])
    expect(await listExportsToDelete(other)).toEqual([])
    await global.api.home.confirmDeletions.mutate({ exports: [exported] })
    expect(await listExportsToDelete(global)).toEqual([])
  })

  test('is due on the last day of a month, and counts as overdue after it', async () => {
    const patient = await createPatient()
    const exported = await exportAs(other)
    await server.withdraw(patient, 'v3')
    const [due] = await server.database.owner<{ last: boolean; days: number }[]>`
      SELECT extract(day FROM due_on + 1) = 1 AS last, due_on - current_date AS days FROM deletion_request WHERE manifest_id = ${exported}`
    expect(due?.last).toBe(true)
    expect(due?.days).toBeGreaterThan(26)
    const count = async () =>
      (await other.api.home.staff.query()).tasks.filter(({ task }) => task.endsWith('exports to delete')).map((task) => task.count)
    expect(await count()).toEqual([1, 0])
    await server.database.owner`UPDATE deletion_request SET due_on = '2020-01-31' WHERE manifest_id = ${exported}`
    expect(await count()).toEqual([1, 1])
  })
})

describe('FAULT-14: a withdrawal during an export', () => {
  test('waits for a manifest that is being written, and requests its deletion', async () => {
    const patient = await createPatient()
    const written = await exportAs(manager)
    const patients = await listExported(server.database.owner, written)
    const late = crypto.randomUUID()
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const manifest = server.database.owner.begin(async (sql) => {
      await makeExport(sql, { id: late, filterId, patients })
      begun.resolve()
      await finish.promise
    })
    await begun.promise
    const withdrawal = server.withdraw(patient, 'v3')
    await waitForLock()
    finish.resolve()
    await Promise.all([manifest, withdrawal])
    expect(await listExportsToDelete(manager)).toEqual(expect.arrayContaining([written, late]))
    for (const id of [written, late]) expect(await listExported(server.database.owner, id)).not.toContain(patient.fixture.id)
  })

  test('rejects the export that selected the patient before the deletion, before its first byte', async () => {
    const { id } = (await createPatient()).fixture
    const [deleted, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const withdrawal = withTransaction(server.database.server, patientContext(id), async ({ sql }) => {
      await sql`SELECT withdraw_patient(${id}::integer, 'v3')`
      deleted.resolve()
      await finish.promise
    })
    await deleted.promise
    const running = runFilter(manager, filterId, 'csv', 'DataManager')
    await waitForLock()
    finish.resolve()
    await withdrawal
    expect(await (await running).json()).toMatchObject({ success: false, code: 'busy' })
    expect(await exportAs(manager), 'the next export begins').not.toBe('')
  })
})
