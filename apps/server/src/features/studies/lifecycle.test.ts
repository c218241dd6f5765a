import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allConsents } from '@registry/db/testing/fixtures'
import { createStudiesFixture, decision, newStudy, today, type StudiesFixture } from './testing/studies-fixture.ts'

let fixture: StudiesFixture
beforeAll(async () => {
  fixture = await createStudiesFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => fixture.setDay(today))

const detail = (id: string) => fixture.admin.api.studies.detail.query({ id, asRole: 'GlobalAdmin' })
const fails = (code: string, fields?: Record<string, unknown>) => ({ data: { detail: { code, ...(fields && { fields }) } } })

describe('REQ-STU-01: a new study', () => {
  test('waits for the ethics committee of its main centre', async () => {
    await fixture.createStudy('NEW')
    expect(await detail('NEW')).toMatchObject({
      id: 'NEW',
      status: 'EthicsCommitteeWaiting',
      mainCentre: { id: 'RM01', name: 'Centro RM01' },
      endDate: null,
      approved: null,
      ops: [],
      readonly: false,
      suspended: false,
      enrolledCentres: [],
      actions: ['terminate', 'suspend', 'remove'],
      filter: { id: fixture.filterId, name: 'Emoglobina bassa' },
      type: { id: 'EA', extraeu: false, f: false, p_db: false },
    })
    const asked = await fixture.rome.api.studies.list.query({ asRole: 'CenterAdmin' })
    expect(asked.find(({ id }) => id === 'NEW')).toMatchObject({ ops: ['Inserimento_valutazione_comitato_etico'], readonly: false })
    const other = await fixture.milan.api.studies.list.query({ asRole: 'CenterAdmin' })
    expect(other.find(({ id }) => id === 'NEW')).toMatchObject({ ops: [], readonly: true })
  })

  test.each<[string, Record<string, unknown>, string, string]>([
    ['no code', { id: '' }, 'id', 'Inserisci il codice dello studio'],
    ['a code of 81 characters', { id: 'x'.repeat(81) }, 'id', 'al massimo 80 caratteri'],
    ['the code of the form', { id: '__new__' }, 'id', '«__new__»'],
    ['no title', { title: ' ' }, 'title', 'Campo obbligatorio'],
    ['a title of 256 characters', { title: 'x'.repeat(256) }, 'title', 'al massimo 255 caratteri'],
    ['no description', { description: '' }, 'description', 'Campo obbligatorio'],
    ['a description of 256 characters', { description: 'x'.repeat(256) }, 'description', 'al massimo 255 caratteri'],
    ['no main centre', { mainCentre: '' }, 'mainCentre', 'Campo obbligatorio'],
    ['an unknown centre', { mainCentre: 'XX99' }, 'mainCentre', 'Questo centro non esiste'],
    ['no type', { type: '' }, 'type', 'Campo obbligatorio'],
    ['an unknown type', { type: 'ZZ' }, 'type', 'Questo tipo di studio non esiste'],
    ['an unknown filter', { filterId: 999_999 }, 'filterId', 'Il filtro 999999 non esiste'],
    ['an unknown questionnaire', { sf36Version: 99 }, 'sf36Version', 'Questo questionario non esiste'],
    ['a video address without https', { videoUrl: 'http://www.youtube.com/watch?v=dQw4w9WgXcQ' }, 'videoUrl', 'https://'],
    ['a script as video address', { videoUrl: 'javascript:alert(1)' }, 'videoUrl', 'https://'],
    ['a video address of 256 characters', { videoUrl: `https://youtu.be/dQw4w9WgXcQ?${'x'.repeat(228)}` }, 'videoUrl', 'al massimo 255'],
  ])('with %s is rejected at its field', async (_case, changes, field, message) => {
    const attempt = fixture.admin.api.studies.create.mutate({ id: 'BAD', ...newStudy(fixture.filterId), ...changes })
    await expect(attempt).rejects.toMatchObject(fails('validation_failed', { [field]: expect.stringContaining(message) }))
  })

  test('with a code in use is rejected, even when two people create it in parallel', async () => {
    const attempts = await Promise.allSettled([fixture.createStudy('TWICE'), fixture.createStudy('TWICE')])
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(fixture.createStudy('TWICE')).rejects.toMatchObject(
      fails('validation_failed', { id: 'Esiste già uno studio con questo codice: scegline un altro' }),
    )
  })
})

describe('REQ-STU-02: ethics decisions', () => {
  test('THREAT-35: the main centre decides once, for itself only', async () => {
    await fixture.createStudy('ETHICS')
    await expect(fixture.milan.api.studies.decideEthics.mutate({ id: 'ETHICS', approved: true, ...decision })).rejects.toMatchObject(
      fails('study_not_sent'),
    )
    const named = fixture.milan.api.studies.decideEthics.mutate({ id: 'ETHICS', centre: 'RM01', approved: true, ...decision })
    await expect(named).rejects.toMatchObject(fails('permission_denied'))
    const attempts = await Promise.allSettled([fixture.approve('ETHICS'), fixture.approve('ETHICS')])
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await detail('ETHICS')).toMatchObject({
      status: 'AlreadySentToCenters',
      approved: true,
      ops: ['Inserimento_data_fine_arruolamento'],
      decisions: [{ centre: { id: 'RM01' }, isMain: true, approved: true, ...decision, enteredBy: 'rome@example.org' }],
    })
    await expect(fixture.approve('ETHICS')).rejects.toMatchObject(fails('study_ethics_decided'))
  })

  test('another centre decides after the main centre, until the last day', async () => {
    await fixture.openStudy('OTHER', { endDate: '2126-03-11' })
    fixture.setDay('2126-03-12')
    const decide = () => fixture.milan.api.studies.decideEthics.mutate({ id: 'OTHER', approved: false, ...decision })
    await expect(decide()).rejects.toMatchObject(fails('study_enrolment_over'))
    fixture.setDay('2126-03-11')
    expect(await decide()).toMatchObject({ ops: [], readonly: true, enrolledCentres: [{ id: 'RM01' }, { id: 'MI01', approved: false }] })
    await expect(decide()).rejects.toMatchObject(fails('study_ethics_decided'))
  })

  test('a refusal of the main centre ends the study', async () => {
    await fixture.createStudy('REFUSED')
    const refused = await fixture.rome.api.studies.decideEthics.mutate({ id: 'REFUSED', approved: false, ...decision })
    expect(refused).toMatchObject({ status: 'Terminated', approved: false, readonly: true })
    await expect(fixture.admin.api.studies.setEndDate.mutate({ id: 'REFUSED', endDate: today })).rejects.toMatchObject(
      fails('study_not_sent'),
    )
  })

  test('REQ-STU-13: the main centre corrects its decision with a reason until patients were invited', async () => {
    await fixture.createStudy('WRONG')
    const decide = (approved: boolean, reason?: string) =>
      fixture.rome.api.studies.decideEthics.mutate({ id: 'WRONG', approved, ...decision, ...(reason !== undefined && { reason }) })
    expect(await decide(false)).toMatchObject({ status: 'Terminated', decisions: [{ mayCorrect: true, corrections: [] }] })
    await expect(decide(true), 'a correction needs a reason').rejects.toMatchObject(fails('study_ethics_decided'))
    expect(await decide(true, 'Letta la riga sbagliata')).toMatchObject({
      status: 'AlreadySentToCenters',
      decisions: [
        { approved: true, corrections: [{ approved: false, reason: 'Letta la riga sbagliata', correctedBy: 'rome@example.org' }] },
      ],
    })
    await fixture.admin.api.studies.setEndDate.mutate({ id: 'WRONG', endDate: today })
    const other = { id: 'WRONG', approved: true, ...decision, committee: 'Comitato etico Lazio 2', reason: 'Comitato' }
    expect(await fixture.rome.api.studies.decideEthics.mutate(other)).toMatchObject({
      status: 'ToBeSentToPatients',
      decisions: [{ committee: 'Comitato etico Lazio 2', corrections: [{ approved: false }, { approved: true }] }],
    })
    expect(await detail('WRONG'), 'only the centre corrects').toMatchObject({ decisions: [{ mayCorrect: false }] })
    expect(await decide(false, 'Non approvato')).toMatchObject({ status: 'Terminated', endDate: null })
    expect(await decide(true, 'Approvato')).toMatchObject({ status: 'AlreadySentToCenters' })
    await fixture.admin.api.studies.setEndDate.mutate({ id: 'WRONG', endDate: today })
    const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'WRONG-1', consents: allConsents })
    await fixture.invite('WRONG', patient.fixture.id)
    await expect(decide(false, 'Troppo tardi')).rejects.toMatchObject(fails('study_ethics_fixed'))
    const { status, decisions } = await fixture.rome.api.studies.detail.query({ id: 'WRONG', asRole: 'CenterAdmin' })
    expect([status, decisions[0]?.mayCorrect, decisions[0]?.corrections.length]).toEqual(['Active', false, 4])
  })

  test('REQ-STU-13: another centre corrects its decision, and has no candidates once it does not approve', async () => {
    await fixture.openStudy('WRONG-2')
    const decide = (approved: boolean, reason?: string) =>
      fixture.milan.api.studies.decideEthics.mutate({ id: 'WRONG-2', approved, ...decision, ...(reason !== undefined && { reason }) })
    await decide(true)
    const patient = await fixture.server.patient({ centre: 'MI01', centrePatientCode: 'W-1', consents: allConsents, medical: { hb: 9 } })
    expect(await fixture.milan.api.studies.retrieveCandidates.mutate({ id: 'WRONG-2' })).toMatchObject({ total: 1 })
    expect(await decide(false, 'Riga sbagliata')).toMatchObject({ enrolledCentres: [{ id: 'RM01' }, { id: 'MI01', approved: false }] })
    await expect(fixture.milan.api.studies.retrieveCandidates.mutate({ id: 'WRONG-2' })).rejects.toMatchObject(
      fails('study_centre_not_approved'),
    )
    await decide(true, 'Era giusta')
    await fixture.invite('WRONG-2', patient.fixture.id)
    await expect(decide(false, 'Troppo tardi')).rejects.toMatchObject(fails('study_ethics_fixed'))
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['without a committee', { committee: '' }, 'committee'],
    ['on no date', { decidedOn: '2126-02-30' }, 'decidedOn'],
    ['in the future', { decidedOn: '2126-03-11' }, 'decidedOn'],
  ])('a decision %s is rejected', async (_case, changes, field) => {
    await fixture.createStudy(`BAD ${field} ${_case}`)
    const attempt = fixture.rome.api.studies.decideEthics.mutate({ id: `BAD ${field} ${_case}`, approved: true, ...decision, ...changes })
    await expect(attempt).rejects.toMatchObject(fails('validation_failed', { [field]: expect.any(String) }))
  })
})

