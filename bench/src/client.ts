import { open, stat } from 'node:fs/promises'
import { request, type Agent, type ClientRequest, type IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { TableFormat } from '@registry/tabular/format'
import { rowCounters, type RowCounter } from './count-rows.ts'

/** The port and the session of a signed-in client. Plain data, so that threads can share it. */
export type Client = { readonly port: number; readonly cookie: string; readonly site?: 'staff' | 'myconsent' }

type RequestOptions = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly type?: string
  readonly body?: string | ((sent: ClientRequest) => Promise<void>)
  readonly agent?: Agent
}

const send = ({ port, cookie, site = 'staff' }: Client, { method, path, type, body, agent }: RequestOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = {
      host: `${site}.localhost:${port}`,
      'x-requested-by': 'app',
      ...(cookie && { cookie }),
      ...(type && { 'content-type': type }),
    }
    const sent = request({ host: '127.0.0.1', port, method, path: `/api${path}`, headers, ...(agent && { agent }) }, resolve)
    sent.once('error', reject)
    if (typeof body === 'function') body(sent).catch(reject)
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

/** Posts JSON to a path and returns the client with the cookies of the response. */
const postForCookies = async (client: Client, path: string, fields: Readonly<Record<string, string>>): Promise<Client> => {
  const answer = await send(client, { method: 'POST', path, type: 'application/json', body: JSON.stringify(fields) })
  await readJson(answer, path)
  const cookies = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0])
  return cookies.length === 0 ? client : { ...client, cookie: cookies.join('; ') }
}

/** Signs in a staff user. */
export const signIn = (port: number, username: string, password: string): Promise<Client> =>
  postForCookies({ port, cookie: '' }, '/login', { username, password })

/** Signs in a patient with the code that `readCode` finds in the sent mail. */
export const signInPatient = async (port: number, username: string, password: string, readCode: () => Promise<string>): Promise<Client> => {
  const asked = await postForCookies({ port, cookie: '', site: 'myconsent' }, '/otp', { username, password })
  return postForCookies(asked, '/otplogin', { username, otp: await readCode() })
}

/** A download: the announced number of rows, a counter of the rows in its bytes, and its size. */
export type Download = { readonly announced: number; readonly counter: RowCounter; readonly bytes: number }

const exportPaths = { filter: '/inthem_query', study: '/clinical_study' } as const
/** What a data manager exports. */
export type ExportedThing = { readonly kind: keyof typeof exportPaths; readonly id: number | string }

/** Downloads the file of a filter or a study, counts its rows and discards it. Calls `onChosen` when its patients are chosen. */
export const download = async (
  client: Client,
  { kind, id }: ExportedThing,
  format: TableFormat,
  onChosen: () => void = () => {},
): Promise<Download> => {
  const body = JSON.stringify({ action: 'RUN', id, as_role: 'DataManager', format })
  const path = exportPaths[kind]
  const answer = await send(client, { method: 'POST', path, type: 'application/json', body })
  if (answer.headers['x-export-rows'] === undefined) throw createError(path, answer.statusCode, await readText(answer))
  onChosen()
  const counter = rowCounters[format]()
  return { announced: Number(answer.headers['x-export-rows']), bytes: await drain(answer, (chunk) => counter.add(chunk)), counter }
}

/** Sends a small GET request over a connection of `agent`. */
export const readOnce = async (client: Client, path: string, agent: Agent): Promise<void> => {
  const answer = await send(client, { method: 'GET', path, agent })
  await expectOk(answer, path)
  await drain(answer)
}

/** Reads a file to its end and returns the number of bytes. */
export const downloadFile = async (client: Client, path: string): Promise<number> => {
  const answer = await send(client, { method: 'GET', path })
  if (answer.headers['content-disposition'] === undefined) throw createError(path, answer.statusCode, await readText(answer))
  return drain(answer)
}

const ProcedureAnswer = z.object({ result: z.object({ data: z.unknown() }) })

/** Calls a procedure like the apps, which always post. */
export const callProcedure = async (client: Client, name: string, input: object = {}): Promise<unknown> => {
  const path = `/trpc/${name}`
  const answer = await send(client, { method: 'POST', path, type: 'application/json', body: JSON.stringify(input) })
  const text = await readText(answer)
  if (answer.statusCode !== 200) throw createError(path, answer.statusCode, text)
  return ProcedureAnswer.parse(JSON.parse(text)).result.data
}

/** Counts the patients of edited conditions like the staff app. */
export const countAgain = async (client: Client, predicates: readonly object[]): Promise<void> => {
  await callProcedure(client, 'savedFilters.count', { asRole: 'DataManager', where: { kind: 'predicates', predicates } })
}

const ReceiptAnswer = z.object({ receipt: z.number() })

/** Returns the number of the newest receipt of a patient. */
export const readReceiptNumber = async (client: Client): Promise<number> =>
  ReceiptAnswer.parse(await callProcedure(client, 'consents.current')).receipt

const ImportReport = z.object({
  ok: z.number(),
  ko: z.number(),
  detail: z.object({ row: z.number(), code: z.string() }).array(),
})

/** The report of an import: rows accepted, rows refused, and rows with a warning among the entries of the report. */
export type ImportAnswer = { readonly ok: number; readonly ko: number; readonly warned: number; readonly bytes: number }

const boundary = 'bench-boundary'

const formatFields = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')

const write = (sent: ClientRequest, chunk: string | Buffer): Promise<void> =>
  new Promise((resolve, reject) => sent.write(chunk, (error) => (error ? reject(error) : resolve())))

/**
 * Sends a form with fields and one file, always from the same memory. With new memory for each piece the garbage collector would search the
 * large heap of this process and take as much CPU as the server takes to receive the file.
 */
const sendForm = async (sent: ClientRequest, fields: Readonly<Record<string, string>>, path: string): Promise<void> => {
  const piece = Buffer.allocUnsafe(256 * 1024)
  const file = await open(path)
  try {
    await write(sent, `${formatFields(fields)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="file.csv"\r\n\r\n`)
    for (let read = await file.read(piece); read.bytesRead > 0; read = await file.read(piece))
      await write(sent, piece.subarray(0, read.bytesRead))
    sent.end(`\r\n--${boundary}--\r\n`)
  } finally {
    await file.close()
  }
}

/** Sends a file like a centre's program. */
export const sendFile = async (
  port: number,
  path: string,
  fields: Readonly<Record<string, string>>,
  file: string,
): Promise<ImportAnswer> => {
  const type = `multipart/form-data; boundary=${boundary}`
  const answer = await send({ port, cookie: '' }, { method: 'POST', path, type, body: (sent) => sendForm(sent, fields, file) })
  const { ok, ko, detail } = ImportReport.parse(await readJson(answer, path))
  const warned = new Set(detail.filter(({ code }) => code.startsWith('warning_')).map(({ row }) => row)).size
  return { ok, ko, warned, bytes: (await stat(file)).size }
}
