import { allConsents } from '@registry/db/testing/fixtures'
import { createStudiesFixture, decision, type StudiesFixture } from './studies-fixture.ts'

type Staff = StudiesFixture['manager']
type Made = Awaited<ReturnType<StudiesFixture['server']['patient']>>

/** Studies that patients have answered, and their exports. The patients A1 to A4 are of Rome, M1 of Milan. */
export const createAnsweredStudies = async () => {
  const fixture = await createStudiesFixture()
  const patients = new Map<string, Made>()
  const make = async (centrePatientCode: string, centre = 'RM01'): Promise<void> => {
    const made = { consents: allConsents, personal: { sex: 'F' }, medical: { hb: 9 } }
    patients.set(centrePatientCode, await fixture.server.patient({ centre, centrePatientCode, ...made }))
  }
  const findPatient = (code: string): Made => patients.get(code)!
  const findPatientId = (code: string): number => findPatient(code).fixture.id
  const answer = async (id: string, code: string, answered: 'ConsensoSI' | 'ConsensoNO' = 'ConsensoSI'): Promise<void> => {
    await fixture.invite(id, findPatientId(code))
    await findPatient(code).api.studies.answer.mutate({ id, answer: answered })
  }
  /** Opens a study of both centres: A1, A2 and M1 answered 'Yes', A3 answered 'No', A4 has not answered. */
  const openAnswered = async (id: string): Promise<void> => {
    await fixture.openStudy(id)
    await fixture.milan.api.studies.decideEthics.mutate({ id, approved: true, ...decision })
    for (const code of ['A1', 'A2', 'M1']) await answer(id, code)
    await answer(id, 'A3', 'ConsensoNO')
    await fixture.invite(id, findPatientId('A4'))
  }
  const exportStudy = (staff: Staff, id: string, role: string, format = 'json'): Promise<Response> =>
    staff.post('/clinical_study', { json: { action: 'RUN', id, format, as_role: role } })
  /** The state of each candidate by the code of the patient. */
  const listStates = async (id: string): Promise<Readonly<Record<string, string | null>>> => {
    const rows = await fixture.server.database.owner<{ code: string; status: string | null }[]>`
      SELECT i.centre_patient_code AS code, s.status FROM study_patient AS s JOIN patient_identity AS i ON i.patient_id = s.patient_id
      WHERE s.study_id = ${id} ORDER BY 1`
    return Object.fromEntries(rows.map(({ code, status }) => [code, status]))
  }
  const readState = async (id: string): Promise<string> =>
    (await fixture.admin.api.studies.detail.query({ id, asRole: 'GlobalAdmin' })).status
  for (const code of ['A1', 'A2', 'A3', 'A4']) await make(code)
  await make('M1', 'MI01')
  return { fixture, make, findPatient, findPatientId, answer, openAnswered, exportStudy, listStates, readState }
}
export type AnsweredStudies = Awaited<ReturnType<typeof createAnsweredStudies>>
