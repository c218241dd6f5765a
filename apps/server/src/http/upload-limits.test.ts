import { chmod, mkdir, open, readdir, stat, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { makeCentre } from '@registry/db/testing/fixtures'
import { multipartBody } from '../testing/client.ts'
import { readHeldUploads, waitForUploads, listOpenUploadFiles } from '../testing/pending-uploads.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { probe } from '../testing/probe.ts'
import { prepareUploadDirectory } from './upload-files.ts'
import { fileLimit } from './uploads.ts'

const routes = [
  probe('/probe/file', async (_caller, _request, { file }) => ({ bytes: file?.bytes ?? null }), {
    centre: true,
    upload: 'ProbeFile',
    permission: 'patients:create',
    command: 'createPatients',
  }),
]
const getPassword = (centre: string): string => `password of ${centre}`

const serverWith = async (options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> => {
  const made = await startTestServer({ routes, env: { TRUST_PROXY: '127.0.0.1' }, ...options })
  for (const [code, region] of [
    ['RM01', 'ITI4'],
    ['MI01', 'ITC4'],
  ] as const) {
    await makeCentre(made.database.owner, code, region)
    const hash = await made.deps.hashing.hashSecret(getPassword(code))
    await made.database.owner`UPDATE centre SET password_hash = ${hash} WHERE code = ${code}`
  }
  return made
}

let server: TestServer
beforeAll(async () => {
  server = await serverWith()
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => waitForUploads(server))

const boundary = '----registry-test'
const field = (name: string, value: string): string => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileStart = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`
const credentials = (centre: string): string => field('centerCode', centre) + field('centerPwd', getPassword(centre))
const end = `\r\n--${boundary}--\r\n`

type Request = { readonly from?: string; readonly length?: number; readonly to?: TestServer }

/** A connection that sends the beginning of an upload and stays open. `answer` is the response until the server closes it. */
const openSocket = async (begin: string, { from = '192.0.2.1', length = 100_000, to = server }: Request = {}) => {
  const socket: Socket = connect(to.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const pieces: string[] = []
  socket.on('data', (piece) => void pieces.push(piece.toString()))
  const answer = Promise.withResolvers<string>()
  socket.on('error', answer.reject).on('close', () => answer.resolve(pieces.join('')))
  answer.promise.catch(() => {})
  await once(socket, 'connect')
  const head = [
    'POST /api/probe/file HTTP/1.1',
    'host: staff.localhost:8080',
    `x-forwarded-for: ${from}`,
    `content-type: multipart/form-data; boundary=${boundary}`,
    `content-length: ${length}`,
  ]
  await new Promise((sent) => socket.write(`${head.join('\r\n')}\r\n\r\n${begin}`, sent))
  return { socket, answer: answer.promise }
}

const send = (body: string | Buffer | Readable, from = '192.0.2.1', to = server) =>
  to.visitor('staff').send({
    method: 'POST',
    path: '/api/probe/file',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-forwarded-for': from,
      ...(typeof body === 'string' && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    body,
  })
const readCode = async (response: Response): Promise<unknown> => ((await response.json()) as { code?: unknown }).code
const whole = (centre: string): string => `${credentials(centre)}${fileStart}x${end}`
const fileFirst = (centre: string): string => `${fileStart}x\r\n${credentials(centre)}--${boundary}--\r\n`

describe('THREAT-23: slots for uploads', () => {
  it('connections without data occupy no slot', async () => {
    for (let each = 0; each < 50; each += 1) await openSocket(each % 2 === 0 ? '' : field('note', 'x'))
    expect(await readCode(await send(fileFirst('RM01')))).toBeUndefined()
    expect(await readCode(await send(whole('RM01')))).toBeUndefined()
  })

  it('unknown callers block neither known ones nor other addresses', async () => {
    for (let each = 0; each < 4; each += 1) await openSocket(`${fileStart}x`)
    await eventually(async () => expect((await readHeldUploads(server)).unknown).toBe(4))
    const rejected = await send(fileFirst('RM01'))
    expect([rejected.status, rejected.headers.get('retry-after'), await readCode(rejected)]).toEqual([429, '10', 'busy'])
    expect(await readCode(await send(fileFirst('RM01'), '192.0.2.2'))).toBeUndefined()
    expect(await readCode(await send(whole('RM01')))).toBeUndefined()
  })

  it('unknown callers of many addresses block no known one', async () => {
    for (let each = 0; each < 40; each += 1) await openSocket(`${fileStart}x`, { from: `198.51.100.${each}` })
    await eventually(async () => expect((await readHeldUploads(server)).unknown).toBe(40))
    expect((await send(fileFirst('RM01'))).status).toBe(429)
    expect(await readCode(await send(whole('RM01')))).toBeUndefined()
    expect(server.log()).toContain('all upload slots are in use')
    expect(await (await server.visitor('staff').get('/health/ready')).json()).toMatchObject({
      ready: true,
      uploads: { unknown: { used: 40, slots: 40 }, known: { used: 0 } },
    })
  })

  it('one centre cannot occupy the slots of others', async () => {
    for (let each = 0; each < 5; each += 1) await openSocket(`${credentials('RM01')}${fileStart}x`)
    await eventually(async () => expect((await readHeldUploads(server)).known).toBe(5))
    expect((await send(whole('RM01'))).status).toBe(429)
    expect((await send(fileFirst('RM01'), '192.0.2.3')).status).toBe(429)
    expect(await readCode(await send(whole('MI01')))).toBeUndefined()
  })

  it.each([
    ['a centre with a wrong password', field('centerCode', 'RM01') + field('centerPwd', 'wrong'), 'centre_refused'],
    ['an unknown centre', field('centerCode', 'XX99') + field('centerPwd', 'wrong'), 'centre_refused'],
    ['a patient', '', 'permission_denied'],
  ])('%s is rejected before the file is sent', async (_case, fields, code) => {
    const client = fields === '' ? await server.patient({ centre: 'RM01', centrePatientCode: 'SENDS' }) : server.visitor('staff')
    const answered = Promise.withResolvers<void>()
    const body = Readable.from(
      (async function* () {
        yield Buffer.from(`${fields}${fileStart}x`)
        await answered.promise
        yield Buffer.from(end)
      })(),
    )
    const type = `multipart/form-data; boundary=${boundary}`
    const response = await client.send({ method: 'POST', path: '/api/probe/file', headers: { 'content-type': type }, body })
    answered.resolve()
    expect(await readCode(response)).toBe(code)
  })

  it('a password before the file is verified once', async () => {
    const verify = vi.spyOn(server.deps.hashing, 'verifySecret')
    onTestFinished(() => verify.mockRestore())
    await send(whole('RM01'))
    await send(fileFirst('RM01'))
    expect(verify).toHaveBeenCalledTimes(2)
  })
})

describe('THREAT-23, THREAT-41: a body is rejected while it is read', () => {
  /** A body that continues only after its response. A server that waits for its end never responds. */
  const endless = (begin: string) => {
    const answered = Promise.withResolvers<void>()
    const piece = Buffer.alloc(1024 * 1024, 65)
    const body = Readable.from(
      (async function* () {
        yield Buffer.from(begin)
        for (let megabytes = 0; megabytes < 60; megabytes += 1) yield piece
        await answered.promise
        for (let megabytes = 60; megabytes < 200; megabytes += 1) yield piece
      })(),
    )
    return { body, answered: answered.resolve }
  }

  it.each([
    ['a file without end', `${credentials('RM01')}${fileStart}`],
    ['a file without end of an unknown caller', fileStart],
    ['a body without a part', ''],
    ['a part that has only a header', `--${boundary}\r\nx-long: `],
  ])('%s, 200 MB in chunks, is answered with 413 and the sender sees it', async (_case, begin) => {
    const { body, answered } = endless(begin)
    const response = await send(body)
    answered()
    expect([response.status, response.headers.get('connection')]).toEqual([413, 'close'])
    expect(['file_too_large', 'body_too_large']).toContain(await readCode(response))
  })

  it('a sender of 60 MB that reads late still gets the response', async () => {
    const { socket, answer } = await openSocket(credentials('RM01') + fileStart, { length: fileLimit + 900_000 })
    const piece = Buffer.alloc(1024 * 1024, 65)
    for (let megabytes = 0; megabytes < 50; megabytes += 1) if (!socket.write(piece)) await once(socket, 'drain')
    socket.write(piece.subarray(0, 500_000))
    expect(await answer).toContain('file_too_large')
  })

  it.each([
    ['', 'nothing'],
    [field('note', 'x'), 'a field'],
    [`${fileStart}some`, 'a part of a file'],
  ])('a sender who stops is cut off: %j', async (begin) => {
    const slow = await serverWith({ uploads: { minimumSpeed: { bytes: 1000, milliseconds: 200 } } })
    onTestFinished(() => slow[Symbol.asyncDispose]())
    const { answer } = await openSocket(begin, { to: slow })
    expect(await answer).toContain('upload_too_slow')
    await waitForUploads(slow)
  })

  it.each([
    ['', 'boundary_wrong'],
    ['; boundary', 'boundary_wrong'],
    ['; boundary=', 'boundary_wrong'],
    ['; boundary=""', 'boundary_wrong'],
    ['; boundary="', 'boundary_wrong'],
    ['; charset=utf-8', 'boundary_wrong'],
    ["; boundary*=utf-8''%ff", 'boundary_wrong'],
    [`; boundary=${'x'.repeat(5000)}`, 'boundary_wrong'],
    ['; boundary=other', 'boundary_unmatched'],
    ['; boundary=a; boundary=b', 'boundary_unmatched'],
    [`; boundary="${boundary}"`, undefined],
    [`;boundary=${boundary} ; charset=utf-8`, undefined],
  ])('a boundary that is missing or cannot be read is answered with 400 and JSON, in both languages: %#', async (parameters, code) => {
    const body = multipartBody({ centerCode: 'RM01', centerPwd: getPassword('RM01') }, { name: 'f', content: 'x' })
    const headers = { 'content-type': `multipart/form-data${parameters}` }
    const response = await server.visitor('staff').send({ method: 'POST', path: '/api/probe/file', headers, body })
    expect([response.status, await readCode(response)]).toEqual([code === undefined ? 200 : 400, code])
  })

  it.each([
    ['it', 'Il delimitatore (boundary) del modulo multipart manca o non è valido'],
    ['en', 'The boundary of the multipart form is missing or not valid'],
  ])('a form without a boundary is rejected with a message: %s', async (language, error) => {
    const headers = { 'content-type': 'multipart/form-data', 'accept-language': language }
    const response = await server.visitor('staff').send({ method: 'POST', path: '/api/probe/file', headers, body: 'x' })
    expect([response.status, await response.json()]).toEqual([400, { success: false, code: 'boundary_wrong', error }])
  })
})

describe('a file on disk', () => {
  const withOneOpen = async (): Promise<string> => {
    await openSocket(`${credentials('RM01')}${fileStart}x`)
    return eventually(async () => {
      const [path] = await listOpenUploadFiles(server.uploadDir)
      if (path === undefined) throw new Error('not yet')
      return path
    })
  }

  it('has no name, so that nothing remains after a kill, and only its owner can read it', async () => {
    const path = await withOneOpen()
    const { mode, nlink } = await stat(path)
    expect([(mode & 0o777).toString(8), nlink]).toEqual(['600', 0])
    expect(await readdir(server.uploadDir)).toEqual([])
    expect(((await stat(server.uploadDir)).mode & 0o777).toString(8)).toBe('700')
  })

  it('files of an earlier version are removed at start, and others cannot enter the directory', async () => {
    const left = join(server.uploadDir, 'upload-abcdef')
    await mkdir(left)
    await writeFile(join(left, 'file'), 'CENTER_ID\n1\n')
    await chmod(server.uploadDir, 0o755)
    await prepareUploadDirectory(server.deps.env)
    expect(await readdir(server.uploadDir)).toEqual([])
    expect(((await stat(server.uploadDir)).mode & 0o777).toString(8)).toBe('700')
  })

  it('FAULT-10: a full disk gives 507, and the next upload works after space is free', async () => {
    const full = await serverWith({ uploads: { files: { create: () => open('/dev/full', 'r+') } } })
    onTestFinished(() => full[Symbol.asyncDispose]())
    for (const [language, text] of [
      ['it', /spazio/],
      ['en', /space/],
    ] as const) {
      const response = await send(`${field('lang', language)}${whole('RM01')}`, '192.0.2.1', full)
      expect(response.status).toBe(507)
      expect(await response.json()).toEqual({ success: false, code: 'upload_space_full', error: expect.stringMatching(text) })
    }
    await waitForUploads(full)
  })
})
