import { makeCentre, makePatient, allConsents, type PatientFixture, type PatientOptions } from '@registry/db/testing/fixtures'
import type { ImportChanges } from '@registry/api-contract/imports'
import type { TableFormat } from '@registry/tabular/format'
import { writeRows } from '@registry/tabular/write/rows'
import type { Client } from '../../../testing/client.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../../testing/server.ts'

type Detail = readonly {
  readonly row: number
  readonly key: string
  readonly field?: string
  readonly code: string
  readonly message: string
}[]

/** The answer to an upload (REQ-IMP-05). */
export type Answer = {
  readonly success: boolean
  readonly dry_run?: true
  readonly code?: string
  readonly error?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly ok?: number
  readonly ko?: number
  readonly detail?: Detail
  readonly changes?: ImportChanges
  readonly report?: { readonly ok: number; readonly ko: number; readonly detail: Detail }
}

/** The response if every row is imported: the report, and its three fields at the top level (REQ-IMP-05). */
export const imported = (ok: number): Answer => {
  const report = { ok, ko: 0, detail: [] }
  return { success: true, ...report, report }
}

export const centrePassword = (centre: string): string => `the password of ${centre}`

export type Sending = { readonly format?: string; readonly centre?: string; readonly more?: Readonly<Record<string, string>> }

/** A server with two centres that have passwords, and functions that send files to it. */
export type ImportFixture = AsyncDisposable & {
  readonly server: TestServer
  /** Sends a file like the centre's program; the file precedes the fields, like in old programs. */
  send(path: string, content: string | Buffer, sending?: Sending): Promise<Answer>
  /** Sends it in a session. */
  sendBy(client: Client, path: string, content: string | Buffer, sending?: Sending): Promise<Answer>
  patient(centrePatientCode: string, options?: Partial<PatientOptions>): Promise<PatientFixture>
  /** The stored row of a section. */
  stored(table: 'patient_personal' | 'patient_medical', centrePatientCode: string): Promise<Readonly<Record<string, unknown>>>
  /** One hash of every table that an import can change. */
  hashTables(): Promise<string>
}

const importedTables = [
  'observation',
  'patient',
  'patient_identity',
  'patient_identity_version',
  'patient_personal',
  'patient_personal_version',
  'patient_medical',
  'patient_medical_version',
  'consent_event',
  'account',
  'sign_in_link',
  'notification',
] as const

export const createImportFixture = async (options?: TestServerOptions): Promise<ImportFixture> => {
  const server = await startTestServer(options)
  const { owner } = server.database
  for (const [centre, region] of [
    ['RM01', 'ITI4'],
    ['MI01', 'ITC4'],
  ] as const) {
    await makeCentre(owner, centre, region)
    await owner`UPDATE centre SET password_hash = ${await server.deps.hashing.hashSecret(centrePassword(centre))} WHERE code = ${centre}`
  }
  await owner`UPDATE setting SET value = '300000' WHERE key IN ('new_patients_per_centre_day', 'new_patients_alarm_per_centre_day', 'sms_invitations_per_centre_day')`
  const sendBy: ImportFixture['sendBy'] = async (client, path, content, { format = 'csv', more = {} } = {}) =>
    (await client.call(path, { multipart: { lang: 'it', format, ...more }, file: { name: `file.${format}`, content } })) as Answer
  return {
    server,
    sendBy,
    send: (path, content, { centre = 'RM01', more, ...rest } = {}) =>
      sendBy(server.visitor('staff'), path, content, { ...rest, more: { centerPwd: centrePassword(centre), centerCode: centre, ...more } }),
    patient: (centrePatientCode, options) =>
      makePatient(owner, {
        centre: 'RM01',
        centrePatientCode,
        consents: allConsents,
        personal: { dob: '1980-01-01', sex: 'F' },
        ...options,
      }),
    stored: async (table, centrePatientCode) => {
      const [row] = await owner<Record<string, unknown>[]>`
        SELECT b.* FROM ${owner(table)} b JOIN patient_identity i USING (patient_id) WHERE i.centre_patient_code = ${centrePatientCode}`
      if (!row) throw new Error(`no patient has the code ${centrePatientCode}`)
      return row
    },
    hashTables: async () => {
      const hashes = await Promise.all(
        importedTables.map(
          (table) => owner`SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash FROM ${owner(table)} t`,
        ),
      )
      return JSON.stringify(hashes)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

type Cell = string | number | boolean | null

/** A table as a file of any format, written by the product's own writer. */
export const writeFileAs = async (format: TableFormat, names: readonly string[], rows: readonly (readonly Cell[])[]): Promise<Buffer> =>
  Buffer.from(
    await writeRows(
      rows,
      names.map((name) => ({ name, type: /^(DOB|DOD)$/.test(name) ? 'date' : name.toUpperCase() === 'HB' ? 'number' : 'text' })),
      format,
    ),
  )

export const csv = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`
