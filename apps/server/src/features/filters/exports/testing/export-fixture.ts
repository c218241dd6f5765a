import { createHash } from 'node:crypto'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { formatItalianDay } from '../../../../shared/day.ts'
import { completeExport } from '../../../../testing/complete-export.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'

type Staff = Awaited<ReturnType<TestServer['staff']>>

/** A server with a patient in each of two centres, and staff who export or read manifests. */
export const createExportFixture = async () => {
  const server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  await makeCentre(server.database.owner, 'MI01', 'ITC4')
  const addPatient = async (centre: string, code: string, ferritin: number) =>
    (
      await server.patient({
        centre,
        centrePatientCode: code,
        consents: allConsents,
        personal: { sex: 'F' },
        medical: { ferritin_last: ferritin },
      })
    ).fixture
  await addPatient('RM01', 'R1', 1500)
  await addPatient('MI01', 'M1', 900)
  return {
    server,
    manager: await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org'),
    centre: await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org'),
    global: await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org'),
    today: formatItalianDay(new Date()),
  }
}
export type ExportFixture = Awaited<ReturnType<typeof createExportFixture>>

export const addFilter = async (caller: Staff, name: string): Promise<number> => {
  const content = {
    name,
    description: name,
    field_list: { PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['FERRITIN_LAST'] } },
    filter_list: {},
  }
  return Number((await caller.call('/inthem_query', { json: { action: 'ADD', ...content } }))['id'])
}

type Run = {
  readonly id: number
  readonly format: string
  readonly role: string
  readonly missing_reasons?: true
  readonly labels?: true
  readonly delimiter?: 'semicolon'
  readonly lang?: 'it' | 'en'
}

/** Exports a filter and waits for the outcome. */
export const exportFile = async ({ server }: ExportFixture, caller: Staff, { role, ...options }: Run) => {
  const response = await caller.post('/inthem_query', { json: { action: 'RUN', as_role: role, ...options } })
  const { id, body } = await completeExport(server.database.owner, response)
  return { id, body, sha256: createHash('sha256').update(body).digest('hex') }
}
