import { makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

type Staff = Awaited<ReturnType<TestServer['staff']>>

/** The server's current day in the tests. It is far in the future, because the database ends old sessions by its own clock. */
export const today = '2126-03-10'

export type StudiesFixture = AsyncDisposable & {
  readonly server: TestServer
  readonly admin: Staff
  readonly manager: Staff
  /** The CenterAdmins of RM01, the main centre, and of MI01. */
  readonly rome: Staff
  readonly milan: Staff
  readonly filterId: number
  /** Moves the day of the server. */
  setDay(day: string): void
  /** Creates a study with this code, of RM01 by default. */
  createStudy(id: string, changes?: Readonly<Record<string, unknown>>): Promise<void>
  approve(id: string): Promise<void>
  /** Creates a study that is approved by RM01 and open until `endDate`. */
  openStudy(id: string, options?: { readonly type?: string; readonly titleEn?: string; readonly endDate?: string }): Promise<void>
  /** Stores an approved and invited candidate, as the owner. */
  invite(id: string, patientId: number): Promise<void>
}

export const newStudy = (filterId: number) => ({
  title: 'Ferro e cuore',
  description: 'Il ferro nel cuore dopo la chelazione',
  mainCentre: 'RM01',
  type: 'EA',
  filterId,
  sf36Version: 1,
  videoUrl: null,
})

export const decision = { committee: 'Comitato etico Lazio 1', decidedOn: '2126-03-01' }

/** A server with two centres, their administrators, and a saved filter. */
export const createStudiesFixture = async (): Promise<StudiesFixture> => {
  let now = new Date(`${today}T09:00:00Z`)
  const server = await startTestServer({ clock: () => now })
  const { owner } = server.database
  await makeCentre(owner, 'RM01', 'ITI4')
  await makeCentre(owner, 'MI01', 'ITC4')
  const admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
  const manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  const rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  const milan = await server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
  // The sessions have the database's day, a century before the server's.
  await owner`UPDATE session SET authenticated_at = ${now.toISOString()}`
  const { id: filterId } = await admin.api.savedFilters.save.mutate({
    name: 'Emoglobina bassa',
    description: 'HB sotto 10',
    fields: { PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['HB'] } },
    where: { kind: 'predicates', predicates: [{ field: 'HB', operator: '<', value: 10 }] },
  })
  const createStudy: StudiesFixture['createStudy'] = async (id, changes = {}) => {
    await admin.api.studies.create.mutate({ id, ...newStudy(filterId), ...changes })
  }
  const approve: StudiesFixture['approve'] = async (id) => {
    await rome.api.studies.decideEthics.mutate({ id, approved: true, ...decision })
  }
  return {
    server,
    admin,
    manager,
    rome,
    milan,
    filterId,
    setDay: (day) => {
      now = new Date(`${day}T09:00:00Z`)
    },
    createStudy,
    approve,
    openStudy: async (id, { endDate = '2126-04-01', ...changes } = {}) => {
      await createStudy(id, changes)
      await approve(id)
      await admin.api.studies.setEndDate.mutate({ id, endDate })
    },
    invite: async (id, patientId) => {
      await owner`INSERT INTO study_patient (study_id, patient_id, centre_code) SELECT ${id}, id, centre_code FROM patient WHERE id = ${patientId}`
      await owner`
        UPDATE study_patient SET approved = true, decided_at = now(), status = 'AttesaConsenso', invited_at = now()
        WHERE study_id = ${id} AND patient_id = ${patientId}`
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
