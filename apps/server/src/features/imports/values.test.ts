import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeRows } from '@registry/tabular/write/rows'
import { csv, createImportFixture, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await createImportFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const medical = (...lines: readonly string[]) => fixture.send('/putMedicalData', csv(...lines))

describe('numbers as people write them (REQ-IMP-03)', () => {
  test('a point before three digits is rejected at its cell where the comma is the decimal sign, and nothing changes', async () => {
    await fixture.patient('NUMBER', { medical: { ferritin: 900, ferritin_max: 1000 } })
    expect(await medical('CENTER_ID;FERRITIN;FERRITIN_MAX', 'NUMBER;1.200;2.350,5')).toMatchObject({
      ok: 0,
      ko: 1,
      detail: [
        {
          row: 1,
          key: 'NUMBER',
          field: 'FERRITIN',
          code: 'value_number_ambiguous',
          message: 'Il punto di «1.200» può separare le migliaia o i decimali: scrivi 1200 oppure 1,2',
        },
      ],
    })
    expect(await fixture.stored('patient_medical', 'NUMBER')).toMatchObject({ ferritin: 900, ferritin_max: 1000 })
    expect(await medical('CENTER_ID;FERRITIN;FERRITIN_MAX', 'NUMBER;1200;2.350,5')).toMatchObject({ ok: 1, ko: 0 })
    expect(await fixture.stored('patient_medical', 'NUMBER')).toMatchObject({ ferritin: 1200, ferritin_max: 2350.5 })
  })

  test('a workbook: the text of a cell has a decimal comma, its number is unchanged', async () => {
    for (const code of ['SHEET-1', 'SHEET-2', 'SHEET-3']) await fixture.patient(code)
    const columns = [
      { name: 'CENTER_ID', type: 'text' },
      { name: 'FERRITIN', type: 'text' },
      { name: 'FERRITIN_MAX', type: 'number' },
    ] as const
    const rows = [
      ['SHEET-1', '2.350,5', 2400.125],
      ['SHEET-2', '1.200', 1200],
      ['SHEET-3', '9,5', 5000],
    ]
    const file = Buffer.from(await writeRows(rows, columns, 'xlsx'))
    expect(await fixture.send('/putMedicalData', file, { format: 'xlsx' })).toMatchObject({
      ok: 2,
      ko: 1,
      detail: expect.arrayContaining([expect.objectContaining({ key: 'SHEET-2', field: 'FERRITIN', code: 'value_number_ambiguous' })]),
    })
    expect(await fixture.stored('patient_medical', 'SHEET-1')).toMatchObject({ ferritin: 2350.5, ferritin_max: 2400.125 })
    expect(await fixture.stored('patient_medical', 'SHEET-3')).toMatchObject({ ferritin: 9.5, ferritin_max: 5000 })
  })

  test.each(['1.2.3', '12a', '1 200', '<500', '60%'])('%s is rejected with its value', async (text) => {
    const answer = await medical('CENTER_ID;WEIGHT', `NUMBER;${text}`)
    expect(answer).toMatchObject({ ok: 0, detail: [{ field: 'WEIGHT', code: 'value_number_invalid' }] })
    expect(answer.detail?.[0]?.message).toContain(`«${text}»`)
  })

  test('minus signs of Word and Excel, exponents of R, and per cent', async () => {
    await fixture.patient('SIGNS', { medical: { ict_type: 'DFX_FCT', ict_dfx_dosage: 20 } })
    const answer = await medical(
      'CENTER_ID;DEXA_DATE;DEXA_LOMBAR_SPINE_T;FERRITIN;ICT_DFX_COMPLIANCE',
      'SIGNS;3/2/2020;\u22122,5;1e+03;95%',
    )
    expect(answer.detail).toEqual([expect.objectContaining({ code: 'warning_rule_osteoporosis_missing' })])
    expect(await fixture.stored('patient_medical', 'SIGNS')).toMatchObject({
      dexa_lombar_spine_t: -2.5,
      ferritin: 1000,
      ict_dfx_compliance: 95,
    })
  })
})

describe('dates as people and Excel write them (REQ-IMP-03)', () => {
  const read = [
    '03/02/2001',
    '3/2/2001',
    '03-02-2001',
    '03.02.2001',
    '03022001',
    '2001-02-03T00:00:00',
    '03/02/2001 00:00',
    '2001-02-03 00:00:00.000',
  ]
  const rejected = ['03/02/01', '02/25/2001', '2001/02/03', '29/02/2001', '03/02/0021', '2001-02-03T08:30:00']

  test('the day comes first; an invalid date is rejected with its value and the accepted forms', async () => {
    const texts = [...read, ...rejected]
    for (const index of texts.keys()) await fixture.patient(`DAY-${index}`)
    const answer = await medical('CENTER_ID;TT_START', ...texts.map((text, index) => `DAY-${index};${text}`))
    expect(answer).toMatchObject({ ok: read.length, ko: rejected.length })
    for (const index of read.keys())
      expect(await fixture.stored('patient_medical', `DAY-${index}`)).toMatchObject({ tt_start: '2001-02-03' })
    expect(answer.detail?.map(({ code, message }) => [code, message.split('.')[0]])).toEqual(
      rejected.map((text) => ['value_date_invalid', `Data non valida: «${text}»`]),
    )
    for (const { message } of answer.detail ?? []) expect(message).toContain('03/02/2001, 3/2/2001')
  })
})

describe('list values as people write them (REQ-IMP-03)', () => {
  test('a label or another letter case of a code is the code; an unknown value names the near one', async () => {
    for (const code of ['LIST-1', 'LIST-2', 'LIST-3']) await fixture.patient(code, { medical: { tt: 'REGULAR' } })
    const answer = await medical(
      'CENTER_ID;GENOTYPE;BLOOD_GROUP;TT_ONGOING',
      'LIST-1;β⁰/β⁰;A Rh positivo;Si',
      'LIST-2;b0_b0;a_pos;X',
      'LIST-3;B0B0;A_POS;sì',
    )
    expect(answer.detail?.filter(({ key }) => key === 'LIST-1')).toEqual([])
    expect(answer.detail?.map(({ key, field, code, message }) => [key, field, code, message])).toEqual(
      expect.arrayContaining([
        ['LIST-2', 'TT_ONGOING', 'value_boolean_invalid', 'Né sì né no: «X». Scrivi sì, true, vero, yes o 1, oppure no, false, falso o 0'],
        ['LIST-3', 'GENOTYPE', 'value_not_listed', 'Voce non presente nell’elenco: «B0B0». Scrivi B0_B0'],
      ]),
    )
    expect(await fixture.stored('patient_medical', 'LIST-1')).toMatchObject({ genotype: 'B0_B0', blood_group: 'A_POS', tt_ongoing: true })
  })
})

describe('invisible characters (REQ-IMP-03)', () => {
  test('do not make another patient, column or value', async () => {
    await fixture.patient('INVISIBLE')
    const answer = await medical('\u00A0 CENTER_ID\u00A0;GENOTYPE;\u200BHB;TT', 'INVISIBLE\u200B;B0_B0\u00A0;\u00A0 9,4;\u2060')
    expect(answer).toMatchObject({ ok: 1, ko: 0 })
    expect(await fixture.stored('patient_medical', 'INVISIBLE')).toMatchObject({ genotype: 'B0_B0', hb: 9.4 })
  })
})

describe('codes of patients', () => {
  const register = (...lines: readonly string[]) =>
    fixture.send('/createPatients', csv('CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,MOBILE_PREFIX,MOBILE', ...lines))

  test('the same code with an invisible character or blanks is the same patient; an unknown one names the near one', async () => {
    await fixture.patient('KEY-1')
    const answer = await medical('CENTER_ID,HB', 'KEY-1,9.4', ' KEY-1\u200B ,9.5', 'key-1,9.6', 'KEY 1,9.7', 'NOBODY,9')
    expect(answer).toMatchObject({ ok: 1, ko: 4 })
    expect(answer.detail?.map(({ row, code }) => [row, code])).toEqual([
      [2, 'import_key_repeated'],
      [3, 'import_patient_unknown'],
      [4, 'import_patient_unknown'],
      [5, 'import_patient_unknown'],
    ])
    expect(answer.detail?.map(({ message }) => message.includes('KEY-1'))).toEqual([false, true, true, false])
  })

  test('REQ-PAT-05: a code that differs only by letter case is registered with a warning that names the other', async () => {
    await fixture.patient('CASE-A')
    const answer = await register('case-a,ROSSI,ADA,Email,ada@example.org,,', 'CASE-B,ROSSI,EVA,Email,case-b@example.org.,,')
    expect(answer).toMatchObject({
      ok: 2,
      ko: 0,
      detail: [{ row: 1, key: 'case-a', field: 'CENTER_ID', code: 'warning_import_code_case', message: expect.stringContaining('CASE-A') }],
    })
  })

  test('REQ-PAT-02: a contact in another spelling is the same contact', async () => {
    const first = 'PHONE-1,ROSSI,ADA,Email,phone-1@example.org,39,06 12345678'
    expect(await register(first, 'PHONE-2,ROSSI,EVA,Mobile,,0039,3331239999')).toMatchObject({ ok: 2, ko: 0 })
    const again = await register(
      'PHONE-1,ROSSI,ADA,Email,phone-1@example.org.,,+390612345678',
      'PHONE-2,ROSSI,EVA,Mobile,,,00393331239999',
      'PHONE-3,ROSSI,IDA,Mobile,,,0612345678',
    )
    expect(again).toMatchObject({ ok: 2, ko: 1, detail: [{ key: 'PHONE-3', field: 'MOBILE', code: 'mobile_not_mobile' }] })
  })
})
