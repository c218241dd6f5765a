import type { Readings } from '../../../audit/testing/reading.ts'
import type { TestServer } from '../../../testing/server.ts'
import { drafts } from './communications-fixture.ts'

type Given = { readonly server: TestServer }

/** The command of communications that reads patients, with its read trace (REQ-ADM-01). */
export const buildCommunicationReadings = (given: () => Given): Readings => {
  let id = 0
  const count = async () => {
    const { server } = given()
    const options = { passwordHash: 'chosen', consents: { C_S: false } }
    const patient = await server.patient({ centre: 'MI01', centrePatientCode: 'NEWS1', ...options })
    await patient.api.newsletter.save.mutate({ wants: true })
    const admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
    const draft = await admin.api.communications.create.mutate(drafts.newsletter)
    id = draft.id
    return admin.api.communications.count.query({ id })
  }
  const counted = () => ({ whose: `areas W, communication ${id}`, columns: [], count: 1, role: 'GlobalAdmin' })
  return { 'communications.count': [[() => 'ga@example.org', count, counted]] }
}
