import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allConsents, giveConsents } from '@registry/db/testing/fixtures'
import { createStudiesFixture, decision, today, type StudiesFixture } from './testing/studies-fixture.ts'

let fixture: StudiesFixture
const anaemic = { consents: allConsents, medical: { hb: 9 } }
type Made = Awaited<ReturnType<StudiesFixture['server']['patient']>>
const patients = new Map<string, Made>()
const make = async (centrePatientCode: string, options: object = anaemic, centre = 'RM01') => {
  patients.set(centrePatientCode, await fixture.server.patient({ centre, centrePatientCode, ...options }))
}

beforeAll(async () => {
  fixture = await createStudiesFixture()
  await make('A1')
  await make('A2')
  await make('A3', { ...anaemic, mobile: '3331234567' })
  await make('HIGH', { consents: allConsents, medical: { hb: 12 } })
  await make('NOCONTACT', { ...anaemic, consents: { ...allConsents, C_S: false } })
  await make('NOMEDICAL', { ...anaemic, consents: { ...allConsents, C_DB_M: false } })
  await make('M1', anaemic, 'MI01')
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => fixture.setDay(today))

const fails = (code: string) => ({ data: { detail: { code } } })
const retrieve = (id: string) => fixture.rome.api.studies.retrieveCandidates.mutate({ id })
const list = (id: string, more: object = {}) => fixture.rome.api.studies.candidates.query({ id, ...more })
const codes = async (id: string) => (await list(id)).rows.map(({ centrePatientCode }) => centrePatientCode)
const decide = (id: string, ...decisions: readonly (readonly [string, boolean | null])[]) =>
  fixture.rome.api.studies.decideCandidates.mutate({
    id,
    decisions: decisions.map(([centrePatientCode, approved]) => ({ centrePatientCode, approved })),
  })
const unsent = (id: string) => fixture.server.database.owner<{ channel: string; recipient: string; body: string }[]>`
  SELECT channel, recipient, body FROM notification WHERE study_id = ${id} AND sent_at IS NULL ORDER BY recipient`
const setHb = (code: string, hb: number) =>
  fixture.server.database.owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'test', true), set_config('app.source', 'system', true)`
    await sql`UPDATE patient_medical SET hb = ${hb} WHERE patient_id = ${patients.get(code)!.fixture.id}`
  })

describe('REQ-STU-06: candidates', () => {
  test('are the centre’s patients whom the filter selects, with consent to the contact', async () => {
    await fixture.openStudy('MATCH')
    expect(await retrieve('MATCH')).toEqual({ added: 3, removed: 0, total: 3 })
    expect(await retrieve('MATCH')).toEqual({ added: 0, removed: 0, total: 3 })
    const { rows, conditions, total } = await list('MATCH')
    expect(total).toBe(3)
    expect(conditions).toEqual([expect.stringContaining('è minore di')])
    expect(rows.map(({ centrePatientCode }) => centrePatientCode)).toEqual(['A1', 'A2', 'A3'])
    expect(await fixture.rome.api.ecrf.open.query({ record: rows[0]!.record })).toMatchObject({ code: 'A1' })
    expect(rows[0]).toMatchObject({
      surname: 'BIANCHI',
      approved: null,
      status: null,
      matches: true,
      consents: { c_db: true, c_s: true },
      conditions: [true],
    })
    expect((await list('MATCH', { search: 'a2' })).rows).toHaveLength(1)
    expect((await list('MATCH', { search: '%' })).rows).toHaveLength(0)
    expect(await list('MATCH', { offset: 1, limit: 1 })).toMatchObject({ total: 3, rows: [{ centrePatientCode: 'A2' }] })
  })

  test('REQ-FIL-07: a filter with a free condition selects them, and its condition is one sentence', async () => {
    const save = async (text: string) => {
      const { id } = await fixture.admin.api.savedFilters.save.mutate({
        name: 'Condizione in SQL',
        description: 'HB sotto 10, o splenectomia',
        fields: { PATIENT: ['SEX'], MEDICAL_DATA: {} },
        where: { kind: 'sql', text },
      })
      return id
    }
    const open = async (id: string, text: string) => {
      await fixture.createStudy(id, { filterId: await save(text) })
      await fixture.approve(id)
      await fixture.admin.api.studies.setEndDate.mutate({ id, endDate: '2126-04-01' })
    }
    await open('SQL', 'HB < 10 OR SPLENECTOMY')
    expect(await retrieve('SQL')).toEqual({ added: 3, removed: 0, total: 3 })
    const { rows, conditions } = await list('SQL')
    expect(conditions).toEqual([expect.stringContaining('oppure')])
    expect(rows.map((row) => row.conditions)).toEqual([[true], [true], [true]])
    await open('SQL-LARGE', 'power(HB, 900) > 1')
    await expect(retrieve('SQL-LARGE')).rejects.toMatchObject(fails('filter_number_too_large'))
  })

  test('REQ-STU-17: an undecided candidate who no longer matches is removed, a decided one stays with the reason', async () => {
    await fixture.openStudy('LATER')
    await retrieve('LATER')
    await decide('LATER', ['A1', true])
    await Promise.all([setHb('A1', 12), setHb('A2', 12), setHb('HIGH', 8)])
    expect(await retrieve('LATER')).toEqual({ added: 1, removed: 1, total: 3 })
    expect(await codes('LATER')).toEqual(['A1', 'A3', 'HIGH'])
    expect((await list('LATER')).rows[0]).toMatchObject({ matches: false, conditions: [false], status: 'AttesaConsenso' })
    await Promise.all([setHb('A1', 9), setHb('A2', 9), setHb('HIGH', 12)])
    expect(await retrieve('LATER')).toEqual({ added: 1, removed: 1, total: 3 })
    expect((await list('LATER')).rows[0]).toMatchObject({ matches: true, conditions: [true] })
  })

  test('THREAT-04: a centre without an approval has none, and never sees those of another', async () => {
    await fixture.openStudy('SCOPE')
    await retrieve('SCOPE')
    await expect(fixture.milan.api.studies.retrieveCandidates.mutate({ id: 'SCOPE' })).rejects.toMatchObject(
      fails('study_centre_not_approved'),
    )
    await fixture.milan.api.studies.decideEthics.mutate({ id: 'SCOPE', approved: true, ...decision })
    await fixture.milan.api.studies.retrieveCandidates.mutate({ id: 'SCOPE' })
    expect(
      (await fixture.milan.api.studies.candidates.query({ id: 'SCOPE' })).rows.map(({ centrePatientCode }) => centrePatientCode),
    ).toEqual(['M1'])
    const foreign = fixture.milan.api.studies.decideCandidates.mutate({
      id: 'SCOPE',
      decisions: [{ centrePatientCode: 'A1', approved: true }],
    })
    expect(await foreign).toMatchObject({ changed: 0, invited: 0, refused: [{ centrePatientCode: 'A1', code: 'study_patient_unknown' }] })
    await expect(fixture.milan.api.studies.candidates.query({ id: 'SCOPE', centre: 'RM01' })).rejects.toMatchObject(
      fails('permission_denied'),
    )
  })

  test('are decided until the last day, and not in a suspended or terminated study', async () => {
    await fixture.openStudy('CLOSES', { endDate: today })
    await retrieve('CLOSES')
    fixture.setDay('2126-03-11')
    await expect(decide('CLOSES', ['A1', true])).rejects.toMatchObject(fails('study_enrolment_over'))
    expect(await retrieve('CLOSES')).toEqual({ added: 0, removed: 0, total: 3 })
    fixture.setDay(today)
    await fixture.admin.api.studies.suspend.mutate({ id: 'CLOSES' })
    await expect(decide('CLOSES', ['A1', true])).rejects.toMatchObject(fails('study_suspended'))
    await fixture.admin.api.studies.terminate.mutate({ id: 'CLOSES' })
    await expect(decide('CLOSES', ['A1', true])).rejects.toMatchObject(fails('study_not_sent'))
  })
})

describe('REQ-STU-16: invitations', () => {
  test('are sent when the study opens: by mail or SMS, once, without the name of the study', async () => {
    await fixture.createStudy('OPENS')
    await fixture.approve('OPENS')
    await retrieve('OPENS')
    expect(await decide('OPENS', ['A1', true], ['A3', true], ['A2', false], ['XX', true])).toEqual({
      changed: 3,
      invited: 0,
      refused: [{ centrePatientCode: 'XX', code: 'study_patient_unknown', message: expect.stringContaining('Nessun candidato') }],
    })
    expect(await unsent('OPENS')).toEqual([])
    const opened = await fixture.admin.api.studies.setEndDate.mutate({ id: 'OPENS', endDate: '2126-04-01' })
    expect(opened).toMatchObject({ status: 'Active' })
    const messages = await unsent('OPENS')
    expect(messages.map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ['sms', '+393331234567'],
      ['mail', 'a1@example.org'],
    ])
    for (const { body } of messages) {
      expect(body).toContain('/pstudio/OPENS')
      expect(body).toContain('01/04/2126')
      expect(body).not.toContain('Ferro e cuore')
    }
    await fixture.admin.api.studies.setEndDate.mutate({ id: 'OPENS', endDate: '2126-05-01' })
    expect(await unsent('OPENS')).toHaveLength(2)
  })

  test('are sent when the centre approves; a refusal withdraws the invitation and its unsent message', async () => {
    await fixture.openStudy('TAKES')
    await retrieve('TAKES')
    expect(await decide('TAKES', ['A1', true], ['A2', true])).toMatchObject({ changed: 2, invited: 2 })
    expect(await decide('TAKES', ['A1', true])).toMatchObject({ changed: 0, invited: 0 })
    expect(await decide('TAKES', ['A1', false])).toMatchObject({ changed: 1 })
    expect((await unsent('TAKES')).map(({ recipient }) => recipient)).toEqual(['a2@example.org'])
    await expect(patients.get('A1')!.api.studies.own.query({ id: 'TAKES' })).rejects.toMatchObject(fails('study_not_found'))
    await patients.get('A2')!.api.studies.answer.mutate({ id: 'TAKES', answer: 'ConsensoSI' })
    expect(await unsent('TAKES')).toEqual([])
    expect(await decide('TAKES', ['A2', false])).toMatchObject({
      changed: 0,
      refused: [{ centrePatientCode: 'A2', code: 'study_patient_answered' }],
    })
    expect((await list('TAKES', { state: 'ConsensoSI' })).rows).toMatchObject([{ centrePatientCode: 'A2', approved: true }])
    expect((await list('TAKES', { state: 'refused' })).rows).toMatchObject([{ centrePatientCode: 'A1' }])
    expect((await list('TAKES', { state: 'undecided' })).rows).toMatchObject([{ centrePatientCode: 'A3' }])
  })

  test('of a suspended study wait until it is reactivated; those of a terminated study end', async () => {
    await fixture.createStudy('WAITS')
    await fixture.approve('WAITS')
    await retrieve('WAITS')
    await decide('WAITS', ['A1', true])
    await fixture.admin.api.studies.setEndDate.mutate({ id: 'WAITS', endDate: '2126-04-01' })
    await fixture.admin.api.studies.suspend.mutate({ id: 'WAITS' })
    expect(await fixture.admin.api.studies.reactivate.mutate({ id: 'WAITS' })).toMatchObject({ status: 'Active' })
    expect(await unsent('WAITS')).toHaveLength(1)
    await fixture.admin.api.studies.terminate.mutate({ id: 'WAITS' })
    expect(await unsent('WAITS')).toEqual([])
    expect((await list('WAITS')).rows[0]).toMatchObject({ approved: true, status: null })
  })

  test('are sent to nobody who withdrew the contact for studies', async () => {
    await make('STOPS')
    await fixture.openStudy('CONTACT')
    await retrieve('CONTACT')
    await giveConsents(fixture.server.database.owner, patients.get('STOPS')!.fixture.subject, { C_S: false })
    expect(await decide('CONTACT', ['STOPS', true])).toMatchObject({ changed: 1, invited: 0 })
    await retrieve('CONTACT')
    expect((await list('CONTACT', { search: 'STOPS' })).rows).toMatchObject([
      { matches: false, consents: { c_s: false }, conditions: [true] },
    ])
  })

  test('of two administrators who approve in parallel, each patient gets one message', async () => {
    await fixture.openStudy('ATONCE')
    await retrieve('ATONCE')
    await Promise.all([decide('ATONCE', ['A1', true], ['A2', true]), decide('ATONCE', ['A2', true], ['A1', true])])
    expect(await unsent('ATONCE')).toHaveLength(2)
  })
})
