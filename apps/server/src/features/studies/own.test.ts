import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allConsents, giveConsents } from '@registry/db/testing/fixtures'
import { createStudiesFixture, today, type StudiesFixture } from './testing/studies-fixture.ts'

let fixture: StudiesFixture
let number = 0
beforeAll(async () => {
  fixture = await createStudiesFixture()
  await fixture.openStudy('XF', { type: 'XF' })
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => fixture.setDay(today))

const newPatient = (consents: Record<string, boolean | number> = allConsents) =>
  fixture.server.patient({ centre: 'RM01', centrePatientCode: `S${(number += 1)}`, consents })
const invited = async (study = 'XF', consents?: Record<string, boolean | number>) => {
  const patient = await newPatient(consents)
  await fixture.invite(study, patient.fixture.id)
  return patient
}
const fails = (code: string) => ({ data: { detail: { code } } })

describe('REQ-STU-15: the studies of a patient', () => {
  test('an invited patient reads the study and the consents that it needs; nobody else does', async () => {
    const patient = await invited('XF', { ...allConsents, C_F: false })
    expect(await patient.api.studies.mine.query()).toEqual([
      {
        id: 'XF',
        title: 'Ferro e cuore',
        state: 'waiting',
        answer: null,
        answeredAt: null,
        leftAt: null,
        possibleAnswers: ['ConsensoSI', 'ConsensoNO'],
        titleLanguage: 'it',
        invitedAt: expect.any(String),
        endDate: '2126-04-01',
      },
    ])
    expect(await patient.api.studies.own.query({ id: 'XF' })).toMatchObject({
      description: 'Il ferro nel cuore dopo la chelazione',
      mainCentre: 'Centro RM01',
      partners: { extraeu: true, f: true, p_db: false },
      neededConsents: ['c_db_m', 'c_extraeu', 'c_f'],
      missingConsents: ['c_f'],
    })
    const stranger = await newPatient()
    expect(await stranger.api.studies.mine.query()).toEqual([])
    await expect(stranger.api.studies.own.query({ id: 'XF' })).rejects.toMatchObject(fails('study_not_found'))
    await expect(stranger.api.studies.answer.mutate({ id: 'XF', answer: 'ConsensoNO' })).rejects.toMatchObject(fails('study_not_found'))
  })

  test('a patient who reads English reads the English texts, or the Italian ones where they are missing', async () => {
    await fixture.openStudy('TEXTS', { titleEn: 'Iron and heart' })
    const patient = await invited('TEXTS')
    expect(await patient.api.studies.own.query({ id: 'TEXTS' })).toMatchObject({ title: 'Ferro e cuore' })
    await patient.api.session.chooseLanguage.mutate({ language: 'en' })
    const description = 'Il ferro nel cuore dopo la chelazione'
    expect(await patient.api.studies.own.query({ id: 'TEXTS' })).toMatchObject({ title: 'Iron and heart', description })
    const { patient: extras } = (await patient.api.session.current.query()) ?? {}
    expect(extras?.studi_attesa[0]?.clinical_study_title).toEqual({ trans_it: 'Ferro e cuore', trans_en: 'Iron and heart' })
    await fixture.admin.api.studies.change.mutate({ id: 'TEXTS', descriptionEn: 'Iron in the heart after chelation' })
    expect(await patient.api.studies.own.query({ id: 'TEXTS' })).toMatchObject({ description: 'Iron in the heart after chelation' })
    const rows = await fixture.manager.api.referenceTables.rows.query({ table: 'svc_clinical_study' })
    expect(rows.find(({ id }) => id === 'TEXTS')).toMatchObject({ trans_it: 'Ferro e cuore', trans_en: 'Iron and heart' })
    await fixture.admin.api.studies.change.mutate({ id: 'TEXTS', titleEn: '', descriptionEn: null })
    expect(await patient.api.studies.own.query({ id: 'TEXTS' })).toMatchObject({ title: 'Ferro e cuore', description })
  })

  test('the page of the session lists the waiting studies', async () => {
    const patient = await invited()
    const waiting = [
      {
        clinical_study_id: 'XF',
        clinical_study_title: { trans_it: 'Ferro e cuore', trans_en: 'Ferro e cuore' },
        invited_at: expect.any(String),
        end_enrollment_date: '2126-04-01',
      },
    ]
    expect((await patient.api.session.current.query())?.patient?.studi_attesa).toEqual(waiting)
    await patient.api.studies.answer.mutate({ id: 'XF', answer: 'ConsensoNO' })
    expect((await patient.api.session.current.query())?.patient?.studi_attesa).toEqual([])
  })

  test('a terminated study shows as ended, a deleted answer stays', async () => {
    await fixture.openStudy('STOPS')
    const [waiting, answered] = [await invited('STOPS'), await invited('STOPS')]
    await answered.api.studies.answer.mutate({ id: 'STOPS', answer: 'ConsensoSI' })
    await fixture.admin.api.studies.suspend.mutate({ id: 'STOPS' })
    expect(await waiting.api.studies.mine.query()).toMatchObject([{ state: 'suspended' }])
    await expect(waiting.api.studies.answer.mutate({ id: 'STOPS', answer: 'ConsensoNO' })).rejects.toMatchObject(fails('study_suspended'))
    await fixture.admin.api.studies.terminate.mutate({ id: 'STOPS' })
    expect(await waiting.api.studies.mine.query()).toMatchObject([{ state: 'ended', answer: null }])
    expect(await answered.api.studies.mine.query()).toMatchObject([{ state: 'answered', answer: 'ConsensoSI' }])
    await expect(waiting.api.studies.answer.mutate({ id: 'STOPS', answer: 'ConsensoNO' })).rejects.toThrow()
  })
})

describe('REQ-STU-07: the answer', () => {
  test('two taps store one Yes', async () => {
    const patient = await invited()
    const yes = () => patient.api.studies.answer.mutate({ id: 'XF', answer: 'ConsensoSI' })
    const [first, second] = await Promise.all([yes(), yes()])
    expect(first).toEqual(second)
    expect(first).toMatchObject({ state: 'answered', answer: 'ConsensoSI', answeredAt: expect.any(String) })
    expect(first).toMatchObject({ possibleAnswers: ['ConsensoNO'] })
  })

  test('a ‘Yes’ can be withdrawn at any time, and a ‘No’ can become a ‘Yes’ while the study enrols', async () => {
    await fixture.openStudy('CHANGES')
    const patient = await invited('CHANGES')
    const answer = (given: 'ConsensoSI' | 'ConsensoNO') => patient.api.studies.answer.mutate({ id: 'CHANGES', answer: given })
    expect(await answer('ConsensoNO')).toMatchObject({ answer: 'ConsensoNO', leftAt: null, possibleAnswers: ['ConsensoSI'] })
    expect(await answer('ConsensoSI')).toMatchObject({ answer: 'ConsensoSI', leftAt: null, possibleAnswers: ['ConsensoNO'] })
    await fixture.admin.api.studies.suspend.mutate({ id: 'CHANGES' })
    const left = await answer('ConsensoNO')
    expect(left).toMatchObject({ answer: 'ConsensoNO', leftAt: expect.any(String), possibleAnswers: [] })
    await expect(answer('ConsensoSI')).rejects.toMatchObject(fails('study_suspended'))
    await fixture.admin.api.studies.reactivate.mutate({ id: 'CHANGES' })
    expect(await answer('ConsensoSI')).toMatchObject({ answer: 'ConsensoSI', leftAt: null })
    fixture.setDay('2126-04-02')
    expect(await answer('ConsensoNO')).toMatchObject({ answer: 'ConsensoNO', leftAt: expect.any(String) })
    await expect(answer('ConsensoSI')).rejects.toMatchObject(fails('study_enrolment_over'))
    const { rows } = await fixture.rome.api.studies.candidates.query({ id: 'CHANGES' })
    expect(rows, 'the centre reads the day').toMatchObject([{ status: 'ConsensoNO', leftAt: expect.any(String) }])
    const flow = await fixture.rome.api.studies.flow.query({ id: 'CHANGES', asRole: 'CenterAdmin' })
    expect(flow.total).toMatchObject({ candidates: 1, yes: 0, no: 0, left: 1 })
  })

  test.each(['C_DB_M', 'C_EXTRAEU', 'C_F'])('‘Yes’ without %s is rejected, ‘No’ is accepted', async (field) => {
    const patient = await invited('XF', { ...allConsents, [field]: false })
    await expect(patient.api.studies.answer.mutate({ id: 'XF', answer: 'ConsensoSI' })).rejects.toMatchObject({
      message: 'Non è possibile partecipare senza fornire i consensi richiesti',
    })
    expect(await patient.api.studies.answer.mutate({ id: 'XF', answer: 'ConsensoNO' })).toMatchObject({ answer: 'ConsensoNO' })
  })

  test('a consent given after the invitation counts', async () => {
    const patient = await invited('XF', { ...allConsents, C_F: false })
    await giveConsents(fixture.server.database.owner, patient.fixture.subject, { C_F: true })
    expect(await patient.api.studies.answer.mutate({ id: 'XF', answer: 'ConsensoSI' })).toMatchObject({ answer: 'ConsensoSI' })
  })

  test('after the last day it is rejected', async () => {
    const patient = await invited()
    fixture.setDay('2126-04-02')
    await expect(patient.api.studies.answer.mutate({ id: 'XF', answer: 'ConsensoSI' })).rejects.toMatchObject(fails('study_enrolment_over'))
    expect(await patient.api.studies.mine.query()).toMatchObject([{ state: 'ended' }])
  })

  test('an unknown answer and an unknown study are rejected', async () => {
    const patient = await invited()
    const attempt = patient.api.studies.answer.mutate({ id: 'XF', answer: 'FORSE' as 'ConsensoNO' })
    await expect(attempt).rejects.toMatchObject({ data: { detail: { fields: { answer: 'Inserisci la risposta' } } } })
    await expect(patient.api.studies.answer.mutate({ id: 'NONE', answer: 'ConsensoNO' })).rejects.toMatchObject(fails('study_not_found'))
  })
})

describe('REQ-CON-10: a withdrawal', () => {
  const rows = (patientId: number) => fixture.server.database.owner`
    SELECT study_id, status, left_at IS NOT NULL AS left FROM study_patient WHERE patient_id = ${patientId}`

  test('with v1 an invitation becomes ConsensoNO, and a participant leaves the running study', async () => {
    const [waiting, taking] = [await invited(), await invited()]
    await taking.api.studies.answer.mutate({ id: 'XF', answer: 'ConsensoSI' })
    for (const patient of [waiting, taking]) await fixture.server.withdraw(patient, 'v1')
    expect(await rows(waiting.fixture.id)).toEqual([{ study_id: 'XF', status: 'ConsensoNO', left: false }])
    expect(await rows(taking.fixture.id)).toEqual([{ study_id: 'XF', status: 'ConsensoNO', left: true }])
  })

  test.each(['v2', 'v3'] as const)('with %s nothing about the studies stays', async (choice) => {
    const patient = await invited()
    await patient.api.studies.answer.mutate({ id: 'XF', answer: 'ConsensoSI' })
    await fixture.server.withdraw(patient, choice)
    expect(await rows(patient.fixture.id)).toEqual([])
  })
})

test('REQ-STU-14: the flow counts the patients of the reader’s area or centre', async () => {
  await fixture.openStudy('FLOW')
  const [yes] = [await invited('FLOW'), await invited('FLOW')]
  await yes.api.studies.answer.mutate({ id: 'FLOW', answer: 'ConsensoSI' })
  const counted = { candidates: 2, approved: 2, refused: 0, invited: 2, waiting: 1, yes: 1, no: 0, left: 0, exported: 0 }
  for (const [client, asRole] of [
    [fixture.manager, 'DataManager'],
    [fixture.rome, 'CenterAdmin'],
  ] as const)
    expect(await client.api.studies.flow.query({ id: 'FLOW', asRole })).toMatchObject({
      isRounded: false,
      total: counted,
      centres: [{ id: 'RM01', ...counted }],
      recruitment: [{ centre: 'RM01', yes: 1 }],
    })
  await expect(fixture.milan.api.studies.flow.query({ id: 'FLOW', asRole: 'GlobalAdmin' })).rejects.toMatchObject(
    fails('permission_denied'),
  )
  expect(await fixture.milan.api.studies.flow.query({ id: 'FLOW', asRole: 'CenterAdmin' })).toMatchObject({
    total: { candidates: 0 },
    centres: [],
  })
})

test('REQ-STU-14, REQ-UI-17: a role that runs no filters gets the count of six invited patients, but not of candidates', async () => {
  await fixture.openStudy('CAND')
  const { owner } = fixture.server.database
  const none = { candidates: null, approved: null, refused: null, waiting: null, yes: null, no: null, left: null, exported: null }
  const ask = () => fixture.admin.api.studies.flow.query({ id: 'CAND', asRole: 'GlobalAdmin' })
  const patients = []
  for (const _ of Array.from({ length: 6 })) patients.push(await invited('CAND'))
  await owner`UPDATE study_patient SET approved = NULL, status = NULL, invited_at = NULL WHERE study_id = 'CAND'`
  const empty = { isRounded: true, total: { ...none, invited: null }, centres: [], recruitment: [] }
  expect(await ask(), 'six candidates without a decision').toEqual(empty)
  await owner`UPDATE study_patient SET approved = false WHERE study_id = 'CAND'`
  expect(await ask(), 'six candidates whom the centre refused').toEqual(empty)
  await owner`UPDATE study_patient SET approved = true, status = 'AttesaConsenso', invited_at = now() WHERE study_id = 'CAND'`
  const counted = { ...none, invited: 5, waiting: 5 }
  expect(await ask()).toEqual({ ...empty, total: counted, centres: [{ id: 'RM01', name: 'Centro RM01', ...counted }] })
  const [first] = patients
  await owner`UPDATE study_patient SET approved = NULL, status = NULL, invited_at = NULL WHERE study_id = 'CAND' AND patient_id <> ${first?.fixture.id ?? 0}`
  expect(await ask(), 'one invited patient').toMatchObject({
    total: { ...none, invited: null },
    centres: [{ id: 'RM01', ...none, invited: null }],
  })
})
