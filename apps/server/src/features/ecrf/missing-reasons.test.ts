import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatMissingCell, missingReasons } from '@registry/domain/fields/missing'
import { createImportFixture, csv, type ImportFixture } from '../imports/testing/import-fixture.ts'

let fixture: ImportFixture
let rome: Awaited<ReturnType<ImportFixture['server']['staff']>>
beforeAll(async () => {
  fixture = await createImportFixture()
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const read = (code: string) => rome.api.ecrf.read.query({ code })
const save = (code: string, changes: object) => rome.api.ecrf.save.mutate({ code, changes: { ...changes } })
const send = (header: string, ...rows: string[]) => fixture.sendBy(rome, '/putMedicalData', csv(header, ...rows))
const put = (code: string, data: object) =>
  rome.call('/e_crf', { json: { action: 'PUT_PATIENT_DATA', CENTER_ID: code, MEDICAL_DATA: data } })
const rejected = (field: string, text: string) => ({ data: { detail: { fields: { [field]: text } } } })

describe('REQ-CRF-16: a reason in place of a value', () => {
  test.each([
    ['the form', (code: string, cell: string) => save(code, { HB: cell })],
    ['a file', (code: string, cell: string) => send('CENTER_ID,HB', `${code},${cell}`)],
    [
      'a file of JSON',
      (code: string, cell: string) =>
        fixture.sendBy(rome, '/putMedicalData', JSON.stringify([{ CENTER_ID: code, HB: cell }]), { format: 'json' }),
    ],
    ['the web service', (code: string, cell: string) => put(code, { HB: cell })],
  ] as const)('is stored by %s, for each reason', async (way, store) => {
    for (const reason of missingReasons) {
      const code = `${way.replaceAll(' ', '')}-${reason}`
      await fixture.patient(code, { medical: { hb: 9 } })
      await store(code, formatMissingCell(reason))
      const { values, missing } = await read(code)
      expect([values['HB'], missing]).toEqual([null, { HB: reason }])
    }
  })

  test('ends with every value that is stored, and with a cleared field', async () => {
    await fixture.patient('ENDS')
    await save('ENDS', {
      HB: formatMissingCell('unknown'),
      ALT: formatMissingCell('refused'),
      address_town: formatMissingCell('not_applicable'),
    })
    expect((await read('ENDS')).missing).toEqual({ HB: 'unknown', ALT: 'refused', address_town: 'not_applicable' })
    await send('CENTER_ID,HB,WEIGHT', 'ENDS,9.4,61')
    expect((await read('ENDS')).missing).toEqual({ ALT: 'refused', address_town: 'not_applicable' })
    await save('ENDS', { ALT: null })
    const { values, missing } = await read('ENDS')
    expect([values['HB'], values['ALT'], missing]).toEqual([9.4, null, { address_town: 'not_applicable' }])
  })

  test('is in the history and in the record of that moment', async () => {
    await fixture.patient('PAST', { medical: { hb: 9 } })
    await save('PAST', { HB: formatMissingCell('not_done') })
    const [{ at } = { at: '' }] = (await rome.api.ecrf.history.query({ code: 'PAST' })).changes
    await save('PAST', { HB: 10 })
    const { changes } = await rome.api.ecrf.history.query({ code: 'PAST' })
    expect(changes.filter(({ field }) => field === 'HB').map(({ old, new: now }) => [old, now])).toEqual([
      [String.raw`\N:not_done`, 10],
      [9, String.raw`\N:not_done`],
      [null, 9],
    ])
    expect((await rome.api.ecrf.past.query({ code: 'PAST', at })).values).toMatchObject({ HB: String.raw`\N:not_done` })
  })

  test('is read by the web service in addition to the values, which old programs find as before', async () => {
    await fixture.patient('READ')
    await put('READ', { HB: formatMissingCell('unknown') })
    const answer = await rome.call('/e_crf', { json: { action: 'GET_PATIENT_DATA', CENTER_ID: 'READ' } })
    expect(answer).toMatchObject({ medical_data: { HB: null }, missing_reasons: { HB: 'unknown' } })
  })

  test('is a change that another editor must see', async () => {
    await fixture.patient('BOTH')
    const { version } = await read('BOTH')
    await save('BOTH', { HB: formatMissingCell('unknown') })
    const { conflicts } = await rome.api.ecrf.save.mutate({ code: 'BOTH', version, changes: { HB: 9 } })
    expect(conflicts).toMatchObject([{ field: 'HB', new: String.raw`\N:unknown` }])
  })

  test('is restored when an upload is undone', async () => {
    await fixture.patient('UNDO')
    await save('UNDO', { HB: formatMissingCell('unknown') })
    await send('CENTER_ID,HB', 'UNDO,9.9')
    expect((await read('UNDO')).missing).toEqual({})
    const { files } = await rome.api.imports.list.query({})
    await rome.api.imports.undo.mutate({ id: files[0]!.id, reason: 'il file era di un altro anno' })
    expect((await read('UNDO')).missing).toEqual({ HB: 'unknown' })
  })
})

describe('REQ-CRF-16: rejected, and nothing is stored', () => {
  test('a reason that does not exist', async () => {
    await fixture.patient('LOST', { medical: { hb: 9 } })
    await expect(save('LOST', { HB: String.raw`\N:lost` })).rejects.toMatchObject(rejected('HB', expect.stringContaining('not_applicable')))
    const { detail } = await send('CENTER_ID,HB', String.raw`LOST,\N:lost`)
    expect(detail).toMatchObject([{ row: 1, field: 'HB', code: 'value_reason_unknown' }])
    expect((await read('LOST')).values['HB']).toBe(9)
  })

  test('a reason for a required field', async () => {
    await fixture.patient('BORN')
    await expect(save('BORN', { DOB: formatMissingCell('unknown') })).rejects.toMatchObject(rejected('DOB', 'Campo obbligatorio'))
    expect((await read('BORN')).missing).toEqual({})
  })

  test('a reason for the name of a new patient', async () => {
    const { ok, detail } = await fixture.sendBy(
      rome,
      '/createPatients',
      csv('CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL', String.raw`NEW,\N:unknown,ANNA,Email,anna@example.org`),
    )
    expect([ok, detail]).toMatchObject([0, [{ row: 1, field: 'SURNAME', code: 'value_required' }]])
  })

  test('a reason without the consent for the field', async () => {
    await fixture.patient('HALF', { consents: { C_DB_P: true, C_DB_M: false } })
    await expect(save('HALF', { HB: formatMissingCell('unknown') })).rejects.toMatchObject({
      data: { detail: { code: 'consent_medical_missing' } },
    })
  })

  test.each([
    ['a column that does not exist', { nobody: 'unknown' }],
    ['a column that the database derives', { complications_num: 'unknown' }],
    ['a reason that does not exist', { hb: 'lost' }],
    ['a number as reason', { hb: 5 }],
    ['a list as reason', { hb: ['unknown'] }],
    ['no list as reason', { hb: [] }],
    ['null as reason', { hb: null }],
    ['an object as reason', { hb: { unknown: true } }],
    ['a list', ['hb']],
  ])('%s, by the database', async (_what, reasons) => {
    const code = JSON.stringify(reasons)
    await fixture.patient(code)
    const { owner } = fixture.server.database
    const update = owner`
      UPDATE patient_medical SET missing_reasons = ${code}::text::jsonb
      WHERE patient_id = (SELECT patient_id FROM patient_identity WHERE centre_patient_code = ${code})`
    await expect(update).rejects.toMatchObject({ constraint_name: 'patient_medical_missing_reasons' })
  })
})
