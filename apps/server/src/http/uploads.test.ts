import { createHash } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { multipartBody } from '../testing/client.ts'
import { waitForUploads } from '../testing/pending-uploads.ts'
import { sendAndLeave } from '../testing/abort-download.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { legacyUpload } from './legacy/declare.ts'
import { optionalText } from './legacy/fields.ts'
import { fileLimit } from './uploads.ts'

let lastPath = ''
const routes = [
  legacyUpload({
    method: 'POST',
    path: '/probe/upload',
    upload: 'ProbeFile',
    permission: 'session:read',
    command: 'probe',
    summary: { id: 'test.probe', message: 'Prova' },
    request: z.object({ note: optionalText(z.string()) }),
    response: z.object({ name: z.string(), bytes: z.number(), sha256: z.string(), same: z.boolean(), note: z.string().nullable() }),
    errors: ['file_required'],
    example: { fields: {} },
    handle: async (_caller, { note }, { file }) => {
      lastPath = file.path
      const content = await readFile(file.path)
      return {
        name: file.name,
        bytes: file.bytes,
        sha256: file.sha256,
        same: createHash('sha256').update(content).digest('hex') === file.sha256,
        note: note ?? null,
      }
    },
  }),
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ routes })
})
afterAll(() => server[Symbol.asyncDispose]())

beforeEach(() => waitForUploads(server))

const type = { 'content-type': 'multipart/form-data; boundary=----registry-test' }
const send = (body: Buffer, headers: Record<string, string> = {}) =>
  server
    .visitor('staff')
    .send({ method: 'POST', path: '/api/probe/upload', headers: { ...type, 'content-length': String(body.length), ...headers }, body })

describe('REQ-IMP-11: uploads', () => {
  it('accept the file before the fields and remove it after the operation', async () => {
    const answer = await server
      .visitor('staff')
      .call('/probe/upload', { multipart: { note: 'after' }, file: { name: '../../a\u202eb.csv', content: 'CENTER_ID\r\n1\r\n' } })
    expect(answer).toMatchObject({ success: true, name: 'ab.csv', bytes: 14, same: true, note: 'after' })
    await expect(access(lastPath)).rejects.toThrow('ENOENT')
  })

  it('reject a missing file and a field sent twice', async () => {
    expect(await server.visitor('staff').call('/probe/upload', { multipart: {} })).toMatchObject({
      success: false,
      code: 'file_required',
      fields: { ProbeFile: expect.any(String) },
    })
    const twice = Buffer.concat([
      multipartBody({ note: 'a' }, { name: 'f', content: 'x' }).subarray(0, -'------registry-test--\r\n'.length),
      multipartBody({ note: 'b' }),
    ])
    expect(await (await send(twice)).json()).toMatchObject({
      success: false,
      code: 'validation_failed',
      fields: { note: expect.any(String) },
    })
  })

  it('THREAT-23: accept a file at the limit and reject one byte more with 413', async () => {
    const atLimit = await send(multipartBody({}, { name: 'f', content: Buffer.alloc(fileLimit, 65) }))
    expect(await atLimit.json()).toMatchObject({ success: true, bytes: fileLimit })
    const over = await send(multipartBody({}, { name: 'f', content: Buffer.alloc(fileLimit + 1, 65) }))
    expect(over.status).toBe(413)
    expect(await over.json()).toMatchObject({ success: false, code: 'file_too_large' })
    await waitForUploads(server)
  })

  it('THREAT-23: reject a file with a declared length beyond the limit before reading it', async () => {
    const status = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write(
          `POST /api/probe/upload HTTP/1.1\r\nhost: staff.localhost:8080\r\ncontent-type: ${type['content-type']}\r\ncontent-length: 209715200\r\n\r\n`,
        ),
      )
      socket
        .on('data', (chunk) => {
          resolve(chunk.toString().split('\r\n')[0] ?? '')
          socket.destroy()
        })
        .on('error', reject)
    })
    expect(status).toContain('413')
    await waitForUploads(server)
  })

  it('THREAT-23: reject many files, many fields and many parts', async () => {
    const part = (name: string, filename?: string) =>
      `------registry-test\r\ncontent-disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n\r\nx\r\n`
    const end = '------registry-test--\r\n'
    const cases = [
      Array.from({ length: 11 }, (_, index) => part(`f${index}`)).join(''),
      Array.from({ length: 10_000 }, (_, index) => part(`p${index}`)).join(''),
    ]
    const twoFiles = await send(Buffer.from(part('a', 'one') + part('b', 'two') + end))
    expect([twoFiles.status, await twoFiles.json()]).toEqual([400, expect.objectContaining({ code: 'upload_two_files' })])
    for (const body of cases) {
      const response = await send(Buffer.from(body + end))
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'body_too_large'])
    }
    await waitForUploads(server)
  })

  it('accept the fields of a form without a file (REQ-API-05)', async () => {
    for (const body of [{ json: { note: 'x' } }, { form: { note: 'x' } }]) {
      const response = await server.visitor('staff').post('/probe/upload', body)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ success: false, code: 'file_required', fields: { ProbeFile: expect.any(String) } })
    }
  })

  it('THREAT-23: reject a body that is not a form and a form without its end', async () => {
    const plain = { method: 'POST', path: '/api/probe/upload', headers: { 'content-type': 'text/csv' }, body: 'CENTER_ID\n1\n' }
    expect((await server.visitor('staff').send(plain)).status).toBe(415)
    const whole = multipartBody({ note: 'x' }, { name: 'f', content: 'A'.repeat(5000) })
    for (const length of [30, 120, 3000, whole.length - 10]) {
      expect(await (await send(whole.subarray(0, length))).json()).toMatchObject({ success: false })
    }
    await waitForUploads(server)
  })

  it('THREAT-07: reject a field with the name of a prototype property', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(
        await server.visitor('staff').call('/probe/upload', { multipart: { [name]: 'x' }, file: { name: 'f', content: 'x' } }),
      ).toMatchObject({ success: false, code: 'body_unreadable' })
    }
    await waitForUploads(server)
  })

  it('FAULT-18: leave nothing behind when the client disconnects at any time', async () => {
    const body = multipartBody({ note: 'x' }, { name: 'f', content: Buffer.alloc(400_000, 65) })
    for (const share of [0, 0.01, 0.2, 0.5, 0.8, 0.99, 0.9999]) {
      const head = `POST /api/probe/upload HTTP/1.1\r\nhost: staff.localhost:8080\r\ncontent-type: ${type['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`
      await sendAndLeave(server, Buffer.concat([Buffer.from(head), body.subarray(0, Math.floor(body.length * share))]))
      await waitForUploads(server)
    }
    expect(
      await server.visitor('staff').call('/probe/upload', { multipart: {}, file: { name: 'f', content: 'still here' } }),
    ).toMatchObject({ success: true })
  })
})
