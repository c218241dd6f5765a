import { readFile } from 'node:fs/promises'
import { connect as openSocket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { connect, type Database } from '@registry/db/connect'
import { superuser } from '@registry/db/embedded/data-directory'
import type { ReaderPool } from '@registry/tabular/worker/reader-pool'
import { multipartBody } from '../../testing/client.ts'
import { waitForUploads } from '../../testing/pending-uploads.ts'
import { csv, createImportFixture, centrePassword, type ImportFixture } from './testing/import-fixture.ts'

const newcomers = (prefix: string, rows = 20): string =>
  csv(
    'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL',
    ...Array.from({ length: rows }, (_, row) => `${prefix}-${row},ROSSI,ADA,Email,${prefix.toLowerCase()}-${row}@example.org`),
  )

/** Actions of a test before, with and after the bytes that go into COPY. */
type Tamper = {
  readonly before?: () => Promise<unknown>
  readonly bytes?: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>
  readonly after?: () => Promise<unknown>
}
/** Each reading uses the next one. Without one, it is unchanged. */
const tampers: Tamper[] = []

/** The real readers, whose bytes the test changes. */
const tampered = (own: ReaderPool): ReaderPool => ({
  ...own,
  async *transform<Options, Report>(path: string, options: Parameters<typeof own.transform<Options, Report>>[1]) {
    const tamper = tampers.shift()
    const steps = own.transform<Options, Report>(path, options)
    await tamper?.before?.()
    for await (const step of steps) yield tamper?.bytes && step.bytes ? { ...step, bytes: await tamper.bytes(step.bytes) } : step
    await tamper?.after?.()
  },
})

let fixture: ImportFixture
/** A superuser: it sees the transactions of every role. */
let watcher: Database
const timeLimit = { milliseconds: 60_000, graceMilliseconds: 1000 }
const uploadTime = { milliseconds: 120_000, graceMilliseconds: 0 }
beforeAll(async () => {
  fixture = await createImportFixture({ readers: tampered, imports: { timeLimit }, uploads: { timeLimit: uploadTime } })
  watcher = connect({ ...fixture.server.database.addresses.owner, username: superuser }, { max: 2 })
})
afterAll(async () => {
  await watcher.end()
  await fixture[Symbol.asyncDispose]()
})

const countPatients = async (prefix: string): Promise<number> => {
  const [counted] = await fixture.server.database.owner<{ count: number }[]>`
    SELECT count(*)::int AS count FROM patient_identity WHERE centre_patient_code LIKE ${`${prefix}-%`}`
  return counted?.count ?? -1
}
/** Checks that no transaction of the server is open and that the next import of each centre works. */
const allIsFree = async (prefix: string): Promise<void> => {
  await waitForUploads(fixture.server)
  await eventually(async () => {
    expect(
      await watcher`SELECT state FROM pg_stat_activity WHERE usename = 'registry_server' AND datname = current_database() AND xact_start IS NOT NULL`,
    ).toEqual([])
  })
  for (const centre of ['RM01', 'MI01'])
    expect(await fixture.send('/createPatients', newcomers(`${prefix}${centre}`, 2), { centre })).toMatchObject({ ok: 2, ko: 0 })
}

describe('FAULT-06: an import ends with an answer', () => {
  beforeEach(() => {
    timeLimit.milliseconds = 60_000
    uploadTime.milliseconds = 120_000
  })
  const insertAt = (at: number, text: string) => async (bytes: Uint8Array) =>
    new Uint8Array(Buffer.concat([bytes.subarray(0, at), Buffer.from(text, 'latin1'), bytes.subarray(at)]))

  test.each([
    ['a number beyond its column', '99999999999'],
    ['a cell too many', '\tx'],
    ['text that is not UTF-8', '\xff'],
    ['a NUL', '\0'],
    ['a line that is cut', '\n'],
  ])('when COPY rejects %s after its last byte', async (_case, text) => {
    for (const _ of [1, 2, 3]) {
      tampers.push({ bytes: insertAt(0, text) })
      expect(await fixture.send('/createPatients', newcomers('REFUSED'))).toMatchObject({ success: false })
    }
    expect(await countPatients('REFUSED')).toBe(0)
    await allIsFree(`REFUSED${text.length}${text.codePointAt(0)}`)
  })

  test('when a statement waits for a lock', async () => {
    timeLimit.milliseconds = 1500
    await fixture.patient('HELD', { medical: { hb: 7 } })
    const { owner } = fixture.server.database
    const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = owner.begin(async (sql) => {
      await sql`SELECT FROM patient_medical m JOIN patient_identity i USING (patient_id) WHERE centre_patient_code = 'HELD' FOR UPDATE OF m`
      locked.resolve()
      await free.promise
    })
    await locked.promise
    expect(await fixture.send('/putMedicalData', csv('CENTER_ID,HB', 'HELD,9'))).toMatchObject({
      success: false,
      code: expect.stringMatching(/^(busy|import_took_too_long)$/),
    })
    free.resolve()
    await holding
    timeLimit.milliseconds = 60_000
    await allIsFree('HELD')
  })

  test('when its reader does not respond', async () => {
    timeLimit.milliseconds = 500
    tampers.push({ before: () => new Promise(() => {}) })
    const answer = await fixture.send('/createPatients', newcomers('SILENT'))
    expect(answer).toMatchObject({ success: false, code: 'import_took_too_long', error: expect.stringContaining('1 minuto') })
    timeLimit.milliseconds = 60_000
    await allIsFree('SILENT')
    expect(await countPatients('SILENT')).toBe(0)
  })

  test('when no connection to the database is free', async () => {
    uploadTime.milliseconds = 500
    const { server } = fixture.server.database
    const taken = await Promise.all(Array.from({ length: 32 }, () => server.reserve()))
    onTestFinished(() => taken.forEach(({ release }) => release()))
    expect(await fixture.send('/createPatients', newcomers('WAITING'))).toMatchObject({ success: false, code: 'busy' })
    expect(fixture.server.log()).toContain('an upload did not end at its time limit and was abandoned')
    await waitForUploads(fixture.server)
  })

  test('and the next import works', () => allIsFree('NEXT'))
})

/** Pseudo-random numbers below 1 from a seed (mulberry32), so that a failing round can be repeated. */
const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('FAULT-01, FAULT-18: after 200 kills of COPY, reader, connection or client, no slot, file or connection remains in use', async () => {
  const { server } = fixture
  const random = randomFrom(20_260_101)
  const admins = Object.fromEntries(
    await Promise.all(
      ['RM01', 'MI01'].map(async (centre) => [centre, await server.staff([{ role: 'CenterAdmin', center: centre }])] as const),
    ),
  )
  const childrenNow = async (): Promise<string[]> =>
    (await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')).split(' ').filter(Boolean)
  /** The processes that currently read for this one. */
  const readersNow = async (): Promise<number[]> => {
    const children = await childrenNow()
    const commands = await Promise.all(
      children.map(async (id) => [id, await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')] as const),
    )
    return commands.filter(([, command]) => command.includes('reader-process')).map(([id]) => Number(id))
  }
  const killReader = async (): Promise<void> => {
    const ids = await readersNow()
    const id = ids[Math.floor(random() * ids.length)]
    if (id === undefined) return
    process.kill(id, 'SIGKILL')
    // Until this process learns of the end, the next import could get the killed reader.
    await eventually(async () => expect(await childrenNow()).not.toContain(String(id)))
  }
  const killConnection = () =>
    watcher`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE usename = 'registry_server' AND datname = current_database() AND xact_start IS NOT NULL LIMIT 1`
  const corrupt = (): Tamper => {
    const [at, kind, skipped] = [random(), random(), random() < 0.5 ? 1 : 0]
    const errors = ['\xff', '\t', '99999999999', '\n', '\\', '\0']
    const detail = Buffer.from(errors[Math.floor(kind * errors.length)] ?? '', 'latin1')
    return {
      bytes: async (bytes) => {
        const place = Math.floor(at * bytes.length)
        return new Uint8Array(Buffer.concat([bytes.subarray(0, place), detail, bytes.subarray(place + skipped)]))
      },
    }
  }
  const sometime = (work: () => Promise<unknown>): Tamper => {
    const when = random()
    if (when < 0.33) return { before: work }
    if (when < 0.66) return { after: work }
    return {
      bytes: async (bytes) => {
        await work()
        return bytes
      },
    }
  }
  const leave = async (centre: string, content: string): Promise<void> => {
    const body = multipartBody({ centerCode: centre, centerPwd: centrePassword(centre), format: 'csv' }, { name: 'f.csv', content })
    const head = `POST /api/createPatients HTTP/1.1\r\nhost: staff.localhost:8080\r\ncontent-type: multipart/form-data; boundary=----registry-test\r\ncontent-length: ${body.length}\r\n\r\n`
    const request = Buffer.concat([Buffer.from(head), body])
    await new Promise<void>((resolve) => {
      const socket = openSocket(server.port, '127.0.0.1', () =>
        socket.write(request.subarray(0, Math.ceil(random() * request.length)), () => socket.destroy()),
      )
      socket.on('error', () => {}).on('close', () => resolve())
    })
  }

  // Starting a reader takes longest, so fewer of them are killed.
  const kinds = ['copy', 'client', 'copy', 'connection', 'client', 'copy', 'client', 'copy', 'connection', 'reader'] as const
  const codes: Record<string, number> = {}
  const round = async (number: number): Promise<void> => {
    const kind = kinds[number % kinds.length]
    const centre = number % 8 < 4 ? 'RM01' : 'MI01'
    const prefix = `FUZZ${number}`
    const content = newcomers(prefix, 5)
    if (kind === 'client') return leave(centre, content)
    tampers.push(kind === 'copy' ? corrupt() : sometime(kind === 'reader' ? killReader : killConnection))
    const client = admins[centre] ?? server.visitor('staff')
    const answer = await fixture.sendBy(client, '/createPatients', content, { more: { centerCode: centre } })
    codes[answer.code ?? 'stored'] = (codes[answer.code ?? 'stored'] ?? 0) + 1
    // A changed byte can turn one patient’s code into another’s.
    expect([prefix, (await countPatients(prefix)) > 0]).toEqual([prefix, answer.success])
  }
  for (let first = 0; first < 200; first += 4) await Promise.all([0, 1, 2, 3].map((more) => round(first + more)))
  expect(Object.keys(codes)).toEqual(expect.arrayContaining(['stored', 'validation_failed', 'file_too_complex', 'not_ready']))
  await allIsFree('AFTER')
})
