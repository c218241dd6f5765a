import { expect } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'

export type Staff = Awaited<ReturnType<TestServer['staff']>>

/** The fields of a filter in a legacy request. */
export const filterContent = {
  name: 'Ferritina alta',
  description: 'Talassemici con ferritina sopra 1000',
  field_list: {
    PATIENT: ['center_code', 'SEX'],
    MEDICAL_DATA: { Laboratory: ['FERRITIN_LAST'], Misc: ['DEAD_CAUSE'], Surgery: ['BMT'], Hospitalization: 'ALL' },
  },
  filter_list: { PATIENT: [], MEDICAL_DATA: [['FERRITIN_LAST', '>', '1000']] },
}

/** A server with two centres, patients in each consent state, and a staff user for each role of filters. */
export const createFilterFixture = async () => {
  const server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01', 'ITI4')
  await makeCentre(owner, 'MI01', 'ITC4')
  const admissions = { hospedalizations: 1, hospedal_days: 3, hospedal_causes: ['038.2', '008.8'] }
  const medical = { ferritin_last: 1500, dead_cause: '=HYPERLINK("x")', bmt: true, ...admissions }
  const [rome, milan] = [
    { centre: 'RM01', surname: 'CANARIOROMA' },
    { centre: 'MI01', surname: 'CANARIOMILANO' },
  ]
  await server.patient({ ...rome, centrePatientCode: 'R1', consents: allConsents, personal: { sex: 'F', address_zip: '00185' }, medical })
  await server.patient({
    ...milan,
    centrePatientCode: 'M1',
    consents: allConsents,
    personal: { sex: 'M' },
    medical: { ferritin_last: 2000 },
  })
  await server.patient({
    ...milan,
    centrePatientCode: 'M2',
    consents: { C_DB_P: true, C_DB_M: false },
    personal: { sex: 'M' },
    medical: { ferritin_last: 3000 },
  })
  await server.patient({ ...milan, centrePatientCode: 'M3', personal: { sex: 'F' }, medical: { ferritin_last: 4000 } })
  return {
    server,
    manager: await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org'),
    rome: await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org'),
    milan: await server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'cb@example.org'),
    global: await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org'),
  }
}
export type FilterFixture = Awaited<ReturnType<typeof createFilterFixture>>

export const addFilter = async (caller: Staff, changes: Record<string, unknown> = {}): Promise<number> => {
  const response = await caller.call('/inthem_query', { json: { action: 'ADD', ...filterContent, ...changes } })
  expect(response).toMatchObject({ success: true })
  return Number(response['id'])
}

export const runFilter = (caller: Staff, id: number, format: string, role: string): Promise<Response> =>
  caller.post('/inthem_query', { json: { action: 'RUN', id, format, as_role: role } })
