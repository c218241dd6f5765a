import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStudiesFixture, decision, type StudiesFixture } from './testing/studies-fixture.ts'

let fixture: StudiesFixture
beforeAll(async () => {
  fixture = await createStudiesFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

type Staff = StudiesFixture['rome']
const pdf = '%PDF-1.7\n1 0 obj\n%%EOF\n'
const put = (staff: Staff, id: string, content = pdf, more: Readonly<Record<string, string>> = {}) =>
  staff.call('/putEthicsDocument', { multipart: { id, lang: 'it', ...more }, file: { name: 'parere.pdf', content } })
const get = (staff: Staff, id: string, centre: string) => staff.get(`/getEthicsDocument?id=${id}&center=${centre}`)
const rejected = (code: string) => ({ success: false, code })

describe('REQ-STU-20: the document of an ethics decision', () => {
  test('is added once by the deciding centre, and staff download the same bytes', async () => {
    await fixture.createStudy('PAPER')
    expect(await put(fixture.rome, 'PAPER')).toMatchObject(rejected('study_document_no_decision'))
    await fixture.approve('PAPER')
    expect(await put(fixture.rome, 'PAPER')).toMatchObject({ success: true })
    expect(await put(fixture.rome, 'PAPER')).toMatchObject(rejected('study_document_exists'))
    for (const reader of [fixture.admin, fixture.manager, fixture.milan]) {
      const response = await get(reader, 'PAPER', 'RM01')
      expect(response.headers.get('content-type')).toBe('application/pdf')
      expect(response.headers.get('content-disposition')).toContain('comitato_etico_PAPER_RM01.pdf')
      expect(await response.text()).toBe(pdf)
    }
    const { decisions } = await fixture.admin.api.studies.detail.query({ id: 'PAPER', asRole: 'GlobalAdmin' })
    expect(decisions).toMatchObject([{ centre: { id: 'RM01' }, hasDocument: true }])
    const [stored] = await fixture.server.database.owner`SELECT entered_by, name FROM clinical_study_document WHERE study_id = 'PAPER'`
    expect(stored).toEqual({ entered_by: 'rome@example.org', name: 'parere.pdf' })
  })

  test('THREAT-35: belongs to the caller’s centre only, and is never changed', async () => {
    await fixture.createStudy('FOREIGN')
    await fixture.approve('FOREIGN')
    expect(await put(fixture.milan, 'FOREIGN', pdf, { center: 'RM01' })).toMatchObject(rejected('permission_denied'))
    expect(await put(fixture.milan, 'FOREIGN')).toMatchObject(rejected('study_document_no_decision'))
    await fixture.milan.api.studies.decideEthics.mutate({ id: 'FOREIGN', approved: false, ...decision })
    expect(await put(fixture.milan, 'FOREIGN')).toMatchObject({ success: true })
    await expect(fixture.server.database.owner`UPDATE clinical_study_document SET name = 'x'`).rejects.toThrow('never changed')
    const body = await (await get(fixture.rome, 'FOREIGN', 'RM01')).json()
    expect(body).toMatchObject(rejected('study_document_not_found'))
  })

  test.each([
    ['no PDF', '<html></html>', 'study_document_not_pdf'],
    ['cut off', '%PDF-1.7\n1 0 obj\n', 'study_document_not_pdf'],
    ['larger than 10 MB', `${pdf}${' '.repeat(10 * 1024 * 1024)}`, 'study_document_too_large'],
  ])('is rejected if it is %s', async (name, content, code) => {
    const id = `BAD ${name}`
    await fixture.createStudy(id)
    await fixture.approve(id)
    expect(await put(fixture.rome, id, content)).toMatchObject(rejected(code))
  })
})
