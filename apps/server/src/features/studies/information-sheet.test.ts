import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStudiesFixture, type StudiesFixture } from './testing/studies-fixture.ts'

let fixture: StudiesFixture
beforeAll(async () => {
  fixture = await createStudiesFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const formatPdf = (text: string): string => `%PDF-1.7\n${text}\n%%EOF\n`
const put = (id: string, content: string, { language = 'it', staff = fixture.admin } = {}) =>
  staff.call('/putStudySheet', { multipart: { id, language, lang: 'it' }, file: { name: 'foglio.pdf', content } })
const rejected = (code: string) => ({ success: false, code })
const createPatient = (centrePatientCode: string) => fixture.server.patient({ centre: 'RM01', centrePatientCode })
const findOwn = (patient: Awaited<ReturnType<typeof createPatient>>, id: string, language = 'it') =>
  patient.get(`/patient/StudySheet?id=${id}&language=${language}`)

describe('REQ-STU-22: the information sheet of a study', () => {
  test('an invited patient reads the newest one inline, in the language or else in the other one', async () => {
    await fixture.openStudy('SHEET')
    const patient = await createPatient('S1')
    await fixture.invite('SHEET', patient.fixture.id)
    expect((await patient.api.studies.own.query({ id: 'SHEET' })).sheet).toBeNull()
    expect(await (await findOwn(patient, 'SHEET')).json()).toMatchObject(rejected('study_sheet_not_found'))
    for (const text of ['first', 'second']) expect(await put('SHEET', formatPdf(text))).toMatchObject({ success: true })
    for (const language of ['it', 'en']) {
      const response = await findOwn(patient, 'SHEET', language)
      expect(response.headers.get('content-type')).toBe('application/pdf')
      expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="foglio_informativo_SHEET_it\.pdf"/)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await response.text()).toBe(formatPdf('second'))
    }
    expect(await put('SHEET', formatPdf('english'), { language: 'en' })).toMatchObject({ success: true })
    expect(await (await findOwn(patient, 'SHEET', 'en')).text()).toBe(formatPdf('english'))
    expect((await patient.api.studies.own.query({ id: 'SHEET' })).sheet).not.toBeNull()
  })

  test('staff read it, and see who added it', async () => {
    await fixture.createStudy('STAFF')
    await put('STAFF', formatPdf('x'))
    for (const reader of [fixture.admin, fixture.manager, fixture.milan])
      expect(await (await reader.get('/getStudySheet?id=STAFF&language=en')).text()).toBe(formatPdf('x'))
    const { sheets } = await fixture.admin.api.studies.detail.query({ id: 'STAFF', asRole: 'GlobalAdmin' })
    expect(sheets).toMatchObject([{ language: 'it', name: 'foglio.pdf', enteredBy: 'ga@example.org' }])
  })

  test('a patient without an invitation does not read it', async () => {
    await fixture.openStudy('CLOSED')
    await put('CLOSED', formatPdf('x'))
    const stranger = await createPatient('S2')
    expect(await (await findOwn(stranger, 'CLOSED')).json()).toMatchObject(rejected('study_sheet_not_found'))
  })

  test('only a GlobalAdmin adds one, and nobody changes it', async () => {
    await fixture.createStudy('MINE')
    for (const staff of [fixture.rome, fixture.manager])
      expect(await put('MINE', formatPdf('x'), { staff })).toMatchObject(rejected('permission_denied'))
    await put('MINE', formatPdf('x'))
    await expect(fixture.server.database.owner`UPDATE clinical_study_sheet SET name = 'x'`).rejects.toThrow('never changed')
    await fixture.admin.api.studies.terminate.mutate({ id: 'MINE' })
    expect(await put('MINE', formatPdf('x'))).toMatchObject(rejected('study_ended'))
  })

  test.each([
    ['no PDF', '<html></html>', 'study_sheet_not_pdf'],
    ['cut off', '%PDF-1.7\n1 0 obj\n', 'study_sheet_not_pdf'],
    ['larger than 10 MB', `${formatPdf('x')}${' '.repeat(10 * 1024 * 1024)}`, 'study_sheet_too_large'],
  ])('is rejected if it is %s', async (name, content, code) => {
    const id = `BAD ${name}`
    await fixture.createStudy(id)
    expect(await put(id, content)).toMatchObject(rejected(code))
  })
})
