import { openAsBlob } from 'node:fs'
import { request, type Agent, type IncomingMessage } from 'node:http'
import { z } from 'zod'
import { demoStaffPassword } from '@registry/demo-data/staff'
import type { TableFormat } from '@registry/tabular/format'
import { withDatabase, type Registry } from './registry.ts'

/** The port and the session of a signed-in client. */
export type Client = { readonly port: number; readonly cookie: string }

type RequestOptions = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object; readonly agent?: Agent }

const send = ({ port, cookie }: Client, { method, path, body, agent }: RequestOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = {
      host: `staff.localhost:${port}`,
      'x-requested-by': 'app',
      ...(cookie && { cookie }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const sent = request({ host: '127.0.0.1', port, method, path: `/api${path}`, headers, ...(agent && { agent }) }, resolve)
    sent.once('error', reject)
    sent.end(body && JSON.stringify(body))
  })

/** Reads a response to its end and discards it. */
const drain = (answer: IncomingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    answer.once('end', () => (answer.complete ? resolve() : reject(new Error('The response is incomplete'))))
    answer.once('error', reject)
    answer.resume()
  })

const readText = async (answer: IncomingMessage): Promise<string> => {
  answer.setEncoding('utf8')
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return text
}

/** Returns the text of a successful response. @throws for any other */
const readOk = async (answer: IncomingMessage, path: string): Promise<string> => {
  const text = await readText(answer)
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`)
  return text
}

/** Posts JSON to a legacy path and returns the response body. */
export const postJson = async (client: Client, path: string, body: object): Promise<unknown> =>
  JSON.parse(await readOk(await send(client, { method: 'POST', path, body }), path))

/** Signs in a staff user, over a connection of `agent` if there is one. */
export const signIn = async (port: number, username: string, agent?: Agent): Promise<Client> => {
  const path = '/login'
  const body = { username, password: demoStaffPassword }
  const answer = await send({ port, cookie: '' }, { method: 'POST', path, body, ...(agent && { agent }) })
  await readOk(answer, path)
  return { port, cookie: (answer.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ') }
}

/** Adds data managers like the demonstration's, unless a kept registry has them already. Returns their names. */
export const addManagers = async ({ owner }: Registry, count: number): Promise<readonly string[]> => {
  const emails = Array.from({ length: count }, (_, index) => `dm${index + 1}@bench.example`)
  await withDatabase(owner, (database) =>
    database.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'bench', true), set_config('app.source', 'system', true)`
      await sql`
        WITH model AS (SELECT id FROM staff_user WHERE email = 'dm@demo.example'),
          added AS (
            INSERT INTO staff_user (email, name, surname) SELECT email, 'Dario', 'Misura' FROM unnest(${emails}::text[]) AS email
            ON CONFLICT DO NOTHING RETURNING id),
          roles AS (
            INSERT INTO staff_role (user_id, role, areaid)
            SELECT added.id, role, areaid FROM added, staff_role WHERE user_id = (SELECT id FROM model))
        INSERT INTO account (staff_user_id, password_hash)
        SELECT added.id, password_hash FROM added, account WHERE staff_user_id = (SELECT id FROM model)`
    }),
  )
  return emails
}

/** Reads a path over a connection of `agent`. */
export const readOnce = async (client: Client, path: string, agent: Agent): Promise<void> => {
  await readOk(await send(client, { method: 'GET', path, agent }), path)
}

const ProcedureAnswer = z.object({ result: z.object({ data: z.unknown() }) })

/** Calls a procedure like the apps, which always post. */
export const callProcedure = async (client: Client, name: string, input: object = {}, agent?: Agent): Promise<unknown> => {
  const path = `/trpc/${name}`
  const answer = await send(client, { method: 'POST', path, body: input, ...(agent && { agent }) })
  return ProcedureAnswer.parse(JSON.parse(await readOk(answer, path))).result.data
}

const FilterList = z.object({ rows: z.array(z.object({ id: z.number(), name: z.string() })) })

/** Returns the id of a filter with all fields. Creates it unless a kept registry has it already. */
export const findOrCreateFilter = async (client: Client, name: string, filterList?: object): Promise<number> => {
  const findId = async (): Promise<number | undefined> =>
    FilterList.parse(await postJson(client, '/inthem_query', { action: 'LIST' })).rows.find((filter) => filter.name === name)?.id
  const existing = await findId()
  if (existing !== undefined) return existing
  const fields = { field_list: { PATIENT: 'ALL', MEDICAL_DATA: 'ALL' }, ...(filterList && { filter_list: filterList }) }
  await postJson(client, '/inthem_query', { action: 'ADD', name, description: 'Misura', ...fields })
  const created = await findId()
  if (created === undefined) throw new Error('The filter was not saved')
  return created
}

/** The announced rows of a download, and the milliseconds until its first byte. */
export type Download = { readonly rows: number; readonly firstByteMs: number }

/** Downloads the file of a filter and discards it. */
export const download = async (client: Client, id: number, format: TableFormat): Promise<Download> => {
  const start = performance.now()
  const path = '/inthem_query'
  const answer = await send(client, { method: 'POST', path, body: { action: 'RUN', id, as_role: 'DataManager', format } })
  const rows = answer.headers['x-export-rows']
  if (rows === undefined) throw new Error(`${path} answered ${answer.statusCode}: ${(await readText(answer)).slice(0, 500)}`)
  const firstByteMs = performance.now() - start
  await drain(answer)
  return { rows: Number(rows), firstByteMs }
}

const ImportReport = z.object({ ok: z.number(), ko: z.number() })

/** Sends a file like a centre's program. Returns the numbers of accepted and rejected rows. */
export const sendFile = async (
  port: number,
  path: string,
  fields: Readonly<Record<string, string>>,
  file: string,
): Promise<z.infer<typeof ImportReport>> => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', await openAsBlob(file), 'file.csv')
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { method: 'POST', body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`)
  return ImportReport.parse(JSON.parse(text))
}
