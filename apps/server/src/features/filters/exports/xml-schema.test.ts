import { validateXML } from 'xmllint-wasm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  const personal = { sex: 'F', dob: '1990-03-01', address_area: 'R12', address_zip: '00185', centre_start: '2011-05-06' }
  const medical = {
    missing_reasons: { alt: 'unknown' },
    hb: 9.25,
    dod: '1999-12-31',
    bmt: false,
    dead_cause: 'è <b> & "c"\r\n]]>',
    genotype: 'B0_B0',
    complications_num: 2,
  }
  await server.patient({ centre: 'RM01', centrePatientCode: 'R1', consents: allConsents, personal, medical })
  await server.patient({ centre: 'RM01', centrePatientCode: 'R2', consents: allConsents })
})
afterAll(() => server[Symbol.asyncDispose]())

const allFields = {
  PATIENT: 'ALL',
  MEDICAL_DATA: { Laboratory: 'ALL', Diagnosis: 'ALL', Surgery: 'ALL', Misc: ['DEAD_CAUSE'], Gene: 'ALL', Instrumental: 'ALL' },
}

const exportXml = async (more: object = {}): Promise<string> => {
  const rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  const filter = { action: 'ADD', name: 'Tutto', description: 'Ogni campo', field_list: allFields, filter_list: {} }
  const { id } = (await (await rome.post('/inthem_query', { json: filter })).json()) as { id: number }
  const response = await rome.post('/inthem_query', { json: { action: 'RUN', id, format: 'xml', as_role: 'CenterAdmin', ...more } })
  return response.text()
}

const validate = async (xml: string) => {
  const response = await server.visitor('staff').send({ path: '/api/export.xsd' })
  expect(response.headers.get('content-type')).toContain('application/xml')
  const { errors } = await validateXML({ xml, schema: await response.text() })
  return errors.map(({ message }) => message)
}

describe('REQ-EXP-09: the XML schema of exports', () => {
  test.each([
    ['exact', { reason: 'Verifica con il centro' }],
    ['coarser', { generalise: true }],
    ['explained', { missing_reasons: true }],
  ])('holds for an export with %s values', async (_kind, precision) => {
    const xml = await exportXml(precision)
    expect(xml.match(/<row>/g)).toHaveLength(2)
    for (const name of ['SEX', 'CENTER_START', 'HB', 'DOD', 'BMT', 'GENOTYPE', 'DEAD_CAUSE']) expect(xml).toContain(`<${name}>`)
    expect(await validate(xml)).toEqual([])
  })

  test.each([
    ['a number that is none', '<rows><row><HB>nine</HB></row></rows>', 'HB'],
    ['a field twice', '<rows><row><SEX>F</SEX><SEX>F</SEX></row></rows>', 'SEX'],
    ['a field that identifies', '<rows><row><SURNAME>ROSSI</SURNAME></row></rows>', 'SURNAME'],
    ['an unclosed element', '<rows><row></rows>', 'row'],
  ])('rejects %s', async (_what, xml, named) => {
    expect(await validate(xml)).toContainEqual(expect.stringContaining(named))
  })
})
