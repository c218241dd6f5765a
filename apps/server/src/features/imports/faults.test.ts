import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { listWaiting } from '@registry/db/testing/database'
import { multipartBody } from '../../testing/client.ts'
import { waitForUploads } from '../../testing/pending-uploads.ts'
import { sendAndLeave } from '../../testing/abort-download.ts'
import { csv, imported, createImportFixture, centrePassword, type ImportFixture } from './testing/import-fixture.ts'
import { countImportedRows, expectedRows } from './testing/imported-rows.ts'

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await createImportFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const newcomers = (prefix: string, rows: number): string =>
  csv(
    'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,C_DB',
    ...Array.from({ length: rows }, (_, row) => `${prefix}-${row},ROSSI,ADA,Email,${prefix}-${row}@example.org,${row % 2 === 0}`),
  )

/** The whole request as bytes. */
const formatRequest = (path: string, content: string): Buffer => {
  const fields = { centerCode: 'RM01', centerPwd: centrePassword('RM01'), format: 'csv' }
  const body = multipartBody(fields, { name: 'file.csv', content })
  const head = `POST /api${path} HTTP/1.1\r\nhost: staff.localhost:8080\r\ncontent-type: multipart/form-data; boundary=----registry-test\r\ncontent-length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

const traces = (prefix: string) => countImportedRows(fixture.server.database.owner, prefix)
const expectedNoRows = expectedRows(0)
const listRuns = (ok: number) => fixture.server.database.owner`SELECT id FROM import_run WHERE ok = ${ok}`

describe('a client that disconnects', () => {
  test('FAULT-18: in the middle of its file stores nothing, and the next client is served', async () => {
    const request = formatRequest('/createPatients', newcomers('LEFT', 500))
    for (const share of [0.02, 0.3, 0.6, 0.9, 0.99, 0.9999])
      await sendAndLeave(fixture.server, request.subarray(0, Math.floor(request.length * share)))
    await waitForUploads(fixture.server)
    expect(await traces('LEFT')).toEqual(expectedNoRows)
    expect(await fixture.send('/createPatients', newcomers('LEFT', 2))).toMatchObject({ ok: 2 })
  })

  test('FAULT-12: before its answer has its whole file imported; the same file again gives the stored report and changes nothing', async () => {
    const content = newcomers('LOST', 1234)
    await sendAndLeave(fixture.server, formatRequest('/createPatients', content))
    await eventually(async () => expect(await listRuns(1234)).toHaveLength(1))
    await waitForUploads(fixture.server)
    expect(await traces('LOST')).toEqual(expectedRows(1234))
    const before = await fixture.hashTables()
    expect(await fixture.send('/createPatients', content)).toEqual(imported(1234))
    expect(await fixture.hashTables()).toBe(before)
  })
})

describe('an error at the end of a file', () => {
  test.each([
    ['csv', (lines: string) => `${lines}P1,"9\r\n`, 'csv_quote'],
    [
      'json',
      (lines: string) =>
        `${JSON.stringify(
          lines
            .split('\r\n')
            .slice(1, -1)
            .map((line) => ({ CENTER_ID: line.split(',')[0], HB: 9 })),
        ).slice(0, -1)},{"CENTER_ID":`,
      'json_syntax',
    ],
  ] as const)('in %s rolls back the rows that were stored, and the connection stays usable', async (format, broken, code) => {
    await fixture.patient(`LATE-${format}`)
    const before = await fixture.hashTables()
    const lines = csv('CENTER_ID,HB', `LATE-${format},9`, ...Array.from({ length: 30_000 }, (_, row) => `NOBODY${row},9`))
    for (const _ of [1, 2, 3])
      expect(await fixture.send('/putMedicalData', broken(lines), { format })).toMatchObject({ success: false, code })
    expect(await fixture.hashTables()).toBe(before)
    expect(await fixture.send('/putMedicalData', lines)).toMatchObject({ ok: 1, ko: 30_000 })
  })
})

describe('two imports at the same time', () => {
  test('the same file twice at the same time is imported once', async () => {
    const content = newcomers('TWICE', 300)
    const answers = await Promise.all([
      fixture.send('/createPatients', content),
      fixture.send('/createPatients', content),
      fixture.send('/createPatients', content),
    ])
    for (const answer of answers) expect(answer).toEqual(imported(300))
    expect(await traces('TWICE')).toEqual(expectedRows(300))
  })

  test('two centres that register the same e-mails at the same time get the same answers as one alone', async () => {
    const file = (code: string) =>
      csv(
        'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL',
        ...Array.from({ length: 200 }, (_, row) => `${code}${row},ROSSI,ADA,Email,contest${row}@example.org`),
      )
    const answers = await Promise.all([
      fixture.send('/createPatients', file('CR')),
      fixture.send('/createPatients', file('CM'), { centre: 'MI01' }),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ success: true, ok: 200, ko: 0, detail: [] })
  })

  // A row is checked first and written later: only a snapshot keeps the two consistent.
  test.each([
    ['a row without a question', 'RACE', 'CENTER_ID,HB', 'RACE,9'],
    ['a row with a warning', 'RACE2', 'CENTER_ID,WEIGHT,HB', 'RACE2,80,9'],
  ])('FAULT-14: the row of a patient who withdraws during the import is rejected and not written: %s', async (_, code, ...lines) => {
    const { id } = await fixture.patient(code, { medical: { hb: 7, weight: 50 } })
    const { owner } = fixture.server.database
    const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const withdrawing = owner.begin(async (sql) => {
      await sql`SELECT set_config('app.patient', ${String(id)}, true), set_config('app.actor', 'patient', true)`
      await sql`SELECT withdraw_patient(${id}, 'v1')`
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const answer = fixture.send('/putMedicalData', csv(...lines))
    await eventually(async () => {
      expect(await listWaiting(owner)).not.toEqual([])
    })
    held.resolve()
    await withdrawing
    expect(await answer).toMatchObject({ ok: 0, ko: 1, detail: [{ key: code, code: 'consent_withdrawn' }] })
    expect(await fixture.stored('patient_medical', code)).toMatchObject({ hb: 7, weight: 50 })
  })

  test('FAULT-23: the server answers others while it reads a large file', async () => {
    let answered = 0
    let done = false
    const answer = fixture.send('/createPatients', newcomers('LARGE', 20_000)).finally(() => {
      done = true
    })
    while (!done) {
      expect((await fixture.server.visitor('staff').get('/health/live')).status).toBe(200)
      answered += 1
    }
    expect(await answer).toMatchObject({ ok: 20_000, ko: 0 })
    // A server that read the file itself would answer no request before the end of the import, on any machine.
    expect(answered).toBeGreaterThan(20)
  })
})
