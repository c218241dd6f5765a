import { eventually } from '@registry/db/testing/eventually'
import { listWaiting } from '@registry/db/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, createImportFixture, centrePassword, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await createImportFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Locks the row of a patient while `work` runs, so that an import waits for it. */
const whileHeld = async (code: string, work: () => Promise<void>): Promise<void> => {
  const { owner } = fixture.server.database
  const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = owner.begin(async (sql) => {
    await sql`SELECT m.patient_id FROM patient_medical m JOIN patient_identity i USING (patient_id) WHERE i.centre_patient_code = ${code} FOR UPDATE OF m`
    locked.resolve()
    await held.promise
  })
  await locked.promise
  await work()
  held.resolve()
  await holding
}
const importWaits = () =>
  eventually(async () => {
    expect(await listWaiting(fixture.server.database.owner)).not.toEqual([])
  })
const readLast = async () => (await fixture.server.readAuditLog()).findLast(({ command }) => command === 'putMedicalData')
const upload = { file: { name: 'file.csv', content: csv('CENTER_ID,WEIGHT', 'STOP,60') } }

test('REQ-IMP-16: an upload that its person stops stores nothing, and the log records it', async () => {
  await fixture.patient('STOP', { medical: { weight: 50 } })
  const admin = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  const stop = new AbortController()
  await whileHeld('STOP', async () => {
    const sent = admin.post('/putMedicalData', { multipart: { format: 'csv' }, ...upload }, {}, stop.signal)
    sent.catch(() => {})
    await importWaits()
    stop.abort()
    await expect(sent).rejects.toThrow()
  })
  await eventually(async () => expect(await readLast()).toMatchObject({ outcome: 'refused' }))
  expect(await fixture.stored('patient_medical', 'STOP')).toMatchObject({ weight: 50 })
  expect((await admin.api.imports.list.query({})).files).toEqual([])
})

test('REQ-IMP-16, FAULT-12: the import of a program that lost its connection continues', async () => {
  const stop = new AbortController()
  const credentials = { format: 'csv', centerCode: 'RM01', centerPwd: centrePassword('RM01') }
  await whileHeld('STOP', async () => {
    const sent = fixture.server.visitor('staff').post('/putMedicalData', { multipart: credentials, ...upload }, {}, stop.signal)
    sent.catch(() => {})
    await importWaits()
    stop.abort()
  })
  await eventually(async () => expect(await fixture.stored('patient_medical', 'STOP')).toMatchObject({ weight: 60 }))
})
