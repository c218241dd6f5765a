import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allConsents, makeCentre, makePatient } from '@registry/db/testing/fixtures'
import { writeWorkbook } from '@registry/tabular/testing/zip'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let before: string

const everything = async (): Promise<string> => {
  const { owner } = server.database
  const tables = [
    'patient',
    'patient_identity',
    'patient_personal',
    'patient_medical',
    'patient_medical_version',
    'consent_event',
    'account',
    'notification',
  ]
  const rows = await Promise.all(
    tables.map((table) => owner.unsafe(`SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash FROM ${table} t`)),
  )
  return JSON.stringify(rows)
}

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01', 'ITI4')
  await makeCentre(owner, 'MI01', 'ITC4')
  await owner`UPDATE centre SET password_hash = ${await server.deps.hashing.hashSecret('the password of RM01')} WHERE code = 'RM01'`
  const personal = { dob: '1980-01-01', sex: 'F' }
  for (const centrePatientCode of ['P1', 'P2'])
    await makePatient(owner, { centre: 'RM01', centrePatientCode, consents: allConsents, personal, medical: { hb: 9 } })
  await makePatient(owner, { centre: 'RM01', centrePatientCode: 'P3', consents: { C_DB_P: true, C_DB_M: false }, personal })
  await makePatient(owner, { centre: 'MI01', centrePatientCode: 'M1', email: 'm1@example.org', consents: allConsents, personal })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  before = await everything()
})

const send = async (path: string, format: string, content: string | Buffer) =>
  server.visitor('staff').call(path, {
    multipart: { lang: 'it', centerCode: 'RM01', format, centerPwd: 'the password of RM01' },
    file: { name: `file.${format}`, content },
  })
const medical = (content: string | Buffer, format = 'csv') => send('/putMedicalData', format, content)

const rowNumbered = (number: string): Buffer => {
  const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  return writeWorkbook({ rows: `<row r="1">${cell('CENTER_ID')}${cell('HB')}</row><row r="${number}">${cell('P1')}<c><v>9</v></c></row>` })
}

describe('a file that is rejected as a whole stores nothing', () => {
  const columns = (count: number): string => Array.from({ length: count }, (_, index) => `C${index}`).join(',')
  const cases: readonly [string, string, string | Buffer, string][] = [
    ['no known column but the key', 'csv', 'CENTER_ID,COLOUR\nP1,red\n', 'file_column_none'],
    ['a name near a known one', 'csv', 'CENTER_ID,H_B\nP1,9.5\n', 'file_column_near'],
    ['a missing column', 'csv', 'HB\n9.5\n', 'file_column_missing'],
    ['an empty file', 'csv', '', 'file_empty'],
    ['a row number beyond every sheet', 'xlsx', rowNumbered('99999999999'), 'xlsx_damaged'],
    ['a format that is not the content’s', 'xlsx', 'CENTER_ID,HB\nP1,9.5\n', 'file_format_mismatch'],
    ['a lone quote', 'csv', 'CENTER_ID,HB\nP1,9"5\n', 'csv_quote'],
    ['501 columns', 'csv', `${columns(501)}\n`, 'file_columns_too_many'],
    ['a DTD', 'xml', '<!DOCTYPE rows [<!ENTITY a "x">]><rows><row><CENTER_ID>P1</CENTER_ID></row></rows>', 'xml_doctype'],
    ['an entity', 'xml', '<rows><row><CENTER_ID>&a;</CENTER_ID></row></rows>', 'xml_entity'],
    ['broken JSON', 'json', '[{"CENTER_ID":"P1",', 'json_syntax'],
    ['a key twice in JSON', 'json', '[{"CENTER_ID":"P1","CENTER_ID":"P2"}]', 'json_duplicate_key'],
    ['text that is not UTF-8', 'csv', Buffer.from('CENTER_ID,OTHER_THERAPIES\nP1,perch\xe9\n', 'latin1'), 'file_encoding'],
  ]
  test.each(cases)('%s', async (_case, format, content, code) => {
    expect(await medical(content, format)).toMatchObject({ success: false, code, error: expect.stringMatching(/\S/) })
    expect(await everything()).toBe(before)
  })

  test('THREAT-24: a workbook whose content is too large when unpacked', async () => {
    expect(await medical(bombWorkbook(), 'xlsx')).toMatchObject({ success: false, code: expect.stringMatching(/^xlsx_|^file_/) })
    expect(await everything()).toBe(before)
  })

  test('THREAT-23: a file of 200 MB is stopped at the limit and leaves no trace on disk', async () => {
    const line = 'x'.repeat(1024 * 1024 - 1) + '\n'
    const answer = await server
      .visitor('staff')
      .post('/putMedicalData', {
        multipart: { centerCode: 'RM01', format: 'csv', centerPwd: 'the password of RM01' },
        file: { name: 'file.csv', content: Buffer.concat(Array.from({ length: 200 }, () => Buffer.from(line))) },
      })
      .catch((error: unknown) => error)
    if (answer instanceof Response) expect(answer.status).toBe(413)
    expect(await everything()).toBe(before)
    expect(await medical('CENTER_ID,HB\nP1,9\n')).toMatchObject({ success: true, ok: 1 })
  })
})

/** A workbook of one sheet whose XML is 300 MB of blanks: a few hundred kilobytes when packed. */
const bombWorkbook = (): Buffer => {
  const sheet = Buffer.concat([Buffer.from('<worksheet><sheetData>'), Buffer.alloc(300 * 1024 * 1024, 0x20)])
  const packed = deflateRawSync(sheet)
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(sheet.length, 22)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt32LE(sheet.length, 24)
  central.writeUInt16LE(name.length, 28)
  const start = local.length + name.length + packed.length
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([local, name, packed, central, name, end])
}

