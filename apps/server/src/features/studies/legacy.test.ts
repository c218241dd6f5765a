import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allConsents, giveConsents } from '@registry/db/testing/fixtures'
import type { Client } from '../../testing/client.ts'
import { createStudiesFixture, today, type StudiesFixture } from './testing/studies-fixture.ts'

let fixture: StudiesFixture
let program: Client
const password = { RM01: 'password of RM01', MI01: 'password of MI01' } as const

beforeAll(async () => {
  fixture = await createStudiesFixture()
  const { owner } = fixture.server.database
  for (const [code, secret] of Object.entries(password))
    await owner`UPDATE centre SET password_hash = ${await fixture.server.deps.hashing.hashSecret(secret)} WHERE code = ${code}`
  for (const centrePatientCode of ['A1', 'A2', 'A3'])
    await fixture.server.patient({ centre: 'RM01', centrePatientCode, consents: allConsents, medical: { hb: 9 } })
  await fixture.server.patient({ centre: 'MI01', centrePatientCode: 'CANARIO', consents: allConsents, medical: { hb: 9 } })
  program = fixture.server.visitor('staff')
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => fixture.setDay(today))

const study = (client: Client, action: string, fields: object = {}) =>
  client.call('/clinical_study', { json: { action, lang: 'it', ...fields } })
const asProgram = (path: string, fields: Record<string, string>, centre: keyof typeof password = 'RM01') =>
  program.call(path, { multipart: { format: 'json', lang: 'it', ...fields, centerCode: centre, centerPwd: password[centre] } })
const added = () => ({
  title: 'Ferro e cuore',
  description: 'Il ferro nel cuore',
  main_center: 'RM01',
  clinical_study_type: 'XPF',
  inthem_query_code: String(fixture.filterId),
  sf36_code: '1',
  status: 'Active',
  ethics_committee_approval: '',
  end_enrollment_date: '',
})
const find = async (client: Client, id: string) => {
  const { rows } = await study(client, 'LIST')
  return (rows as { id: string }[]).find((row) => row.id === id)
}

describe('/clinical_study', () => {
  test('REQ-STU-03: an end date before the ethics decision is kept and opens the study at the approval', async () => {
    const content = {
      title: 'Ferro',
      description: 'Il ferro',
      main_center: 'RM01',
      clinical_study_type: 'EA',
      inthem_query_code: fixture.filterId,
      sf36_code: 1,
      video_url: 'https://video.example.org/ferro.mp4',
      end_enrollment_date: '2126-04-01',
    }
    expect(await study(fixture.admin, 'ADD', { id: 'EARLY', ...content })).toEqual({ success: true })
    expect(await find(fixture.rome, 'EARLY')).toMatchObject({ status: 'EthicsCommitteeWaiting', end_enrollment_date: '2126-04-01' })
    expect(await study(fixture.admin, 'CHANGE', { id: 'EARLY', ...content, end_enrollment_date: '2126-05-01' })).toEqual({ success: true })
    expect(await study(fixture.admin, 'CHANGE', { id: 'EARLY', end_enrollment_date: '2020-05-01' })).toMatchObject({
      fields: { end_enrollment_date: expect.stringContaining('passato') },
    })
    expect(await study(fixture.rome, 'CHANGE', { id: 'EARLY', center: 'RM01', ethics_committee_approval: true })).toEqual({ success: true })
    expect(await find(fixture.rome, 'EARLY')).toMatchObject({ status: 'ToBeSentToPatients', end_enrollment_date: '2126-05-01' })
  })

  test('REQ-STU-03: an end date that has passed at the approval is removed', async () => {
    await fixture.createStudy('LATE')
    await fixture.server.database.owner`UPDATE clinical_study SET end_enrollment_date = '2020-01-01' WHERE id = 'LATE'`
    await fixture.approve('LATE')
    expect(await find(fixture.rome, 'LATE')).toMatchObject({ status: 'AlreadySentToCenters', end_enrollment_date: null })
  })

  test('ADD, decisions and CHANGE lead a study to the patients, as its people see in LIST', async () => {
    expect(await study(fixture.admin, 'ADD', { id: 'OLD', ...added() })).toEqual({ success: true })
    expect(await find(fixture.rome, 'OLD')).toMatchObject({
      status: 'EthicsCommitteeWaiting',
      main_center: 'RM01',
      inthem_query_code: fixture.filterId,
      sf36_code: 1,
      ops: ['Inserimento_valutazione_comitato_etico'],
      readonly: false,
      status_detail: { status_trans: 'In attesa del comitato etico' },
      clinical_study_type_detail: { extraeu: true, f: true, p_db: true },
      inthem_query_code_detail: { name: 'Emoglobina bassa', field_list: { PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['HB'] } } },
    })
    const english = { title_en: 'Iron and heart', description_en: 'Iron in the heart' }
    expect(await find(fixture.rome, 'OLD')).toMatchObject({ title_en: null, description_en: null })
    expect(await study(fixture.admin, 'CHANGE', { id: 'OLD', ...english })).toEqual({ success: true })
    expect(await find(fixture.rome, 'OLD')).toMatchObject({ title: 'Ferro e cuore', ...english })
    const approval = { id: 'OLD', center: 'RM01', ethics_committee_approval: true }
    expect(await study(fixture.rome, 'CHANGE', approval)).toEqual({ success: true })
    expect(await study(fixture.rome, 'CHANGE', approval)).toMatchObject({ success: false, code: 'study_ethics_decided' })
    expect(await study(fixture.rome, 'CHANGE', { ...approval, ethics_committee_approval: false, reason: 'Errore' })).toEqual({
      success: true,
    })
    expect(await find(fixture.rome, 'OLD')).toMatchObject({ status: 'Terminated' })
    expect(await study(fixture.rome, 'ETHIC_APPROVAL', { ...approval, reason: 'Corretta' })).toEqual({ success: true })
    expect(await study(fixture.milan, 'ETHIC_APPROVAL', { ...approval, center: 'MI01' })).toEqual({ success: true })
    expect(await find(fixture.admin, 'OLD')).toMatchObject({ ops: ['Inserimento_data_fine_arruolamento'], ethics_committee_approval: true })
    expect(await study(fixture.admin, 'CHANGE', { ...added(), id: 'OLD', end_enrollment_date: '2126-04-01' })).toEqual({ success: true })
    expect(await find(fixture.manager, 'OLD')).toMatchObject({
      status: 'ToBeSentToPatients',
      end_enrollment_date: '2126-04-01',
      ops: [],
      readonly: true,
      enrolled_centers: [
        { center_id: 'RM01', ethics_committee_approval: true },
        { center_id: 'MI01', ethics_committee_approval: true },
      ],
    })
  })

  test.each<[string, object, string]>([
    ['no code', { id: '' }, 'id'],
    ['a long title', { title: 'x'.repeat(256) }, 'title'],
    ['an unknown centre', { main_center: 'XX99' }, 'main_center'],
    ['an unknown type', { clinical_study_type: 'ZZ' }, 'clinical_study_type'],
    ['an unknown filter', { inthem_query_code: '999999' }, 'inthem_query_code'],
    ['a filter that is no number', { inthem_query_code: 'x' }, 'inthem_query_code'],
    ['an unknown questionnaire', { sf36_code: '9' }, 'sf36_code'],
    ['a script as video', { video_url: 'javascript:alert(1)' }, 'video_url'],
    ['an end date in the past', { end_enrollment_date: '2126-03-09' }, 'end_enrollment_date'],
  ])('ADD with %s names the old field', async (_case, changes, field) => {
    const answer = await study(fixture.admin, 'ADD', { id: 'BAD', ...added(), ...changes })
    expect(answer).toMatchObject({ success: false, code: 'validation_failed', fields: { [field]: expect.any(String) } })
  })

  test.each<[string, object, object]>([
    ['a fixed field', { clinical_study_type: 'XA' }, { fields: { clinical_study_type: expect.any(String) } }],
    ['a past end date', { end_enrollment_date: '2126-03-09' }, { fields: { end_enrollment_date: expect.any(String) } }],
    ['an end date that is none', { end_enrollment_date: '31/02/2126' }, { fields: { end_enrollment_date: expect.any(String) } }],
    ['an unknown study', { id: 'NONE' }, { code: 'study_not_found' }],
  ])('CHANGE with %s is rejected', async (_case, changes, expected) => {
    await fixture.openStudy(`CHANGE ${_case}`)
    expect(await study(fixture.admin, 'CHANGE', { id: `CHANGE ${_case}`, ...changes })).toMatchObject({ success: false, ...expected })
  })

  test('THREAT-35: a centre decides for itself only, and changes nothing else', async () => {
    await fixture.createStudy('OWN')
    const foreign = { id: 'OWN', center: 'RM01', ethics_committee_approval: true }
    for (const action of ['CHANGE', 'ETHIC_APPROVAL'])
      expect(await study(fixture.milan, action, foreign)).toMatchObject({ success: false, code: 'permission_denied' })
    expect(await study(fixture.rome, 'CHANGE', { id: 'OWN', title: 'Altro' })).toMatchObject({
      fields: { ethics_committee_approval: 'Campo obbligatorio' },
    })
    expect(await study(fixture.manager, 'CHANGE', { id: 'OWN', title: 'Altro' })).toMatchObject({ code: 'permission_denied' })
    expect(await find(fixture.admin, 'OWN')).toMatchObject({ title: 'Ferro e cuore', status: 'EthicsCommitteeWaiting' })
  })

  test('REQ-EXP-12: RUN has the reasons of missing values, if they are asked for, in a file and on screen', async () => {
    const made = { centre: 'RM01', centrePatientCode: 'A0', consents: allConsents, medical: { missing_reasons: { hb: 'refused' } } }
    const patient = await fixture.server.patient(made)
    await fixture.openStudy('REASONS')
    await fixture.invite('REASONS', patient.fixture.id)
    expect(await patient.call('/patient/JoinStudy', { json: { StudyCode: 'REASONS', status: 'ConsensoSI' } })).toMatchObject({
      success: true,
    })
    for (const format of ['json', 'video']) {
      const asked = { id: 'REASONS', format, as_role: 'CenterAdmin' }
      expect(await study(fixture.rome, 'RUN', { ...asked, missing_reasons: true })).toMatchObject({
        rows: [{ MISSING_REASONS: 'HB=refused' }],
      })
      expect(JSON.stringify(await study(fixture.rome, 'RUN', asked))).not.toContain('MISSING_REASONS')
    }
  })

  test('a patient lists the patient’s invitations, answers by JoinStudy and changes the answer', async () => {
    await fixture.openStudy('JOIN')
    const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'J1', consents: { ...allConsents, C_DB_M: false } })
    await fixture.invite('JOIN', patient.fixture.id)
    expect(await study(patient, 'LIST')).toMatchObject({
      rows: [{ id: 'JOIN', status: 'AttesaConsenso', clinical_study_type_detail: { f: false } }],
    })
    const join = (status: string) => patient.call('/patient/JoinStudy', { json: { StudyCode: 'JOIN', status } })
    expect(await join('')).toMatchObject({ fields: { status: 'Inserisci la risposta' } })
    expect(await join('ConsensoSI')).toMatchObject({ error: 'Non è possibile partecipare senza fornire i consensi richiesti' })
    expect(await join('ConsensoNO')).toEqual({ success: true })
    expect(await join('ConsensoSI')).toMatchObject({ code: 'study_consents_missing' })
    await giveConsents(fixture.server.database.owner, patient.fixture.subject, { C_DB_M: true })
    for (const status of ['ConsensoSI', 'ConsensoNO']) {
      expect(await join(status)).toEqual({ success: true })
      expect(await study(patient, 'LIST')).toMatchObject({ rows: [{ id: 'JOIN', status }] })
    }
  })

  test('two taps on the answer store it once; a patient without an invitation, an unknown study and an unknown answer are rejected', async () => {
    await fixture.openStudy('TAPS')
    const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'J2', consents: allConsents })
    const stranger = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'J3', consents: allConsents })
    await fixture.invite('TAPS', patient.fixture.id)
    const join = (who: typeof patient, StudyCode: string, status: string) => who.call('/patient/JoinStudy', { json: { StudyCode, status } })
    expect(await join(stranger, 'TAPS', 'ConsensoSI')).toMatchObject({ success: false, code: 'study_not_found' })
    expect(await join(patient, 'NONE', 'ConsensoSI')).toMatchObject({ success: false, code: 'study_not_found' })
    for (const status of ['Esportato', 'AttesaConsenso', 'sì'])
      expect(await join(patient, 'TAPS', status)).toMatchObject({ success: false })
    const taps = await Promise.all([join(patient, 'TAPS', 'ConsensoSI'), join(patient, 'TAPS', 'ConsensoSI')])
    expect(taps).toEqual([{ success: true }, { success: true }])
    expect(
      await fixture.server.database
        .owner`SELECT patient_id AS id, status FROM study_patient WHERE study_id = 'TAPS' AND status IS NOT NULL`,
    ).toEqual([{ id: patient.fixture.id, status: 'ConsensoSI' }])
  })
})

