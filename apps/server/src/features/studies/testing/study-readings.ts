import { expect } from 'vitest'
import type { Reading, Readings } from '../../../audit/testing/reading.ts'
import type { Client } from '../../../testing/client.ts'
import { completeExport } from '../../../testing/complete-export.ts'
import type { TestServer } from '../../../testing/server.ts'
import { newStudy } from './studies-fixture.ts'

type Own = { readonly whose: string; readonly columns: readonly string[]; readonly count: number }
export type People = {
  readonly server: TestServer
  readonly filterId: number
  readonly centreAdmin: Client
  readonly manager: Client
  readonly patient: Client & { readonly fixture: { readonly id: number } }
}

/** Opens a study of RM01 with an invitation of the patient, as the owner. */
export const inviteToStudy = async ({ server: { database }, filterId, patient }: People, id: string): Promise<string> => {
  const { owner } = database
  const { title, description, mainCentre, type } = newStudy(filterId)
  await owner`
    INSERT INTO clinical_study (id, title, description, main_centre, type, filter_id, sf36_version)
    VALUES (${id}, ${title}, ${description}, ${mainCentre}, ${type}, ${filterId}, 1)`
  await owner`INSERT INTO clinical_study_centre (study_id, centre_code, approved, entered_by) VALUES (${id}, ${mainCentre}, true, 'test')`
  await owner`UPDATE clinical_study SET status = 'ToBeSentToPatients', end_enrollment_date = '9999-12-31' WHERE id = ${id}`
  await owner`INSERT INTO study_patient (study_id, patient_id, centre_code) VALUES (${id}, ${patient.fixture.id}, ${mainCentre})`
  await owner`UPDATE study_patient SET approved = true, status = 'AttesaConsenso', invited_at = now() WHERE study_id = ${id}`
  return id
}

/** Opens a study of RM01 in which the patient takes part, as the owner. */
export const enrolInStudy = async (people: People, id: string): Promise<string> => {
  await inviteToStudy(people, id)
  await people.server.database.owner`UPDATE study_patient SET status = 'ConsensoSI', answered_at = now() WHERE study_id = ${id}`
  return id
}

