import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listExported, makeExport } from '@registry/db/testing/exports'
import { listWaiting } from '@registry/db/testing/database'
import { giveConsents } from '@registry/db/testing/fixtures'
import { unzip } from '@registry/tabular/testing/unzip'
import { createAnsweredStudies, type AnsweredStudies } from './testing/answered-studies.ts'
import { today } from './testing/studies-fixture.ts'

let studies: AnsweredStudies
let fixture: AnsweredStudies['fixture']
beforeAll(async () => {
  studies = await createAnsweredStudies()
  fixture = studies.fixture
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => fixture.setDay(today))

const withdraw = (code: string, choice: 'v1' | 'v3') => fixture.server.withdraw(studies.findPatient(code), choice)

const insertManifest = (studyId: string, code: string) =>
  makeExport(fixture.server.database.owner, { filterId: fixture.filterId, studyId, patients: [studies.findPatientId(code)] })

type Staff = AnsweredStudies['fixture']['manager']
type Row = { readonly PSEUDONYM: string; readonly HB: number; readonly SEX: string }
const readRows = async (staff: Staff, id: string, role = 'DataManager', format = 'json'): Promise<readonly Row[]> => {
  const response = await studies.exportStudy(staff, id, role, format)
  const { success, rows } = (await response.json()) as { success: boolean; rows: Row[] }
  expect(success).toBe(true)
  return rows
}
const rejection = async (staff: Staff, id: string, role: string) =>
  ((await (await studies.exportStudy(staff, id, role)).json()) as { code: string }).code
const pseudonyms = (rows: readonly Row[]) => new Set(rows.map(({ PSEUDONYM }) => PSEUDONYM))
describe('REQ-STU-18: the export of a study', () => {
  test('has the pseudonym and the fields of the filter, of patients who answered ‘Yes’, and no identity', async () => {
    await studies.openAnswered('FILE')
    const rows = await readRows(fixture.manager, 'FILE')
    expect(rows.map(({ SEX, HB }) => ({ SEX, HB }))).toEqual(Array.from({ length: 3 }, () => ({ SEX: 'F', HB: 9 })))
    for (const one of pseudonyms(rows)) expect(one).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(pseudonyms(rows).size).toBe(3)
  })

  test.each(['csv', 'xlsx', 'xml'])('is sent as %s, named after the study', async (format) => {
    await studies.openAnswered(`AS ${format}`)
    const response = await studies.exportStudy(fixture.manager, `AS ${format}`, 'DataManager', format)
    expect(response.headers.get('content-disposition')).toContain(`studio_AS_${format}.${format}`)
    expect(response.headers.get('x-export-rows')).toBe('3')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(bytes.length).toBeGreaterThan(100)
    if (format === 'csv') expect(new TextDecoder().decode(bytes)).toContain('PSEUDONYM,SEX,HB\r\n')
  })

  test('REQ-EXP-08: is sent as a package that describes the pseudonym and names the study', async () => {
    await studies.openAnswered('PACK')
    const response = await studies.exportStudy(fixture.rome, 'PACK', 'CenterAdmin', 'package')
    expect(response.headers.get('content-disposition')).toContain('studio_PACK.zip')
    const files = await unzip(Buffer.from(await response.arrayBuffer()))
    const read = (name: string): string => files[name]?.toString() ?? ''
    expect(read('data.csv').split('\r\n')[0]).toBe('\ufeffPSEUDONYM,SEX,HB')
    expect(read('dictionary.csv')).toContain('PSEUDONYM,,,string,,,Pseudonimo nello studio,Pseudonym in the study,PSEUDONYM\r\n')
    expect(read('read.R')).toContain('registry[["PSEUDONYM"]] <- described(registry[["PSEUDONYM"]]')
    expect(JSON.parse(read('manifest.json'))).toMatchObject({
      study: { id: 'PACK', title: 'Ferro e cuore' },
      filter: { id: fixture.filterId, version: 1 },
      role: 'CenterAdmin',
      rows: 2,
      sha256: { 'data.csv': createHash('sha256').update(read('data.csv')).digest('hex') },
    })
    expect(await studies.listStates('PACK')).toMatchObject({ A1: 'ConsensoSI', A2: 'ConsensoSI' })
  })

  test('REQ-STU-09: twice gives the same pseudonyms, even to a centre; two studies share none', async () => {
    await studies.openAnswered('SAME')
    await studies.openAnswered('OTHER')
    const first = pseudonyms(await readRows(fixture.manager, 'SAME'))
    expect(pseudonyms(await readRows(fixture.manager, 'SAME'))).toEqual(first)
    const rome = pseudonyms(await readRows(fixture.rome, 'SAME', 'CenterAdmin'))
    expect([rome.size, rome.isSubsetOf(first)]).toEqual([2, true])
    expect(first.isDisjointFrom(pseudonyms(await readRows(fixture.manager, 'OTHER')))).toBe(true)
  })

  test('by a DataManager marks every exported patient, by a centre nobody', async () => {
    await studies.openAnswered('MARKS')
    const before = { A1: 'ConsensoSI', A2: 'ConsensoSI', A3: 'ConsensoNO', A4: 'AttesaConsenso', M1: 'ConsensoSI' }
    expect(await readRows(fixture.rome, 'MARKS', 'CenterAdmin')).toHaveLength(2)
    expect(await studies.listStates('MARKS')).toEqual(before)
    expect(await readRows(fixture.manager, 'MARKS', 'DataManager', 'video')).toHaveLength(3)
    expect(await studies.listStates('MARKS')).toEqual(before)
    await readRows(fixture.manager, 'MARKS')
    expect(await studies.listStates('MARKS')).toEqual({ ...before, A1: 'Esportato', A2: 'Esportato', M1: 'Esportato' })
    await expect(studies.findPatient('A1').api.studies.own.query({ id: 'MARKS' })).resolves.toMatchObject({ answer: 'ConsensoSI' })
    expect(await studies.readState('MARKS')).toBe('Active')
  })

  test('REQ-STU-04: the first one after the last day makes the study Exported; a centre does not', async () => {
    await studies.openAnswered('CLOSES')
    fixture.setDay('2126-04-02')
    await readRows(fixture.rome, 'CLOSES', 'CenterAdmin')
    expect(await studies.readState('CLOSES')).toBe('Active')
    await readRows(fixture.manager, 'CLOSES')
    expect(await studies.readState('CLOSES')).toBe('Exported')
    expect(await rejection(fixture.manager, 'CLOSES', 'DataManager')).toBe('study_not_active')
    expect(await rejection(fixture.rome, 'CLOSES', 'CenterAdmin')).toBe('study_not_active')
  })

  test('of two DataManagers in parallel, each file is complete or rejected, and the study closes once', async () => {
    await studies.openAnswered('ATONCE')
    fixture.setDay('2126-04-02')
    const other = await fixture.server.staff([{ role: 'DataManager', areaid: 'IT' }])
    const answers = await Promise.all([
      studies.exportStudy(fixture.manager, 'ATONCE', 'DataManager'),
      studies.exportStudy(other, 'ATONCE', 'DataManager'),
    ])
    const bodies = (await Promise.all(answers.map((one) => one.json()))) as { success: boolean; code?: string; rows?: Row[] }[]
    for (const { success, code, rows } of bodies) expect(success ? rows : code).toEqual(success ? expect.any(Array) : 'study_not_active')
    expect(bodies.some(({ success }) => success)).toBe(true)
    expect(await studies.readState('ATONCE')).toBe('Exported')
  })

  test('a study that is not active, suspended, unknown, or not approved by the centre is rejected', async () => {
    await fixture.createStudy('EARLY')
    await fixture.approve('EARLY')
    expect(await rejection(fixture.manager, 'EARLY', 'DataManager')).toBe('study_not_active')
    expect(await rejection(fixture.rome, 'EARLY', 'CenterAdmin')).toBe('study_not_active')
    expect(await rejection(fixture.milan, 'EARLY', 'CenterAdmin')).toBe('study_centre_not_approved')
    expect(await rejection(fixture.manager, 'NONE', 'DataManager')).toBe('study_not_found')
    await studies.openAnswered('PAUSED')
    await fixture.admin.api.studies.suspend.mutate({ id: 'PAUSED' })
    expect(await rejection(fixture.manager, 'PAUSED', 'DataManager')).toBe('study_suspended')
    expect(await rejection(fixture.rome, 'PAUSED', 'DataManager')).toBe('permission_denied')
    const without = await fixture.manager.call('/clinical_study', { json: { action: 'RUN', id: 'PAUSED', lang: 'it' } })
    expect(without).toMatchObject({ success: false, error: 'Formato, campo obbligatorio' })
  })

  test('THREAT-04: a DataManager of another area exports none of the patients', async () => {
    await studies.openAnswered('AREA')
    const lombardy = await fixture.server.staff([{ role: 'DataManager', areaid: 'ITC4' }])
    expect(await readRows(lombardy, 'AREA')).toHaveLength(1)
    expect(await studies.listStates('AREA')).toMatchObject({ A1: 'ConsensoSI', M1: 'Esportato' })
  })
})

describe('REQ-STU-18: the manifest of a study’s export', () => {
  test('names study, filter, patients and columns, and sends an alert under five rows', async () => {
    await studies.openAnswered('PROOF')
    const response = await studies.exportStudy(fixture.manager, 'PROOF', 'DataManager', 'csv')
    await response.arrayBuffer()
    const id = response.headers.get('x-export-id')
    const { owner } = fixture.server.database
    const [manifest] =
      await owner`SELECT study_id, filter_id, filter_version, as_role, format, columns, patients FROM export_manifest WHERE id = ${id}`
    expect(manifest).toEqual({
      study_id: 'PROOF',
      filter_id: fixture.filterId,
      filter_version: 1,
      as_role: 'DataManager',
      format: 'csv',
      columns: ['PSEUDONYM', 'SEX', 'HB'],
      patients: 3,
    })
    expect(await listExported(owner, id ?? '')).toEqual(['A1', 'A2', 'M1'].map((code) => studies.findPatientId(code)))
    await expect
      .poll(() => owner`SELECT outcome, rows FROM export_outcome WHERE manifest_id = ${id}`)
      .toEqual([{ outcome: 'complete', rows: 3 }])
    const mails = await owner<{ body: string }[]>`SELECT body FROM notification WHERE body LIKE ${`%${id}%`}`
    expect(mails.map(({ body }) => body)).toContainEqual(expect.stringMatching(/dello studio PROOF,.*solo 3 righe/))
    const entries = await fixture.server.readAuditLog()
    expect(entries.filter(({ detail }) => String(detail).includes(`export ${id}`))).toMatchObject([
      { command: 'clinical_study', action: 'RUN', username: 'dm@example.org', detail: expect.stringContaining('study PROOF') },
    ])
  })

  test('each patient reads the export in the list of uses', async () => {
    await studies.openAnswered('USES')
    await readRows(fixture.manager, 'USES')
    const { uses } = await studies.findPatient('A2').api.home.dataUses.query({})
    expect(uses).toContainEqual(
      expect.objectContaining({
        actor: 'DataManager',
        source: 'export',
        purpose: 'Ferro e cuore',
        kinds: ['personal', 'medical', 'studies'],
      }),
    )
  })

  test('REQ-CON-17: a withdrawal removes the patient from the next file and requests the deletion of the earlier one', async () => {
    await studies.make('LEAVES')
    await studies.openAnswered('RECALL')
    await studies.answer('RECALL', 'LEAVES')
    const first = await readRows(fixture.manager, 'RECALL')
    expect(first).toHaveLength(4)
    await withdraw('LEAVES', 'v3')
    expect((await readRows(fixture.manager, 'RECALL')).length).toBe(3)
    const { deletionRequests } = await fixture.manager.api.home.staff.query()
    expect(deletionRequests).toContainEqual(expect.objectContaining({ name: 'Ferro e cuore', format: 'json' }))
  })

  test('REQ-STU-07, REQ-CON-17: a patient who leaves the study by JoinStudy is in no later file, and the earlier files must be deleted', async () => {
    await studies.make('OUT')
    for (const id of ['OUT-1', 'OUT-2']) {
      await studies.openAnswered(id)
      await studies.answer(id, 'OUT')
    }
    const first = pseudonyms(await readRows(fixture.manager, 'OUT-1'))
    await readRows(fixture.rome, 'OUT-1', 'CenterAdmin')
    await readRows(fixture.manager, 'OUT-2')
    expect(first.size).toBe(4)
    const requestsBefore = (await fixture.manager.api.home.staff.query()).deletionRequests.length
    const { owner } = fixture.server.database
    const [mailsBefore] = await owner<
      { count: number }[]
    >`SELECT count(*)::int AS count FROM notification WHERE body LIKE '%#deletion-requests%'`
    const join = () => studies.findPatient('OUT').call('/patient/JoinStudy', { json: { StudyCode: 'OUT-1', status: 'ConsensoNO' } })
    expect(await Promise.all([join(), join()])).toEqual([{ success: true }, { success: true }])
    expect(await studies.listStates('OUT-1')).toMatchObject({ OUT: 'ConsensoNO', A1: 'Esportato' })
    expect(await studies.listStates('OUT-2'), 'another study goes on').toMatchObject({ OUT: 'Esportato' })
    const later = pseudonyms(await readRows(fixture.manager, 'OUT-1'))
    expect(later.size).toBe(3)
    const { deletionRequests } = await fixture.manager.api.home.staff.query()
    expect(deletionRequests).toHaveLength(requestsBefore + 1)
    expect((await fixture.rome.api.home.staff.query()).deletionRequests).toHaveLength(1)
    const [mailsAfter] = await owner<
      { count: number }[]
    >`SELECT count(*)::int AS count FROM notification WHERE body LIKE '%#deletion-requests%'`
    expect((mailsAfter?.count ?? 0) - (mailsBefore?.count ?? 0)).toBe(2)
    const { departures } = await fixture.manager.api.studies.participants.query({ id: 'OUT-1', asRole: 'DataManager' })
    expect(departures).toEqual([{ pseudonym: [...first.difference(later)][0], leftOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }])
  })

  test('THREAT-32: a patient who stops is in no later file, and the database rejects a manifest without a ‘Yes’', async () => {
    await studies.make('STOPS')
    await studies.openAnswered('STOPPED')
    await studies.answer('STOPPED', 'STOPS')
    await withdraw('STOPS', 'v1')
    expect(await readRows(fixture.manager, 'STOPPED')).toHaveLength(3)
    for (const code of ['STOPS', 'A3', 'A4']) await expect(insertManifest('STOPPED', code)).rejects.toThrow('does not take part')
  })

  test.each(['C_DB_M', 'C_EXTRAEU', 'C_F'])('THREAT-32: a participant who withdraws %s is in no later file', async (field) => {
    const id = `BACK-${field}`
    await studies.make(id)
    await fixture.openStudy(id, { type: 'XF' })
    for (const code of ['A1', 'A2', id]) await studies.answer(id, code)
    expect(await readRows(fixture.manager, id)).toHaveLength(3)
    const { owner } = fixture.server.database
    await giveConsents(owner, studies.findPatient(id).fixture.subject, { [field]: false })
    expect(await readRows(fixture.manager, id, 'DataManager', 'video')).toHaveLength(2)
    const response = await studies.exportStudy(fixture.manager, id, 'DataManager')
    expect(((await response.json()) as { rows: Row[] }).rows).toHaveLength(2)
    const exportId = response.headers.get('x-export-id')
    expect(await owner`SELECT patients, excluded_no_consent FROM export_manifest WHERE id = ${exportId}`).toEqual([
      { patients: 2, excluded_no_consent: 1 },
    ])
    expect(await listExported(owner, exportId ?? '')).toEqual(['A1', 'A2'].map((code) => studies.findPatientId(code)))
    await expect(insertManifest(id, id)).rejects.toThrow('does not take part')
    await giveConsents(owner, studies.findPatient(id).fixture.subject, { [field]: true })
    expect(await readRows(fixture.manager, id)).toHaveLength(3)
  })

  test('a patient who withdraws while the export starts is in no file: the export is rejected and can be repeated', async () => {
    await studies.openAnswered('RACE')
    const { owner } = fixture.server.database
    const waiting = () => listWaiting(owner, 'export_manifest')
    const started = await owner.begin(async (sql) => {
      await sql`LOCK TABLE export_manifest IN ACCESS EXCLUSIVE MODE`
      const answered = studies.exportStudy(fixture.manager, 'RACE', 'DataManager')
      await expect.poll(waiting).not.toEqual([])
      await sql`UPDATE study_patient SET left_at = now(), status = 'ConsensoNO' WHERE study_id = 'RACE' AND patient_id = ${studies.findPatientId('A1')}`
      return { answered }
    })
    expect(await (await started.answered).json()).toMatchObject({ success: false, code: 'busy' })
    expect(await studies.listStates('RACE')).toMatchObject({ A2: 'ConsensoSI', M1: 'ConsensoSI' })
    expect(await readRows(fixture.manager, 'RACE')).toHaveLength(2)
  })

  test('REQ-STU-09: no role of the server reads a pseudonym, and the function returns consenting patients of the visible centres only', async () => {
    await studies.openAnswered('KEY')
    const { server, owner } = fixture.server.database
    await expect(server`SELECT pseudonym FROM study_patient`).rejects.toThrow('permission denied')
    await expect(server`SELECT * FROM list_study_participants('KEY')`).rejects.toThrow('permission denied')
    await expect(
      server.begin(async (sql) => {
        await sql`SET LOCAL ROLE registry_filter`
        await sql`SELECT pseudonym FROM study_patient`
      }),
    ).rejects.toThrow('permission denied')
    const inScope = (centres: string) =>
      server.begin(async (sql) => {
        await sql`SELECT set_config('app.centres', ${centres}, true)`
        await sql`SET LOCAL ROLE registry_filter`
        return sql<{ participant: number }[]>`SELECT participant FROM list_study_participants('KEY') ORDER BY 1`
      })
    expect(await inScope('')).toEqual([])
    expect(await inScope('MI01')).toEqual([{ participant: studies.findPatientId('M1') }])
    const [stored] = await owner<
      { different: number }[]
    >`SELECT count(DISTINCT pseudonym)::int - count(*)::int AS different FROM study_patient`
    expect(stored?.different).toBe(0)
  })
})