describe('the paths of centres', () => {
  test.each(['session', 'password'])('getStudies and getStudyPatients answer by %s', async (way) => {
    const id = `PATHS ${way}`
    await fixture.openStudy(id)
    const ask = (path: string, fields: Record<string, string> = {}) =>
      way === 'session' ? fixture.rome.call(path, { json: { format: 'json', centerCode: 'RM01', ...fields } }) : asProgram(path, fields)
    const { rows } = await ask('/getStudies')
    expect(rows).toContainEqual({
      StudyCode: id,
      title: 'Ferro e cuore',
      status: 'ToBeSentToPatients',
      main_center: 'RM01',
      end_enrollment_date: '2126-04-01',
      ethics_committee_approval: true,
      operation: 'Controllo_pazienti',
    })
    const row = { StudyCode: id, name: 'LUCA', surname: 'BIANCHI', approved: null, study_patient_status: null }
    expect(await ask('/getStudyPatients', { StudyCode: id })).toEqual({
      success: true,
      rows: ['A1', 'A2', 'A3'].map((center_id) => ({ ...row, center_id })),
    })
  })

  test.each(['session', 'password'])('a retrieved file is edited and sent back by %s; the same file twice changes nothing', async (way) => {
    const id = `FILE ${way}`
    await fixture.openStudy(id)
    const [client, proof] = way === 'session' ? [fixture.rome, {}] : [program, { centerPwd: password.RM01 }]
    const file = await client.post('/getStudyPatients', {
      multipart: { format: 'csv', StudyCode: id, centerCode: 'RM01', ...proof },
    })
    expect(file.headers.get('content-disposition')).toContain('pazienti_studio_RM01.csv')
    const content = (await file.text())
      .replace(`${id},A1,LUCA,BIANCHI,`, `${id},A1,LUCA,BIANCHI,sì`)
      .replace(`${id},A2,LUCA,BIANCHI,`, `${id},A2,LUCA,BIANCHI,false`)
    const put = (fields: Record<string, string> = {}) =>
      client.post('/putStudyPatients', {
        multipart: { format: 'csv', ...fields, centerCode: 'RM01', ...proof },
        file: { name: 'f.csv', content },
      })
    const done = { success: true, ok: 3, ko: 0, detail: [], report: { ok: 3, ko: 0, detail: [] } }
    const invited = async () => {
      const { rows } = await asProgram('/getStudyPatients', { StudyCode: id })
      return (rows as { approved: boolean | null; study_patient_status: string | null }[]).map((row) => [
        row.approved,
        row.study_patient_status,
      ])
    }
    expect(await (await put({ dry_run: 'true' })).json()).toEqual({ ...done, dry_run: true })
    expect(await invited()).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ])
    for (const _time of [1, 2]) expect(await (await put()).json()).toEqual(done)
    expect(await invited()).toEqual([
      [true, 'AttesaConsenso'],
      [false, null],
      [null, null],
    ])
    expect(await fixture.server.database.owner`SELECT recipient FROM notification WHERE study_id = ${id}`).toEqual([
      { recipient: 'a1@example.org' },
    ])
  })

  test('invalid rows are reported and valid rows are stored', async () => {
    await fixture.openStudy('ROWS')
    await asProgram('/getStudyPatients', { StudyCode: 'ROWS' })
    const answered = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'DONE', consents: allConsents })
    await fixture.invite('ROWS', answered.fixture.id)
    await answered.api.studies.answer.mutate({ id: 'ROWS', answer: 'ConsensoNO' })
    await fixture.createStudy('WAITING')
    const lines = [
      'ROWS,A1,true',
      'ROWS,NOBODY,true',
      'ROWS,CANARIO,true',
      'ROWS,DONE,false',
      'WAITING,A1,true',
      'NONE,A1,true',
      'ROWS,A2,forse',
      ',A2,true',
      'ROWS,A3,',
    ]
    const file = { name: 'f.csv', content: ['StudyCode,center_id,approved', ...lines].join('\r\n') }
    const answer = await program.post('/putStudyPatients', {
      multipart: { format: 'csv', centerCode: 'RM01', centerPwd: password.RM01 },
      file,
    })
    const { ok, ko, detail } = (await answer.json()) as { ok: number; ko: number; detail: { row: number; code: string }[] }
    expect([ok, ko]).toEqual([2, 7])
    expect(detail.map(({ row, code }) => [row, code])).toEqual([
      [2, 'study_patient_unknown'],
      [3, 'study_patient_unknown'],
      [4, 'study_patient_answered'],
      [5, 'study_centre_not_approved'],
      [6, 'study_not_found'],
      [7, 'value_boolean_invalid'],
      [8, 'field_required'],
    ])
  })

  test('THREAT-21: in a session a file of candidates requires the password again after ten minutes; the screen and a program do not', async () => {
    const { owner } = fixture.server.database
    await fixture.openStudy('NAMES')
    const own = 'a long sentence of the centre'
    await owner`UPDATE account SET password_hash = ${await fixture.server.deps.hashing.hashSecret(own)} WHERE id = ${fixture.rome.fixture.accountId}`
    await owner`UPDATE session SET authenticated_at = authenticated_at - interval '11 minutes'`
    const ask = (fields: Record<string, string>) => fixture.rome.call('/getStudyPatients', { json: { StudyCode: 'NAMES', ...fields } })
    expect(await ask({ format: 'video' })).toMatchObject({ success: true, rows: [{}, {}, {}] })
    expect(await asProgram('/getStudyPatients', { StudyCode: 'NAMES' })).toMatchObject({ success: true })
    for (const format of ['csv', 'json', 'xlsx', 'xml'])
      expect(await ask({ format })).toMatchObject({
        success: false,
        code: 'reauthentication_required',
        fields: { password: expect.any(String) },
      })
    expect(await ask({ format: 'json', password: 'wrong' })).toMatchObject({ success: false, code: 'password_wrong' })
    expect(await ask({ format: 'json', password: own })).toMatchObject({ success: true, rows: [{}, {}, {}] })
    expect(await ask({ format: 'json' })).toMatchObject({ success: true })
  })

  test.each<[string, Record<string, string>, string, string]>([
    ['without a format', { format: '' }, 'format', 'Formato, campo obbligatorio'],
    ['with another format', { format: 'pdf' }, 'format', 'Formato sconosciuto'],
    ['without a study', { StudyCode: '' }, 'StudyCode', 'Inserisci il codice dello studio'],
  ])('getStudyPatients %s is rejected', async (_case, fields, field, message) => {
    const answer = await asProgram('/getStudyPatients', { StudyCode: 'X', ...fields })
    expect(answer).toMatchObject({ success: false, fields: { [field]: expect.stringContaining(message) } })
  })

  test('a wrong column, a missing file and a wrong password are rejected', async () => {
    const send = (content: string, centerPwd: string = password.RM01) =>
      program.post('/putStudyPatients', { multipart: { format: 'csv', centerCode: 'RM01', centerPwd }, file: { name: 'f.csv', content } })
    expect(await (await send('StudyCode,center_id,approved,other\r\n')).json()).toMatchObject({
      success: true,
      detail: [{ row: 0, field: 'other', code: 'warning_import_column_ignored' }],
    })
    expect(await (await send('StudyCode,center id,approved\r\n')).json()).toMatchObject({ code: 'file_column_near' })
    expect(await (await send('StudyCode,center_id\r\n')).json()).toMatchObject({ code: 'file_column_missing' })
    expect(await (await send('StudyCode,center_id,approved\r\n', 'wrong')).json()).toMatchObject({ code: 'centre_refused' })
    expect(await asProgram('/putStudyPatients', { format: 'csv' })).toMatchObject({ success: false })
  })
})