/** The commands of studies that read patient data, with their read traces (REQ-ADM-01). */
export const buildStudyReadings = (people: () => People & { readonly centrePassword: string }): Readings => {
  const mine = (): string => `patient ${people().patient.fixture.id}`
  const own = (): Own => ({ whose: mine(), columns: ['studies'], count: 1 })
  const studies = () => people().patient.api.studies
  const inFile = (id: string, more: object) => () => ({
    whose: expect.stringContaining(`study ${id}`),
    columns: ['PSEUDONYM', 'GT_NOTE', 'HB'],
    count: 1,
    setHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    ...more,
  })
  const onScreen = () => ({ filter: { id: people().filterId, version: 1 }, patients: [people().patient.fixture.id] })
  const shown = { source: 'screen', kinds: ['medical', 'studies'], purpose: 'Ferro e cuore' } as const
  const asCandidate = { source: 'candidates', kinds: ['registration', 'identity', 'studies'] } as const
  const run = async (id: string, format: string): Promise<Response> => {
    const json = { action: 'RUN', id: await enrolInStudy(people(), id), format, as_role: 'DataManager' }
    return people().manager.post('/clinical_study', { json })
  }
  const runAgain = async (id: string): Promise<Response> => {
    const { server, manager } = people()
    const first = await completeExport(server.database.owner, await run(id, 'csv'))
    return manager.post('/study_export_again', { json: { id: first.id } })
  }
  return {
    'studies.answer': [
      [mine, async () => studies().answer.mutate({ id: await inviteToStudy(people(), 'ANSWER'), answer: 'ConsensoNO' }), own],
    ],
    'studies.candidates': [
      [
        () => 'ca@example.org',
        async () => people().centreAdmin.api.studies.candidates.query({ id: await inviteToStudy(people(), 'CANDIDATES') }),
        () => ({
          whose: 'study CANDIDATES, centre RM01',
          columns: ['CENTER_ID', 'SURNAME', 'NAME', 'approved', 'study_patient_status'],
          count: 1,
          patients: [people().patient.fixture.id],
        }),
        asCandidate,
      ],
    ],
    'studies.flow': [
      [
        () => 'ca@example.org',
        async () => people().centreAdmin.api.studies.flow.query({ id: await inviteToStudy(people(), 'FLOW'), asRole: 'CenterAdmin' }),
        () => ({ whose: 'study FLOW, centre RM01', columns: ['study_patient_status'], count: 1, role: 'CenterAdmin' }),
      ],
    ],
    'studies.retrieveCandidates': [
      [
        () => 'ca@example.org',
        async () => people().centreAdmin.api.studies.retrieveCandidates.mutate({ id: await inviteToStudy(people(), 'RETRIEVAL') }),
        () => ({ whose: 'study RETRIEVAL, centre RM01', columns: ['study_patient_status'], count: expect.any(Number) }),
      ],
    ],
    'studies.participants': [
      [
        () => 'ca@example.org',
        async () =>
          people().centreAdmin.api.studies.participants.query({ id: await enrolInStudy(people(), 'PARTICIPANTS'), asRole: 'CenterAdmin' }),
        () => inFile('PARTICIPANTS', { ...onScreen(), study: 'PARTICIPANTS', role: 'CenterAdmin' })(),
        shown,
      ],
    ],
    'POST /clinical_study RUN': [
      [
        () => 'dm@example.org',
        async () => (await run('SCREEN', 'video')).arrayBuffer(),
        () => inFile('SCREEN', { ...onScreen(), study: 'SCREEN', role: 'DataManager' })(),
        shown,
      ],
      ...['csv', 'json', 'xlsx', 'xml'].map((format): Reading => {
        const id = `FILE-${format.toUpperCase()}`
        return [() => 'dm@example.org', async () => run(id, format), inFile(id, {}), { ...shown, source: 'export' }]
      }),
    ],
    'POST /study_export_again': [
      [
        () => 'dm@example.org',
        async () => (await runAgain('AGAIN')).arrayBuffer(),
        inFile('AGAIN', {}),
        { ...shown, source: 'export', uses: 2 },
      ],
    ],
    'POST /clinical_study LIST': [[mine, () => people().patient.call('/clinical_study', { json: { action: 'LIST' } }), own]],
    'POST /getStudyPatients': (['json', 'csv'] as const).flatMap((format): Reading[] => {
      const reads = (id: string) => ({
        whose: `study ${id}, centre RM01`,
        columns: ['CENTER_ID', 'SURNAME', 'NAME', 'approved', 'study_patient_status'],
        count: expect.any(Number),
        patients: expect.arrayContaining([people().patient.fixture.id]),
      })
      const fields = async (id: string) => ({ format, centerCode: 'RM01', StudyCode: await inviteToStudy(people(), id) })
      const [byHand, byProgram] = [`HAND-${format}`, `PROGRAM-${format}`]
      const use = { ...asCandidate, source: format === 'json' ? 'candidates' : 'export' } as const
      const post = (caller: Client, json: object) => caller.post('/getStudyPatients', { json })
      return [
        [() => 'ca@example.org', async () => post(people().centreAdmin, await fields(byHand)), () => reads(byHand), use],
        [
          () => 'center RM01',
          async () => post(people().server.visitor('staff'), { ...(await fields(byProgram)), centerPwd: people().centrePassword }),
          () => reads(byProgram),
          use,
        ],
      ]
    }),
    'POST /patient/JoinStudy': [
      [
        mine,
        async () =>
          people().patient.call('/patient/JoinStudy', { json: { StudyCode: await inviteToStudy(people(), 'JOIN'), status: 'ConsensoNO' } }),
        own,
      ],
    ],
    'studies.mine': [[mine, () => studies().mine.query(), own]],
    'studies.own': [[mine, async () => studies().own.query({ id: await inviteToStudy(people(), 'OWN') }), own]],
  }
}
