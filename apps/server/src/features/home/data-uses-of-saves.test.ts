import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents } from '@registry/db/testing/fixtures'
import { createStudiesFixture, type StudiesFixture } from '../studies/testing/studies-fixture.ts'

const secret = 'password of RM01'
let fixture: StudiesFixture
let made = 0

beforeAll(async () => {
  fixture = await createStudiesFixture()
  const { database, deps } = fixture.server
  await database.owner`UPDATE centre SET password_hash = ${await deps.hashing.hashSecret(secret)} WHERE code = 'RM01'`
})
afterAll(() => fixture[Symbol.asyncDispose]())

const owner = () => fixture.server.database.owner
const createPatient = () => {
  made += 1
  return fixture.server.patient({ centre: 'RM01', centrePatientCode: `W${made}`, consents: allConsents, medical: { hb: 9 } })
}
type Patient = Awaited<ReturnType<typeof createPatient>>
type Reader = Pick<Patient, 'api'>

const readUses = async ({ api }: Reader) =>
  (await api.home.dataUses.query({})).uses.map(({ actor, centre, source, kinds }) => ({ actor, centre, source, kinds }))

/** Sends a file like a centre's program, with its password and without a session. */
const sendAsProgram = async (path: string, content: string): Promise<void> => {
  const answer = await fixture.server.visitor('staff').call(path, {
    multipart: { centerCode: 'RM01', centerPwd: secret, format: 'csv' },
    file: { name: 'rows.csv', content },
  })
  expect(answer).toMatchObject({ report: { ok: 1, ko: 0 } })
}
const sendAsAdmin = async (path: string, content: string): Promise<void> => {
  const answer = await fixture.rome.call(path, { multipart: { centerCode: 'RM01', format: 'csv' }, file: { name: 'rows.csv', content } })
  expect(answer).toMatchObject({ report: { ok: 1, ko: 0 } })
}
const program = { actor: 'program', centre: 'Centro RM01' }
const centreAdmin = { actor: 'CenterAdmin', centre: 'Centro RM01' }

describe('REQ-PAT-18: the patient sees the changes of the centre', () => {
  test.each([
    ['/putMedicalData', 'HB', '8.5', 'medical'],
    ['/putPersonalData', 'ADDRESS_TOWN', 'Roma', 'personal'],
    ['/putObservations', 'ANALYTE,VALUE,UNIT,TAKEN_ON', 'FIBR_STIFFNESS,6,kPa,2025-01-10', 'medical'],
  ])('by a program with the password of the centre, by %s', async (path, columns, cells, kind) => {
    const patient = await createPatient()
    await sendAsProgram(path, `CENTER_ID,${columns}\r\nW${made},${cells}\r\n`)
    expect(await readUses(patient)).toEqual([{ ...program, source: 'service', kinds: [kind] }])
  })

  test('by a form of the administrator', async () => {
    const patient = await createPatient()
    await owner().begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'rome@example.org', true), set_config('app.source', 'form', true)`
      await sql`UPDATE patient_personal SET telephone = '06' WHERE patient_id = ${patient.fixture.id}`
      await sql`UPDATE patient_medical SET hb = 7 WHERE patient_id = ${patient.fixture.id}`
    })
    expect(await readUses(patient)).toEqual([{ ...centreAdmin, source: 'form', kinds: ['personal', 'medical'] }])
  })

  test.each([
    ['the administrator', sendAsAdmin, { ...centreAdmin, source: 'file' }],
    ['a program', sendAsProgram, { ...program, source: 'service' }],
  ])('by the registration in a file of %s', async (_name, send, shown) => {
    made += 1
    const row = `W${made},NERI,ANNA,Email,registered${made}@example.org,it`
    await send('/createPatients', `CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG\r\n${row}\r\n`)
    const [account] = await owner()<{ id: number }[]>`
      SELECT account.id FROM account JOIN patient_identity AS i USING (patient_id) WHERE i.centre_patient_code = ${`W${made}`}`
    const patient = await fixture.server.signIn(account!.id, 'myconsent')
    expect(await readUses(patient)).toEqual([{ ...shown, kinds: ['identity'] }])
  })
})

describe('REQ-PAT-18: the patient sees the decision of the centre about a study', () => {
  test('on the screen, once, and a repeated decision is no other', async () => {
    await fixture.openStudy('USES FORM')
    const patient = await createPatient()
    await fixture.rome.api.studies.retrieveCandidates.mutate({ id: 'USES FORM' })
    const decisions = [{ centrePatientCode: `W${made}`, approved: false }]
    for (const _time of [1, 2]) await fixture.rome.api.studies.decideCandidates.mutate({ id: 'USES FORM', decisions })
    expect((await readUses(patient)).filter(({ source }) => source === 'form')).toEqual([
      { ...centreAdmin, source: 'form', kinds: ['studies'] },
    ])
    expect((await patient.api.home.dataUses.query({ kind: 'studies' })).uses[0]).toMatchObject({ source: 'form', times: 1 })
  })

  test('in a file of a program', async () => {
    await fixture.openStudy('USES FILE')
    const patient = await createPatient()
    await fixture.rome.api.studies.retrieveCandidates.mutate({ id: 'USES FILE' })
    await sendAsProgram('/putStudyPatients', `StudyCode,CENTER_ID,approved\r\nUSES FILE,W${made},sì\r\n`)
    expect(await readUses(patient)).toContainEqual({ ...program, source: 'file', kinds: ['studies'] })
  })

  test('the database rejects a decision without its source', async () => {
    await fixture.createStudy('USES CHECK')
    const patient = await createPatient()
    await expect(owner()`
      INSERT INTO study_patient (study_id, patient_id, centre_code, decided_at, decided_by)
      VALUES ('USES CHECK', ${patient.fixture.id}, 'RM01', now(), 'rome@example.org')`).rejects.toThrow('study_patient_decided')
  })
})

describe('REQ-PAT-18: after a withdrawal', () => {
  /** The uses of a patient who can no longer sign in. */
  const listUses = (id: number) =>
    owner().begin(async (sql) => {
      await sql`SELECT set_config('app.patient', ${String(id)}, true)`
      return sql`SELECT source FROM list_own_data_uses('-infinity', 'infinity', 'it')`
    })

  test.each([
    ['v1', 1],
    ['v2', 0],
    ['v3', 0],
  ] as const)('%s nobody reads the list, and it has %i entries', async (choice, count) => {
    const patient = await createPatient()
    await sendAsProgram('/putMedicalData', `CENTER_ID,HB\r\nW${made},8.1\r\n`)
    expect(await listUses(patient.fixture.id)).toHaveLength(1)
    await fixture.server.withdraw(patient, choice)
    await expect(patient.api.home.dataUses.query({})).rejects.toThrow()
    expect(await listUses(patient.fixture.id)).toHaveLength(count)
  })
})