describe('a bad row is rejected alone and reported by row and field', () => {
  const good = 'P2,9.5'
  const cases: readonly [string, string, string, { key?: string; field: string; code: string }][] = [
    ['a day that does not exist', 'CENTER_ID,HB,TT_START', `P1,,31/02/2001\n${good},\n`, { field: 'TT_START', code: 'value_date_invalid' }],
    ['a number with a comma in a file of commas', 'CENTER_ID,HB', `P1,"9,5"\n${good}\n`, { field: 'HB', code: 'value_number_invalid' }],
    ['a value outside a hard limit', 'CENTER_ID,HB', `P1,99\n${good}\n`, { field: 'HB', code: 'value_too_high' }],
    ['an id that is in no table', 'CENTER_ID,HB,TT', `P1,,NOWHERE\n${good},\n`, { field: 'TT', code: 'value_not_listed' }],
    ['an id of another table', 'CENTER_ID,HB,TT', `P1,,BTM\n${good},\n`, { field: 'TT', code: 'value_not_listed' }],
    [
      'a broken rule between fields',
      'CENTER_ID,HB,SPLENECTOMY_DATE',
      `P1,,2001-01-01\n${good},\n`,
      { field: 'SPLENECTOMY_DATE', code: expect.stringMatching(/\S/) },
    ],
    [
      'a code over its length',
      'CENTER_ID,HB',
      `${'P'.repeat(81)},9\n${good}\n`,
      { key: expect.any(String), field: 'CENTER_ID', code: expect.stringMatching(/\S/) },
    ],
    [
      'a patient whom the centre does not have',
      'CENTER_ID,HB',
      `M1,9\n${good}\n`,
      { key: 'M1', field: 'CENTER_ID', code: 'import_patient_unknown' },
    ],
    [
      'a patient who refuses the use of medical data (RULE-36)',
      'CENTER_ID,HB',
      `P3,9\n${good}\n`,
      { key: 'P3', field: 'CENTER_ID', code: expect.stringMatching(/consent/) },
    ],
  ]
  test.each(cases)('%s', async (_case, header, rows, line) => {
    const answer = await medical(`${header}\n${rows}`)
    expect(answer).toMatchObject({
      success: true,
      ok: 1,
      ko: 1,
      detail: [{ row: 1, key: 'P1', message: expect.stringMatching(/\S/), ...line }],
    })
  })

  test('of two rows with the same key the first one counts', async () => {
    expect(await medical('CENTER_ID,HB\nP1,9.1\nP1,9.2\n')).toMatchObject({
      success: true,
      ok: 1,
      ko: 1,
      detail: [{ row: 2, key: 'P1', code: 'import_key_repeated' }],
    })
  })

  test('a code that is cut inside a character is shown with a substitute character', async () => {
    expect(await medical(`CENTER_ID,HB\n${'P'.repeat(79)}\u{1F600}P,9\n${good}\n`)).toMatchObject({
      success: true,
      ok: 1,
      ko: 1,
      detail: [{ row: 1, key: `${'P'.repeat(79)}\ufffd`, code: 'value_too_long' }],
    })
  })

  test('a value outside a soft limit is stored with a warning', async () => {
    expect(await medical('CENTER_ID,HB\nP1,5\n')).toMatchObject({
      success: true,
      ok: 1,
      ko: 0,
      detail: [{ row: 1, key: 'P1', field: 'HB', code: expect.stringMatching(/^warning_/) }],
    })
  })

  test('RULE-33: the server computes the number of complications and reports a file that contains it', async () => {
    const answer = await medical('CENTER_ID,THROMBOSIS,COMPLICATIONS_NUM\nP1,true,7\n')
    expect(answer).toMatchObject({
      success: true,
      ok: 1,
      detail: [{ row: 1, field: 'COMPLICATIONS_NUM', code: expect.stringMatching(/^warning_/) }],
    })
    const [stored] = await server.database
      .owner`SELECT complications_num AS number FROM patient_medical m JOIN patient_identity i USING (patient_id) WHERE i.centre_patient_code = 'P1'`
    expect(stored).toEqual({ number: 1 })
  })

  test('an e-mail in use in the same file or centre is rejected, in another centre it is accepted', async () => {
    const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL\n'
    const answer = await send(
      '/createPatients',
      'csv',
      `${header}N1,VERDI,ANNA,Email,n1@example.org\nN2,VERDI,UGO,Email,N1@example.org\nN3,NERI,EVA,Email,m1@example.org\nN4,NERI,EVA,Email,p1@example.org\n`,
    )
    expect(answer).toMatchObject({
      success: true,
      ok: 2,
      ko: 2,
      detail: [
        { row: 2, key: 'N2', field: 'EMAIL', code: 'import_contact_taken' },
        { row: 4, key: 'N4', field: 'EMAIL', code: 'import_contact_taken' },
      ],
    })
    expect(JSON.stringify(answer)).not.toMatch(/M1|MI01/)
  })

  test('THREAT-07: names of the prototype are unknown columns', async () => {
    expect(await medical('[{"CENTER_ID":"P1","__proto__":"x","constructor":"y"}]', 'json')).toMatchObject({
      success: false,
      code: 'file_column_none',
    })
    expect(await everything()).toBe(before)
  })
})
