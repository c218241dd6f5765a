import { openAsBlob } from 'node:fs'
import { request, type Agent, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Format } from './goals/exports.ts'
import { rowCounters, type RowCounter } from './rows-in.ts'

/** Where a signed-in program of the bench speaks to; plain data, so that threads can share it. */
export type Station = { readonly port: number; readonly cookie: string }

type Sent = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly type?: string
  readonly body?: string | Readable
  readonly agent?: Agent
}

const send = ({ port, cookie }: Station, { method, path, type, body, agent }: Sent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { host: `staff.localhost:${port}`, ...(cookie && { cookie }), ...(type && { 'content-type': type }) }
    const sent = request({ host: '127.0.0.1', port, method, path: `/api${path}`, headers, ...(agent && { agent }) }, resolve)
    sent.once('error', reject)
    if (body instanceof Readable) body.pipe(sent)
    else sent.end(body)
  })

/** Reads an answer to its end; `hear` is given its bytes as they come. */
const drain = (answer: IncomingMessage, hear: (chunk: Buffer) => void = () => {}): Promise<number> =>
  new Promise((resolve, reject) => {
    let bytes = 0
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      hear(chunk)
    })
    answer.once('end', () => (answer.complete ? resolve(bytes) : reject(new Error('The answer was cut off'))))
    answer.once('error', reject)
  })

const textOf = async (answer: IncomingMessage): Promise<string> => {
  answer.setEncoding('utf8')
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return text
}

const refused = (path: string, status: number | undefined, text: string): Error =>
  new Error(`${path} answered ${status}: ${text.slice(0, 500)}`)

const expectDone = async (answer: IncomingMessage, path: string): Promise<void> => {
  if (answer.statusCode !== 200) throw refused(path, answer.statusCode, await textOf(answer))
}

const isSuccess = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true

/** Reads a JSON answer. @throws when it is a refusal */
const read = async (answer: IncomingMessage, path: string): Promise<unknown> => {
  const text = await textOf(answer)
  const told: unknown = JSON.parse(text)
  if (!isSuccess(told)) throw refused(path, answer.statusCode, text)
  return told
}

/** Asks a legacy path in JSON and reads its answer. */
export const ask = async (station: Station, path: string, fields: Readonly<Record<string, unknown>>): Promise<unknown> => {
  const answer = await send(station, { method: 'POST', path, type: 'application/json', body: JSON.stringify(fields) })
  return read(answer, path)
}

/** Signs a member of staff in. */
export const signIn = async (port: number, username: string, password: string): Promise<Station> => {
  const answer = await send(
    { port, cookie: '' },
    { method: 'POST', path: '/login', type: 'application/json', body: JSON.stringify({ username, password }) },
  )
  await read(answer, '/login')
  return { port, cookie: (answer.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ') }
}

/** A download: its rows as the server announces them and as its bytes hold them, and its bytes. */
export type Download = { readonly announced: number; readonly counter: RowCounter; readonly bytes: number }

/** Downloads a filter's file and throws it away as it comes, having counted its rows. */
export const download = async (station: Station, id: number, format: Format): Promise<Download> => {
  const body = JSON.stringify({ action: 'RUN', id, as_role: 'DataManager', format })
  const answer = await send(station, { method: 'POST', path: '/inthem_query', type: 'application/json', body })
  if (answer.headers['x-export-rows'] === undefined) throw refused('/inthem_query', answer.statusCode, await textOf(answer))
  const counter = rowCounters[format]()
  return { announced: Number(answer.headers['x-export-rows']), bytes: await drain(answer, (chunk) => counter.add(chunk)), counter }
}

/** Reads something small over a connection of `agent`. */
export const readOnce = async (station: Station, path: string, agent: Agent): Promise<void> => {
  const answer = await send(station, { method: 'GET', path, agent })
  await expectDone(answer, path)
  await drain(answer)
}

const ImportReport = z.object({
  ok: z.number(),
  ko: z.number(),
  detail: z.object({ row: z.number(), code: z.string() }).array(),
})

/** What the answer to a file says: rows that went in, rows that did not, rows that went in with a warning as far as the report shows them. */
export type ImportAnswer = { readonly ok: number; readonly ko: number; readonly warned: number; readonly bytes: number }

/** Sends a file as a centre's program does. */
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
  const { ok, ko, detail } = ImportReport.parse(await read(answer, path))
  const warned = new Set(detail.filter(({ code }) => code.startsWith('warning_')).map(({ row }) => row)).size
  return { ok, ko, warned, bytes: content.size }
}
