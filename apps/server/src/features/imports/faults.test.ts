import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { multipartBody } from '../../testing/client.ts'
import { waitForUploads } from '../../testing/held-uploads.ts'
import { sendAndLeave } from '../../testing/send-and-leave.ts'
import { csv, imported, importFixture, passwordOf, type ImportFixture } from './testing/import-fixture.ts'
import { countTraces, tracesOfAll } from './testing/traces.ts'

let kit: ImportFixture
beforeAll(async () => {
  kit = await importFixture()
})
afterAll(() => kit[Symbol.asyncDispose]())

const newcomers = (mark: string, rows: number): string =>
  csv(
    'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,C_DB',
    ...Array.from({ length: rows }, (_, row) => `${mark}-${row},ROSSI,ADA,Email,${mark}-${row}@example.org,${row % 2 === 0}`),
  )

/** The whole request, as bytes. */
const requestOf = (path: string, content: string): Buffer => {
  const fields = { centerCode: 'RM01', centerPwd: passwordOf('RM01'), format: 'csv' }
  const body = multipartBody(fields, { name: 'file.csv', content })
  const head = `POST /api${path} HTTP/1.1\r\nhost: staff.localhost:8080\r\ncontent-type: multipart/form-data; boundary=----registry-test\r\ncontent-length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

const traces = (mark: string) => countTraces(kit.server.database.owner, mark)
const noneOf = tracesOfAll(0)
const runsOf = (ok: number) => kit.server.database.owner`SELECT id FROM import_run WHERE ok = ${ok}`

describe('a client that goes away', () => {
  test('FAULT-18: in the middle of its file leaves nothing, and the next one is served', async () => {
    const request = requestOf('/createPatients', newcomers('LEFT', 500))
    for (const share of [0.02, 0.3, 0.6, 0.9, 0.99, 0.9999])
      await sendAndLeave(kit.server, request.subarray(0, Math.floor(request.length * share)))
    await waitForUploads(kit.server)
    expect(await traces('LEFT')).toEqual(noneOf)
    expect(await kit.send('/createPatients', newcomers('LEFT', 2))).toMatchObject({ ok: 2 })
  })

  test('FAULT-12: before its answer has its file loaded whole; asking again gives the stored report and changes nothing', async () => {
    const content = newcomers('LOST', 1234)
    await sendAndLeave(kit.server, requestOf('/createPatients', content))
    await eventually(async () => expect(await runsOf(1234)).toHaveLength(1))
    await waitForUploads(kit.server)
    expect(await traces('LOST')).toEqual(tracesOfAll(1234))
    const before = await kit.everything()
    expect(await kit.send('/createPatients', content)).toEqual(imported(1234))
    expect(await kit.everything()).toBe(before)
  })
})

describe('a fault of the file found late', () => {
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
  ] as const)(
    'in %s takes back the rows that were stored already, and the connection serves on',
    async (format, broken, code) => {
      await kit.patient(`LATE-${format}`)
      const before = await kit.everything()
      const lines = csv('CENTER_ID,HB', `LATE-${format},9`, ...Array.from({ length: 30_000 }, (_, row) => `NOBODY${row},9`))
      for (const _ of [1, 2, 3])
        expect(await kit.send('/putMedicalData', broken(lines), { format })).toMatchObject({ success: false, code })
      expect(await kit.everything()).toBe(before)
      expect(await kit.send('/putMedicalData', lines)).toMatchObject({ ok: 1, ko: 30_000 })
    },
    60_000,
  )
})

describe('two at once', () => {
  test('the same file twice at the same time is loaded once', async () => {
    const content = newcomers('TWICE', 300)
    const answers = await Promise.all([
      kit.send('/createPatients', content),
      kit.send('/createPatients', content),
      kit.send('/createPatients', content),
    ])
    for (const answer of answers) expect(answer).toEqual(imported(300))
    expect(await traces('TWICE')).toEqual(tracesOfAll(300))
  })

  test('two centres that register the same e-mails at the same time are both answered as if they were alone', async () => {
    const file = (code: string) =>
      csv(
        'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL',
        ...Array.from({ length: 200 }, (_, row) => `${code}${row},ROSSI,ADA,Email,contest${row}@example.org`),
      )
    const answers = await Promise.all([
      kit.send('/createPatients', file('CR')),
      kit.send('/createPatients', file('CM'), { centre: 'MI01' }),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ success: true, ok: 200, ko: 0, detail: [] })
  })

  // A row without a question is written by the statement that checks it; a row with a warning is checked first and written later, so
  // that only one picture of the data keeps the two together.
  test.each([
    ['a row without a question', 'RACE', 'CENTER_ID,HB', 'RACE,9'],
    ['a row with a warning', 'RACE2', 'CENTER_ID,WEIGHT,HB', 'RACE2,80,9'],
  ])(
    'FAULT-14: a patient who withdraws while the file is on its way is refused by it, and nothing of theirs is written: %s',
    async (_, code, ...lines) => {
      const { id } = await kit.patient(code, { medical: { hb: 7, weight: 50 } })
      const { owner } = kit.server.database
      const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const withdrawing = owner.begin(async (sql) => {
        await sql`SELECT set_config('app.patient', ${String(id)}, true), set_config('app.actor', 'patient', true)`
        await sql`SELECT withdraw_patient(${id}, 'v1')`
        locked.resolve()
        await held.promise
      })
      await locked.promise
      const answer = kit.send('/putMedicalData', csv(...lines))
      await eventually(async () => {
        expect(await owner`SELECT FROM pg_locks WHERE NOT granted`).not.toEqual([])
      })
      held.resolve()
      await withdrawing
      expect(await answer).toMatchObject({ ok: 0, ko: 1, detail: [{ key: code, code: 'consent_withdrawn' }] })
      expect(await kit.stored('patient_medical', code)).toMatchObject({ hb: 7, weight: 50 })
    },
    90_000,
  )

  test('FAULT-23: the server answers others while it reads a large file', async () => {
    let answered = 0
    let done = false
    const load = kit.send('/createPatients', newcomers('LARGE', 20_000)).finally(() => {
      done = true
    })
    while (!done) {
      expect((await kit.server.visitor('staff').get('/health/live')).status).toBe(200)
      answered += 1
    }
    expect(await load).toMatchObject({ ok: 20_000, ko: 0 })
    // A server that reads the file itself answers nobody before the import is over, however fast the machine is.
    expect(answered).toBeGreaterThan(20)
  }, 90_000)
})
