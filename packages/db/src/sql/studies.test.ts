import { beforeAll, describe, expect, test } from 'vitest'
import { studyStates, type StudyState } from '@registry/domain/studies/states'
import type { Queries } from '../connect.ts'
import { allConsents, giveConsents, type PatientFixture } from '../testing/fixtures.ts'
import { catchQueryError, useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01', 'MI01')
let filterId = 0
let patient: PatientFixture
let ofMilan: PatientFixture
const setActor = (sql: Queries) => sql`SELECT set_config('app.actor', 'fixture', true), set_config('app.source', 'system', true)`
beforeAll(async () => {
  const { owner } = database
  patient = await database.createPatient({ consents: allConsents })
  ofMilan = await database.createPatient({ centre: 'MI01' })
  const [filter] = await owner.begin(async (sql) => {
    await setActor(sql)
    return sql<{ id: number }[]>`
      WITH author AS (INSERT INTO staff_user (email, name, surname) VALUES ('dm@example.org', 'D', 'M') RETURNING id)
      INSERT INTO saved_filter (name, description, author_id, fields, condition) SELECT 'f', 'f', id, '{}', '{}' FROM author RETURNING id`
  })
  filterId = filter?.id ?? 0
})

const createStudy = async (sql: Queries, id = 'STUDY', type = 'XF'): Promise<void> => {
  await sql`
    INSERT INTO clinical_study (id, title, description, main_centre, type, filter_id, sf36_version)
    VALUES (${id}, 'x', 'x', 'RM01', ${type}, ${filterId}, 1)`
}
const decide = async (sql: Queries, centre = 'RM01', approved = true): Promise<void> => {
  await sql`INSERT INTO clinical_study_centre (study_id, centre_code, approved, entered_by) VALUES ('STUDY', ${centre}, ${approved}, 'ca')`
}
const setState = async (sql: Queries, state: StudyState): Promise<void> => {
  await sql`UPDATE clinical_study SET status = ${state}, end_enrollment_date = '2126-01-01' WHERE id = 'STUDY'`
}
const addCandidate = async (sql: Queries): Promise<void> => {
  await sql`INSERT INTO study_patient (study_id, patient_id, centre_code) VALUES ('STUDY', ${patient.id}, 'RM01')`
}
/** Stores a state of the patient, with the columns that it requires. */
const setAnswer = async (sql: Queries, status: string): Promise<void> => {
  await sql`
    UPDATE study_patient SET approved = true, invited_at = now(), status = ${status},
      answered_at = CASE WHEN ${status} <> 'AttesaConsenso' THEN now() END, exported_at = CASE WHEN ${status} = 'Esportato' THEN now() END
    WHERE study_id = 'STUDY'`
}

const reach: Readonly<Record<StudyState, (sql: Queries) => Promise<unknown>>> = {
  EthicsCommitteeWaiting: (sql) => createStudy(sql),
  AlreadySentToCenters: async (sql) => [await createStudy(sql), await decide(sql)],
  ToBeSentToPatients: async (sql) => [await reach.AlreadySentToCenters(sql), await setState(sql, 'ToBeSentToPatients')],
  Active: async (sql) => [await reach.ToBeSentToPatients(sql), await setState(sql, 'Active')],
  Terminated: async (sql) => [await createStudy(sql), await decide(sql, 'RM01', false)],
  Exported: async (sql) => [await reach.Active(sql), await setState(sql, 'Exported')],
}

class Undo extends Error {}
/** Runs the steps as the owner and undoes them. Returns the constraint that prevented one. */
const attempt = async (...steps: readonly ((sql: Queries) => Promise<unknown>)[]): Promise<string | undefined> => {
  const work = database.owner.begin(async (sql) => {
    await setActor(sql)
    for (const step of steps) await step(sql)
    throw new Undo()
  })
  const error = await catchQueryError(work)
  if (error instanceof Undo) return undefined
  expect(error).toHaveProperty('constraint_name')
  return error?.constraint_name
}

/** The lifecycle of a study by REQ-STU-01 to REQ-STU-04, by hand. */
const allowed: Readonly<Record<StudyState, readonly StudyState[]>> = {
  EthicsCommitteeWaiting: ['AlreadySentToCenters', 'Terminated'],
  AlreadySentToCenters: ['ToBeSentToPatients', 'Terminated'],
  ToBeSentToPatients: ['Active', 'Terminated'],
  Active: ['Terminated', 'Exported'],
  Terminated: [],
  Exported: [],
}

describe('REQ-STU-11, THREAT-35: the database prevents, even for the owner', () => {
  test.each(studyStates)('every other state after %s', async (from) => {
    const next: StudyState[] = []
    for (const to of studyStates.filter((one) => one !== from)) {
      const rejected = await attempt(reach[from], (sql) => setState(sql, to))
      if (rejected === undefined) next.push(to)
      else expect(rejected, to).toBe('clinical_study_transition')
    }
    expect(next).toEqual(allowed[from])
  })

  test('a new study in a later state', async () => {
    const create = (sql: Queries) => sql`
      INSERT INTO clinical_study (id, title, description, main_centre, type, filter_id, sf36_version, status, end_enrollment_date)
      VALUES ('STUDY', 'x', 'x', 'RM01', 'XF', ${filterId}, 1, 'Active', '2126-01-01')`
    expect(await attempt(create)).toBe('clinical_study_transition')
  })

  test.each(["main_centre = 'MI01'", "type = 'EA'", 'sf36_version = sf36_version + 1'])(
    'after the approval a change of %s',
    async (change) => {
      const steps = [reach.AlreadySentToCenters, (sql: Queries) => sql.unsafe(`UPDATE clinical_study SET ${change}`)]
      expect(await attempt(...steps)).toBe('clinical_study_fixed')
    },
  )

  test('a type that does not exist, and a filter that is not active', async () => {
    expect(await attempt((sql) => createStudy(sql, 'STUDY', 'NONE'))).toBe('clinical_study_type')
    const disable = (sql: Queries) => sql`UPDATE saved_filter SET state = 'disabled'`
    expect(await attempt(disable, (sql) => createStudy(sql))).toBe('clinical_study_filter_active')
  })

  test('a change of a filter of an approved study', async () => {
    const change = (sql: Queries) => sql`UPDATE saved_filter SET name = 'other'`
    expect(await attempt(reach.EthicsCommitteeWaiting, change)).toBeUndefined()
    expect(await attempt(reach.AlreadySentToCenters, change)).toBe('saved_filter_frozen')
  })

  test('a decision of another centre before the main centre, and every decision about an ended, suspended or deleted study', async () => {
    const wrong = 'clinical_study_centre_waiting'
    expect(await attempt(reach.EthicsCommitteeWaiting, (sql) => decide(sql, 'MI01'))).toBe(wrong)
    expect(await attempt(reach.Active, (sql) => decide(sql, 'MI01'))).toBeUndefined()
    for (const ended of ['Terminated', 'Exported'] as const) expect(await attempt(reach[ended], (sql) => decide(sql, 'MI01'))).toBe(wrong)
    for (const column of ['suspended_at', 'deleted_at']) {
      const stop = (sql: Queries) => sql.unsafe(`UPDATE clinical_study SET ${column} = now()`)
      expect(await attempt(reach.Active, stop, (sql) => decide(sql, 'MI01'))).toBe(wrong)
    }
  })
})

describe('REQ-STU-07, THREAT-34: the database prevents for a patient, even by the owner', () => {
  test('a candidate of a centre without an approval', async () => {
    const wrong = 'study_patient_centre_approved'
    expect(await attempt(reach.EthicsCommitteeWaiting, addCandidate)).toBe(wrong)
    const addOfMilan = (sql: Queries) =>
      sql`INSERT INTO study_patient (study_id, patient_id, centre_code) VALUES ('STUDY', ${ofMilan.id}, 'MI01')`
    expect(await attempt(reach.Active, addOfMilan)).toBe(wrong)
    expect(await attempt(reach.Active, (sql) => decide(sql, 'MI01', false), addOfMilan)).toBe(wrong)
    expect(await attempt(reach.Active, (sql) => decide(sql, 'MI01'), addOfMilan)).toBeUndefined()
  })

  test('an invitation to a study that is not open', async () => {
    const invite = [addCandidate, (sql: Queries) => setAnswer(sql, 'AttesaConsenso')]
    expect(await attempt(reach.AlreadySentToCenters, ...invite)).toBe('study_patient_study_open')
    expect(await attempt(reach.ToBeSentToPatients, ...invite)).toBeUndefined()
    for (const column of ['suspended_at', 'deleted_at']) {
      const stop = (sql: Queries) => sql.unsafe(`UPDATE clinical_study SET ${column} = now()`)
      expect(await attempt(reach.Active, addCandidate, stop, (sql) => setAnswer(sql, 'AttesaConsenso'))).toBe('study_patient_study_open')
    }
  })

  test.each([
    [['ConsensoSI']],
    [['Esportato']],
    [['AttesaConsenso', 'Esportato']],
    [['AttesaConsenso', 'ConsensoSI', 'AttesaConsenso']],
    [['AttesaConsenso', 'ConsensoSI', 'ConsensoNO']],
    [['AttesaConsenso', 'ConsensoSI', 'Esportato', 'ConsensoSI']],
  ])('the states %j', async (states) => {
    const steps = states.map((state) => (sql: Queries) => setAnswer(sql, state))
    expect(await attempt(reach.Active, addCandidate, ...steps.slice(0, -1))).toBeUndefined()
    expect(await attempt(reach.Active, addCandidate, ...steps)).toBe('study_patient_transition')
  })

  test.each(['C_DB_M', 'C_EXTRAEU', 'C_F'])('a ‘Yes’ without %s', async (field) => {
    const refuse = (sql: Queries) => giveConsents(sql, patient.subject, { [field]: false })
    const answers = [addCandidate, (sql: Queries) => setAnswer(sql, 'AttesaConsenso'), (sql: Queries) => setAnswer(sql, 'ConsensoSI')]
    expect(await attempt(reach.Active, ...answers)).toBeUndefined()
    expect(await attempt(refuse, reach.Active, ...answers)).toBe('study_patient_consents')
  })

  test('a ‘Yes’ after the withdrawal v1', async () => {
    const stop = (sql: Queries) => sql`UPDATE patient SET c_db_no_notification = 'v1' WHERE id = ${patient.id}`
    const answers = [addCandidate, (sql: Queries) => setAnswer(sql, 'AttesaConsenso'), (sql: Queries) => setAnswer(sql, 'ConsensoSI')]
    expect(await attempt(stop, reach.Active, ...answers)).toBe('study_patient_consents')
  })
})