describe('REQ-STU-03: the enrolment end date', () => {
  test('opens an approved study to patients, and can move', async () => {
    await fixture.openStudy('DATED', { endDate: today })
    expect(await detail('DATED')).toMatchObject({ status: 'ToBeSentToPatients', endDate: today, ops: [], readonly: false })
    await fixture.admin.api.studies.setEndDate.mutate({ id: 'DATED', endDate: '01/12/2126' })
    expect(await detail('DATED')).toMatchObject({ status: 'ToBeSentToPatients', endDate: '2126-12-01' })
  })

  test.each([
    ['in the past', '2126-03-09', 'validation_failed'],
    ['that is no date', '2126-02-30', 'validation_failed'],
    ['that is text', 'presto', 'validation_failed'],
  ])('%s is rejected', async (_case, endDate, code) => {
    await fixture.createStudy(`DATE ${endDate}`)
    await fixture.approve(`DATE ${endDate}`)
    const attempt = fixture.admin.api.studies.setEndDate.mutate({ id: `DATE ${endDate}`, endDate })
    await expect(attempt).rejects.toMatchObject(fails(code, { endDate: expect.any(String) }))
  })

  test('before the approval is kept', async () => {
    await fixture.createStudy('EARLY')
    expect(await fixture.admin.api.studies.setEndDate.mutate({ id: 'EARLY', endDate: today })).toMatchObject({
      status: 'EthicsCommitteeWaiting',
      endDate: today,
    })
  })
})

