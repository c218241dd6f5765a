import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFilter, filterContent, createFilterFixture, type FilterFixture, type Staff } from './testing/fixture.ts'

type Listing = { rows: { id: number }[]; medical_field_category: Record<string, string[]>; personal_fields: string[] }

let fixture: FilterFixture
let manager: Staff
let rome: Staff
let global: Staff

beforeAll(async () => {
  fixture = await createFilterFixture()
  ;({ manager, rome, global } = fixture)
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

const noConditions = { PATIENT: [], MEDICAL_DATA: [] }

describe('keeping filters', () => {
  test('every role lists a new filter in the legacy spelling, with the fields that a filter can use (REQ-FIL-01)', async () => {
    const id = await addFilter(manager, { name: 'Elenco' })
    const answer = await rome.call('/inthem_query', { form: { action: 'LIST' } })
    const { rows, medical_field_category: categories, personal_fields: personal } = answer as Listing
    expect(rows.find((row) => row.id === id)).toEqual({
      id,
      name: 'Elenco',
      description: filterContent.description,
      geotree: 'W',
      field_list: filterContent.field_list,
      filter_list: { PATIENT: [], MEDICAL_DATA: [['FERRITIN_LAST', '>', 1000]] },
      sql_condition: '',
    })
    expect(categories['Laboratory']).toContain('HB_MEAN')
    expect(personal).not.toContain('SURNAME')
  })

  test('a form sends the lists as JSON text, like old programs', async () => {
    const form = {
      action: 'ADD',
      name: 'Modulo',
      description: 'x',
      field_list: JSON.stringify(filterContent.field_list),
      filter_list: JSON.stringify(filterContent.filter_list),
    }
    expect(await manager.call('/inthem_query', { multipart: form })).toMatchObject({ success: true, name: 'Modulo' })
  })

  test.each([
    ['without a name', { name: ' ' }, { name: 'Inserisci il nome del filtro' }],
    ['with a name of 81 characters', { name: 'x'.repeat(81) }, { name: 'Il nome può avere al massimo 80 caratteri' }],
    ['without a value', { filter_list: { PATIENT: [], MEDICAL_DATA: [['HB', '=', '']] } }, { filter_list: 'Valore non inserito' }],
    [
      'with a day that does not exist',
      { filter_list: { PATIENT: [], MEDICAL_DATA: [['TT_START', '>', '31/02/2020']] } },
      { filter_list: 'Data non valida' },
    ],
  ])('a filter %s is rejected at its field', async (_case, change, fields) => {
    expect(await manager.call('/inthem_query', { json: { action: 'ADD', lang: 'it', ...filterContent, ...change } })).toMatchObject({
      success: false,
      code: 'validation_failed',
      fields,
      error: Object.values(fields)[0],
    })
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['ADD', {}, 'filter_sql_and_list'],
    ['MODIFY', {}, 'filter_sql_and_list'],
    ['ADD', { filter_list: noConditions, sql_condition: 'HB <' }, 'validation_failed'],
    ['MODIFY', { filter_list: noConditions, sql_condition: 'HB <' }, 'validation_failed'],
    ['RUN', { format: 'csv', as_role: 'DataManager' }, 'filter_sql_unavailable'],
    ['RUN', { format: 'video', as_role: 'DataManager' }, 'filter_sql_unavailable'],
  ])('%s with free SQL that cannot be honoured is rejected and selects nobody (REQ-FIL-07): %j', async (action, more, code) => {
    const id = await addFilter(manager)
    const body = { action, id, ...filterContent, sql_condition: 'HB < 9', ...more }
    for (const sent of [
      { json: body },
      {
        form: Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value ?? '')]),
        ),
      },
    ])
      expect(await manager.call('/inthem_query', sent)).toMatchObject({
        success: false,
        code: expect.stringMatching(`validation_failed|${code}`),
        fields: { sql_condition: expect.any(String) },
      })
    expect(await manager.api.savedFilters.get.query(id)).toMatchObject({ version: 1 })
    const all = await fixture.server.database.owner`SELECT FROM export_manifest WHERE filter_id = ${id}`
    expect(all).toHaveLength(0)
  })

  test('REQ-FIL-07: free SQL is added, listed and changed as it was written, and runs', async () => {
    const sql_condition = "ferritin_last >\n 1000 AND SEX = 'F'"
    const id = await addFilter(manager, { filter_list: noConditions, sql_condition })
    const { rows } = (await rome.call('/inthem_query', { json: { action: 'LIST' } })) as { rows: { id: number }[] }
    expect(rows.find((row) => row.id === id)).toMatchObject({ sql_condition, filter_list: { PATIENT: [], MEDICAL_DATA: [] } })
    const run = async () =>
      ((await manager.call('/inthem_query', { json: { action: 'RUN', id, format: 'video', as_role: 'DataManager' } }))['rows'] as object[])
        .length
    expect(await run()).toBe(1)
    const body = { action: 'MODIFY', id, ...filterContent, filter_list: undefined, sql_condition: 'FERRITIN_LAST > 1000' }
    expect(await manager.call('/inthem_query', { json: body })).toMatchObject({ success: true, sql_condition: 'FERRITIN_LAST > 1000' })
    expect(await run()).toBe(2)
  })

  test('REQ-FIL-13: the error of free SQL names line and character, in the language of the call', async () => {
    const body = { action: 'ADD', ...filterContent, filter_list: undefined, sql_condition: 'HB > 9\n  AND FEROCITY > 1' }
    expect(await manager.call('/inthem_query', { json: { ...body, lang: 'it' } })).toMatchObject({
      error: 'Riga 2, carattere 7: il campo FEROCITY non esiste. Scegli un nome dall’elenco dei campi',
    })
    expect(await manager.call('/inthem_query', { json: { ...body, lang: 'en' } })).toMatchObject({
      error: 'Line 2, character 7: the field FEROCITY does not exist. Choose a name from the list of fields',
    })
  })

  test('an id that is not in its reference table is rejected', async () => {
    const filter_list = { PATIENT: [['SEX', '=', 'BTM']], MEDICAL_DATA: [] }
    const answer = await manager.call('/inthem_query', { json: { action: 'ADD', ...filterContent, filter_list } })
    expect(Object.keys(answer['fields'] as object)).toEqual(['filter_list'])
  })

  test('THREAT-02: identifying fields are rejected everywhere and for every role', async () => {
    const hidden = [
      'NAME',
      'surname',
      'legal_id',
      'telephone',
      'mobile',
      'mobile_prefix',
      'email',
      'address_town',
      'address_street',
      'DOB',
      'DEAD_DATE',
      'CENTER_ID',
      '__proto__',
      'constructor',
    ]
    for (const caller of [manager, rome, global]) {
      for (const field of hidden) {
        const shown = { json: { action: 'ADD', ...filterContent, field_list: { PATIENT: [field], MEDICAL_DATA: {} } } }
        const tested = { json: { action: 'ADD', ...filterContent, filter_list: { PATIENT: [[field, 'is not null']], MEDICAL_DATA: [] } } }
        for (const body of [shown, tested]) expect(await caller.call('/inthem_query', body)).toMatchObject({ success: false })
        expect(await caller.call('/query_field_info', { json: { campo: field } })).toMatchObject({ success: false })
      }
    }
  })

  test('only the author and GlobalAdmin change a filter, and a change in between is not overwritten', async () => {
    const id = await addFilter(manager)
    const body = { json: { action: 'MODIFY', id, ...filterContent, name: 'Nuovo nome' } }
    expect(await rome.call('/inthem_query', body)).toMatchObject({ success: false, code: 'filter_not_yours' })
    expect(await global.call('/inthem_query', body)).toMatchObject({ success: true, name: 'Nuovo nome' })
    const { fields, where } = await manager.api.savedFilters.get.query(id)
    const late = manager.api.savedFilters.change.mutate({
      id,
      version: 1,
      name: 'Vecchio',
      description: 'x',
      fields: fields!,
      where: where!,
    })
    await expect(late).rejects.toThrow('modificato da un’altra persona')
  })

  test('a change is rejected for an unknown filter and for an unknown reference value', async () => {
    const body = { action: 'MODIFY', ...filterContent }
    expect(await manager.call('/inthem_query', { json: { ...body, id: 999_999 } })).toMatchObject({
      success: false,
      code: 'filter_not_found',
    })
    const id = await addFilter(manager, { name: 'Intatto' })
    const filter_list = { PATIENT: [['SEX', '=', 'BTM']], MEDICAL_DATA: [] }
    const answer = await manager.call('/inthem_query', { json: { ...body, id, name: 'Altro', filter_list } })
    expect(Object.keys(answer['fields'] as object)).toEqual(['filter_list'])
    expect(await manager.api.savedFilters.get.query(id)).toMatchObject({ name: 'Intatto', version: 1 })
  })

  test('the type, options, operators and unit of a field', async () => {
    expect(await manager.call('/query_field_info', { json: { campo: 'sex', lang: 'en' } })).toMatchObject({
      success: true,
      type: 'list',
      operators: ['=', '<>', 'in', 'not in', 'is null', 'is not null'],
      options: [
        { id: 'F', label: 'Female' },
        { id: 'M', label: 'Male' },
        { id: 'U', label: 'Undetermined' },
      ],
    })
  })

  test('the options of hospitalisation causes start with codes that are valid in Italy', async () => {
    const { options } = (await manager.call('/query_field_info', { json: { campo: 'HOSPEDAL_CAUSES' } })) as { options: { id: string }[] }
    const table = await manager.call('/admin/GetConfTable', { json: { table_name: 'icd9' } })
    const rows = table['rows'] as { id: string; it_2007: boolean }[]
    const valid = rows.filter(({ it_2007 }) => it_2007).map(({ id }) => id)
    const others = rows.filter(({ it_2007 }) => !it_2007).map(({ id }) => id)
    expect(valid.length).toBeGreaterThan(150)
    expect(others.length).toBeGreaterThan(10)
    expect(options.map(({ id }) => id)).toEqual([...valid, ...others])
    expect(rows.map(({ id }) => id)).toEqual([...valid, ...others])
  })
})
