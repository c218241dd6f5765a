import { openAsBlob } from 'node:fs'
import { request, type Agent, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Format } from './goals/exports.ts'
import { rowCounters, type RowCounter } from './count-rows.ts'

/** The port and the session of a signed-in client. Plain data, so that threads can share it. */
export type Client = { readonly port: number; readonly cookie: string }

type RequestOptions = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly type?: string
  readonly body?: string | Readable
  readonly agent?: Agent
}

const send = ({ port, cookie }: Client, { method, path, type, body, agent }: RequestOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { host: `staff.localhost:${port}`, ...(cookie && { cookie }), ...(type && { 'content-type': type }) }
    const sent = request({ host: '127.0.0.1', port, method, path: `/api${path}`, headers, ...(agent && { agent }) }, resolve)
    sent.once('error', reject)
    if (body instanceof Readable) body.pipe(sent)
    else sent.end(body)
  })

/** Reads a response to its end. Calls `onChunk` with each chunk. Returns the number of bytes. */
const drain = (answer: IncomingMessage, onChunk: (chunk: Buffer) => void = () => {}): Promise<number> =>
  new Promise((resolve, reject) => {
    let bytes = 0
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      onChunk(chunk)
    })
    answer.once('end', () => (answer.complete ? resolve(bytes) : reject(new Error('The response is incomplete'))))
    answer.once('error', reject)
  })

const readText = async (answer: IncomingMessage): Promise<string> => {
  answer.setEncoding('utf8')
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return text
}

const createError = (path: string, status: number | undefined, text: string): Error =>
  new Error(`${path} answered ${status}: ${text.slice(0, 500)}`)

const expectOk = async (answer: IncomingMessage, path: string): Promise<void> => {
  if (answer.statusCode !== 200) throw createError(path, answer.statusCode, await readText(answer))
}

const isSuccess = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true

/** Reads a JSON response. @throws if `success` is not true */
const readJson = async (answer: IncomingMessage, path: string): Promise<unknown> => {
  const text = await readText(answer)
  const body: unknown = JSON.parse(text)
  if (!isSuccess(body)) throw createError(path, answer.statusCode, text)
  return body
}

/** Posts JSON to a legacy path and returns the response body. */
export const postJson = async (client: Client, path: string, fields: Readonly<Record<string, unknown>>): Promise<unknown> => {
  const answer = await send(client, { method: 'POST', path, type: 'application/json', body: JSON.stringify(fields) })
  return readJson(answer, path)
}

/** Signs in a staff user. */
export const signIn = async (port: number, username: string, password: string): Promise<Client> => {
  const answer = await send(
    { port, cookie: '' },
    { method: 'POST', path: '/login', type: 'application/json', body: JSON.stringify({ username, password }) },
  )
  await readJson(answer, '/login')
  return { port, cookie: (answer.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ') }
}

/** A download: the announced number of rows, a counter of the rows in its bytes, and its size. */
export type Download = { readonly announced: number; readonly counter: RowCounter; readonly bytes: number }

/** Downloads the file of a filter, counts its rows and discards it. */
export const download = async (client: Client, id: number, format: Format): Promise<Download> => {
  const body = JSON.stringify({ action: 'RUN', id, as_role: 'DataManager', format })
  const answer = await send(client, { method: 'POST', path: '/inthem_query', type: 'application/json', body })
  if (answer.headers['x-export-rows'] === undefined) throw createError('/inthem_query', answer.statusCode, await readText(answer))
  const counter = rowCounters[format]()
  return { announced: Number(answer.headers['x-export-rows']), bytes: await drain(answer, (chunk) => counter.add(chunk)), counter }
}

/** Sends a small GET request over a connection of `agent`. */
export const readOnce = async (client: Client, path: string, agent: Agent): Promise<void> => {
  const answer = await send(client, { method: 'GET', path, agent })
  await expectOk(answer, path)
  await drain(answer)
}

const CountAnswer = z.object({ result: z.object({ data: z.object({ sampleRate: z.number() }) }) })

/** Counts the patients of edited conditions like the staff app. Returns how many patients stand behind each counted one. */
export const countAgain = async (client: Client, predicates: readonly object[]): Promise<{ readonly sampleRate: number }> => {
  const input = JSON.stringify({ asRole: 'DataManager', where: { kind: 'predicates', predicates } })
  const path = `/trpc/savedFilters.count?input=${encodeURIComponent(input)}`
  const answer = await send(client, { method: 'GET', path })
  const text = await readText(answer)
  if (answer.statusCode !== 200) throw createError(path, answer.statusCode, text)
  return CountAnswer.parse(JSON.parse(text)).result.data
}

const ImportReport = z.object({
  ok: z.number(),
  ko: z.number(),
  detail: z.object({ row: z.number(), code: z.string() }).array(),
})

/** The report of an import: rows accepted, rows refused, and rows with a warning among the entries of the report. */
export type ImportAnswer = { readonly ok: number; readonly ko: number; readonly warned: number; readonly bytes: number }

/** Sends a file like a centre's program. */
export const sendFile = async (
  port: number,
  path: string,
  fields: Readonly<Record<string, string>>,
  file: string,
): Promise<ImportAnswer> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const content = await openAsBlob(file)
  form.append('file', content, 'file.csv')
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const body = Readable.from(encoded.body ?? [])
  const answer = await send({ port, cookie: '' }, { method: 'POST', path, type, body })
  const { ok, ko, detail } = ImportReport.parse(await readJson(answer, path))
  const warned = new Set(detail.filter(({ code }) => code.startsWith('warning_')).map(({ row }) => row)).size
  return { ok, ko, warned, bytes: content.size }
}