describe('REQ-STU-05: changes', () => {
  test('before the approval every field changes but the code, afterwards only four', async () => {
    await fixture.createStudy('CHANGES')
    await fixture.admin.api.studies.change.mutate({
      id: 'CHANGES',
      mainCentre: 'MI01',
      type: 'XPF',
      videoUrl: 'https://vimeo.com/76979871',
    })
    expect(await detail('CHANGES')).toMatchObject({ mainCentre: { id: 'MI01' }, type: { id: 'XPF', extraeu: true, f: true, p_db: true } })
    await fixture.milan.api.studies.decideEthics.mutate({ id: 'CHANGES', approved: true, ...decision })
    const same = { ...newStudy(fixture.filterId), mainCentre: 'MI01', type: 'XPF' }
    await fixture.admin.api.studies.change.mutate({ id: 'CHANGES', ...same, title: 'Nuovo titolo', endDate: '2126-05-01' })
    expect(await detail('CHANGES')).toMatchObject({
      title: 'Nuovo titolo',
      endDate: '2126-05-01',
      status: 'ToBeSentToPatients',
      videoUrl: null,
    })
    await expect(fixture.admin.api.studies.change.mutate({ id: 'CHANGES', ...same, type: 'EA' })).rejects.toMatchObject(
      fails('validation_failed', { type: expect.stringContaining('non si può più modificare') }),
    )
  })

  test('of two people who change one version, the second gets an error', async () => {
    await fixture.createStudy('RACE')
    const { version } = await detail('RACE')
    const attempts = await Promise.allSettled(
      ['A', 'B'].map((title) => fixture.admin.api.studies.change.mutate({ id: 'RACE', version, title })),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(attempts.find(({ status }) => status === 'rejected')).toMatchObject({ reason: fails('study_changed') })
  })

  test('REQ-STU-21: purpose, duration and contact change while the study runs, and invited patients read them', async () => {
    await fixture.openStudy('TOLD')
    const told = { purpose: 'Capire', purposeEn: 'To find out', duration: 'Due anni', contactName: 'Rita', contact: 'rita@example.org' }
    const study = await fixture.admin.api.studies.change.mutate({ id: 'TOLD', ...told })
    expect(study.texts).toMatchObject({ purpose: 'Capire', purposeEn: 'To find out', duration: 'Due anni', durationEn: null })
    expect(study.contact).toEqual({ name: 'Rita', contact: 'rita@example.org' })
    for (const wrong of [{ contact: 'at the desk' }, { contact: 'x'.repeat(256) }, { contact: null }, { contactName: null }])
      await expect(fixture.admin.api.studies.change.mutate({ id: 'TOLD', ...told, ...wrong })).rejects.toMatchObject(
        fails('validation_failed'),
      )
    await expect(fixture.server.database.owner`UPDATE clinical_study SET contact = NULL WHERE id = 'TOLD'`).rejects.toThrow(
      'clinical_study_contact',
    )
  })

  test('a terminated study and an unknown one do not change', async () => {
    await fixture.createStudy('ENDED')
    await fixture.admin.api.studies.terminate.mutate({ id: 'ENDED' })
    await expect(fixture.admin.api.studies.change.mutate({ id: 'ENDED', title: 'x' })).rejects.toMatchObject(fails('study_ended'))
    await expect(fixture.admin.api.studies.terminate.mutate({ id: 'ENDED' })).rejects.toMatchObject(fails('study_ended'))
    await expect(fixture.admin.api.studies.change.mutate({ id: 'NONE', title: 'x' })).rejects.toMatchObject(fails('study_not_found'))
  })
})

test('REQ-STU-12: a study is suspended, reactivated, and deleted when it does not run', async () => {
  await fixture.openStudy('PAUSED')
  expect(await fixture.admin.api.studies.suspend.mutate({ id: 'PAUSED' })).toMatchObject({
    suspended: true,
    actions: ['terminate', 'reactivate'],
  })
  await expect(fixture.milan.api.studies.decideEthics.mutate({ id: 'PAUSED', approved: true, ...decision })).rejects.toMatchObject(
    fails('study_suspended'),
  )
  expect(await fixture.admin.api.studies.reactivate.mutate({ id: 'PAUSED' })).toMatchObject({ suspended: false })
  await expect(fixture.admin.api.studies.reactivate.mutate({ id: 'PAUSED' })).rejects.toMatchObject(fails('study_not_suspended'))
  await expect(fixture.admin.api.studies.remove.mutate({ id: 'PAUSED' })).rejects.toMatchObject(fails('study_running'))
  await fixture.admin.api.studies.terminate.mutate({ id: 'PAUSED' })
  await fixture.admin.api.studies.remove.mutate({ id: 'PAUSED' })
  await expect(detail('PAUSED')).rejects.toMatchObject(fails('study_not_found'))
  const [kept] = await fixture.server.database.owner`SELECT count(*)::int AS versions FROM clinical_study_version WHERE study_id = 'PAUSED'`
  expect(kept).toEqual({ versions: 7 })
})

test('REQ-FIL-01: a filter changes until an ethics committee decides about its study', async () => {
  const { id, version: _version, ...filter } = { ...(await fixture.admin.api.savedFilters.get.query(fixture.filterId)) }
  const change = (name: string) =>
    fixture.admin.api.savedFilters.change.mutate({
      id,
      name,
      description: filter.description,
      fields: filter.fields!,
      where: filter.where!,
    })
  await fixture.openStudy('FREEZES')
  await expect(change('Altro')).rejects.toMatchObject(fails('filter_frozen'))
  expect(await fixture.admin.api.savedFilters.get.query(id)).toMatchObject({ mayChange: false })
})

test('REQ-ADM-05: svc_clinical_study is a view of the studies; a patient cannot read it', async () => {
  await fixture.createStudy('VIEWED')
  const rows = await fixture.manager.api.referenceTables.rows.query({ table: 'svc_clinical_study' })
  expect(rows.find(({ id }) => id === 'VIEWED')).toMatchObject({
    trans_it: 'Ferro e cuore',
    status: 'EthicsCommitteeWaiting',
    main_center: 'RM01',
  })
  const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'READER' })
  await expect(patient.api.referenceTables.rows.query({ table: 'svc_clinical_study' })).rejects.toMatchObject(fails('permission_denied'))
})
