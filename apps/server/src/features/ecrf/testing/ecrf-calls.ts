import { allConsents } from '@registry/db/testing/fixtures'
import type { TestServer } from '../../../testing/server.ts'

type Call = () => Promise<Response>
type Calls = Readonly<Record<string, { readonly done: readonly Call[]; readonly rejected: readonly Call[] }>>

/** Calls of the path of the e-CRF that succeed and that fail. */
export const buildEcrfCalls = async (server: TestServer): Promise<Calls> => {
  const rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  await server.patient({ centre: 'RM01', centrePatientCode: 'CRF-1', consents: allConsents, medical: { hb: 9 } })
  const ask =
    (action: string, fields: object = {}): Call =>
    () =>
      rome.post('/e_crf', { json: { action, ...fields } })
  const person = { surname: 'Rossi', name: 'Ada', login_mode: 'Email', email: 'crf.2@example.org' }
  return {
    '/e_crf LIST_PATIENTS': {
      done: [ask('LIST_PATIENTS', { all_fields: true }), ask('LIST_PATIENTS', { rows_only: true })],
      rejected: [() => server.visitor('staff').post('/e_crf', { json: { action: 'LIST_PATIENTS' } })],
    },
    '/e_crf GET_PATIENT_DATA': {
      done: [ask('GET_PATIENT_DATA', { CENTER_ID: 'CRF-1' })],
      rejected: [ask('GET_PATIENT_DATA', { CENTER_ID: 'nobody' }), ask('GET_PATIENT_DATA')],
    },
    '/e_crf PUT_PATIENT_DATA': {
      done: [ask('PUT_PATIENT_DATA', { CENTER_ID: 'CRF-1', PATIENT: { address_town: 'Roma' }, MEDICAL_DATA: { HB: 2.5 } })],
      rejected: [
        ask('PUT_PATIENT_DATA', { CENTER_ID: 'CRF-1' }),
        ask('PUT_PATIENT_DATA', { CENTER_ID: 'CRF-1', MEDICAL_DATA: { HB: 99 } }),
      ],
    },
    '/e_crf ADD_PATIENT': {
      done: [ask('ADD_PATIENT', { center_id: 'CRF-2', ...person })],
      rejected: [ask('ADD_PATIENT', { center_id: 'CRF-1', ...person }), ask('ADD_PATIENT')],
    },
  }
}
