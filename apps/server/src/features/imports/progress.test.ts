import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allConsents, makePatients } from '@registry/db/testing/fixtures'
import type { ReaderPool } from '@registry/tabular/worker/reader-pool'
import type { Client } from '../../testing/client.ts'
import { csv, createImportFixture, type ImportFixture } from './testing/import-fixture.ts'

const [rows, patients, halfway] = [6000, 100, 3000]
/** Pauses the reading of each file after half of its rows. */
let middle = Promise.resolve()

const heldReaders = (own: ReaderPool): ReaderPool => ({
  ...own,
  async *transform<Options, Report>(path: string, options: Parameters<typeof own.transform<Options, Report>>[1]) {
    let read = 0
    for await (const step of own.transform<Options, Report>(path, options)) {
      if (read >= halfway) await middle
      const { report } = step as { readonly report?: { readonly read?: number } }
      read += report?.read ?? 0
      yield step
    }
  },
})

let fixture: ImportFixture
let admin: Client
let colleague: Client
beforeAll(async () => {
  fixture = await createImportFixture({ readers: heldReaders })
  await makePatients(fixture.server.database.owner, { centre: 'RM01', count: patients, consents: allConsents })
  admin = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  colleague = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Long cells, so that the reader needs many steps. */
const content = csv('CENTER_ID,OTHER_THERAPIES', ...Array.from({ length: rows }, (_, row) => `P${row + 1},${'a'.repeat(200)}`))
const upload = (id: string, more: Readonly<Record<string, string>> = {}, signal?: AbortSignal) =>
  admin.post(
    '/putMedicalData',
    { multipart: { format: 'csv', ...more }, file: { name: 'file.csv', content } },
    { 'x-upload-id': id },
    signal,
  )
const follow = (id: string, client = admin) => client.api.imports.progress.query(id)
const finished = { state: 'finished', rows: 0, total: null }

/** Runs `work` while the reading of files is paused. */
const whileHeld = async (work: () => Promise<void>): Promise<void> => {
  const held = Promise.withResolvers<void>()
  middle = held.promise
  try {
    await work()
  } finally {
    held.resolve()
  }
}

test.each(['true', 'false'])(
  'REQ-IMP-18: the progress of an upload grows until its end, and only its person sees it (dry run: %s)',
  async (dryRun) => {
    const id = randomUUID()
    const sent: Promise<Response>[] = []
    await whileHeld(async () => {
      sent.push(upload(id, { dry_run: dryRun }))
      await expect.poll(() => follow(id)).toMatchObject({ state: 'running', rows: expect.any(Number), total: null })
      await expect.poll(async () => (await follow(id)).rows).toBeGreaterThan(0)
      expect((await follow(id)).rows).toBeLessThan(rows)
      expect(await follow(id, colleague)).toEqual(finished)
      expect(await follow(randomUUID())).toEqual(finished)
    })
    const [answer] = await Promise.all(sent)
    expect(await answer?.json()).toMatchObject({ success: true, ok: patients, ko: rows - patients })
    expect(await follow(id)).toEqual(finished)
  },
)

test('REQ-IMP-18: rejected rows count too, and the total is known when the file is read', async () => {
  const { owner } = fixture.server.database
  const id = randomUUID()
  const wrong = csv('CENTER_ID,WEIGHT', ...Array.from({ length: 3000 }, (_, row) => `P${row + 1},${row === 0 ? 61 : 'much'}`))
  const sent: Promise<Response>[] = []
  await owner.begin(async (sql) => {
    // The import waits for this row after it has read all.
    await sql`SELECT m.patient_id FROM patient_medical m JOIN patient_identity i USING (patient_id) WHERE i.centre_patient_code = 'P1' FOR UPDATE OF m`
    sent.push(
      admin.post('/putMedicalData', { multipart: { format: 'csv' }, file: { name: 'file.csv', content: wrong } }, { 'x-upload-id': id }),
    )
    await expect.poll(() => follow(id)).toMatchObject({ state: 'running', total: 3000 })
  })
  const [answer] = await Promise.all(sent)
  expect(await answer?.json()).toMatchObject({ success: true, ok: 1, ko: 2999 })
})

test('REQ-IMP-16, REQ-IMP-18: a queued upload reports that it waits and frees its slot when it is stopped; a stopped one stores nothing', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  const before = await fixture.hashTables()
  const [stopFirst, stopSecond] = [new AbortController(), new AbortController()]
  const sent: Promise<unknown>[] = []
  await whileHeld(async () => {
    sent.push(expect(upload(first, {}, stopFirst.signal)).rejects.toThrow('aborted'))
    await expect.poll(async () => (await follow(first)).rows).toBeGreaterThan(0)
    sent.push(expect(upload(second, {}, stopSecond.signal)).rejects.toThrow('aborted'))
    await expect.poll(() => follow(second)).toMatchObject({ state: 'waiting', rows: 0, total: null })
    stopSecond.abort()
    await expect.poll(() => fixture.server.deps.imports.queue.inUse).toMatchObject({ running: 1, waiting: 0 })
    await expect.poll(() => follow(second)).toEqual(finished)
    stopFirst.abort()
  })
  await Promise.all(sent)
  await expect.poll(() => follow(first)).toEqual(finished)
  const entries = (await fixture.server.readAuditLog()).filter(({ detail }) => String(detail).includes('import_stopped'))
  expect(entries).toHaveLength(2)
  expect(await fixture.hashTables()).toBe(before)
})

test.each(['', 'no uuid', 'x'.repeat(2000)])('an id that is none (%j) changes nothing for the caller', async (id) => {
  const body = { multipart: { format: 'csv', dry_run: 'true' }, file: { name: 'file.csv', content: csv('CENTER_ID,WEIGHT', 'P1,60') } }
  expect(await (await admin.post('/putMedicalData', body, { 'x-upload-id': id })).json()).toMatchObject({ success: true, ok: 1 })
})
