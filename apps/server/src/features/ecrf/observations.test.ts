import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveConsents } from '@registry/db/testing/fixtures'
import { createImportFixture, type ImportFixture } from '../imports/testing/import-fixture.ts'

type Staff = Awaited<ReturnType<ImportFixture['server']['staff']>>
let fixture: ImportFixture
let [rome, milan]: Staff[] = []

beforeAll(async () => {
  fixture = await createImportFixture()
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const ferritin = { analyte: 'FERRITIN', value: '812', unit: 'ng/mL', comparator: '', takenOn: '2025-03-04', sample: '' }
type Typed = typeof ferritin
const add = (code: string, ...results: Partial<Typed>[]) =>
  rome!.api.observations.add.mutate({ code, results: results.map((result) => ({ ...ferritin, ...result })) })
const list = async (code: string) => (await rome!.api.observations.list.query({ code })).observations
const rejected = (fields: Readonly<Record<string, string>>) => ({
  data: {
    detail: {
      code: 'validation_failed',
      fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, expect.stringContaining(text)])),
    },
  },
})

describe('REQ-OBS-01, REQ-OBS-03: the results of a record', () => {
  test('are listed by analyte and day, as sent and in the unit of the dictionary', async () => {
    await fixture.patient('LISTED')
    const warned = await add('LISTED', { value: '2247', unit: 'pmol/L', sample: 'A1' }, { analyte: 'ALT', value: '400', unit: 'UI/L' }, {})
    expect(warned).toMatchObject({ added: 3, unchanged: 0, warnings: [{ field: '1.value', code: 'value_unusually_high' }] })
    expect(await add('LISTED', {}, { takenOn: '2024-12-31' })).toMatchObject({ added: 1, unchanged: 1, warnings: [] })
    expect(await list('LISTED')).toMatchObject([
      { analyte: 'ALT', value: 400, unit: 'UI/L', standardValue: 400, sample: null },
      { analyte: 'FERRITIN', takenOn: '2024-12-31', value: 812 },
      { analyte: 'FERRITIN', takenOn: '2025-03-04', value: 2247, unit: 'pmol/L', standardValue: 1000, sample: 'A1', ended: null },
      { analyte: 'FERRITIN', takenOn: '2025-03-04', value: 812, source: 'form', recordedBy: 'rome@example.org' },
    ])
  })

  test('are corrected and removed with a reason, once; the previous result stays', async () => {
    await fixture.patient('WRONG')
    await add('WRONG', {}, { takenOn: '2025-03-05' })
    const [first, second] = await list('WRONG')
    const { analyte: _analyte, ...typed } = ferritin
    const correct = (id: number, change: Partial<Typed>, reason = 'errore di battitura') =>
      rome!.api.observations.correct.mutate({ code: 'WRONG', id, ...typed, ...change, reason })
    await correct(first!.id, { value: '821' })
    await expect(correct(first!.id, { value: '822' })).rejects.toMatchObject({ data: { detail: { code: 'observation_ended' } } })
    await expect(correct(second!.id, { value: '821' })).rejects.toMatchObject({ data: { detail: { code: 'observation_present' } } })
    await expect(correct(second!.id, { unit: 'U/L' })).rejects.toMatchObject(
      rejected({ unit: 'Unità non accettata per FERRITIN: scrivi ng/mL, pmol/L' }),
    )
    await expect(correct(second!.id, {}, ' ')).rejects.toMatchObject(rejected({ reason: 'Campo obbligatorio' }))
    await rome!.api.observations.remove.mutate({ code: 'WRONG', id: second!.id, reason: 'di un altro paziente' })
    expect((await list('WRONG')).map(({ takenOn, value, ended }) => [takenOn, value, ended?.as, ended?.reason])).toEqual([
      ['2025-03-04', 812, 'corrected', 'errore di battitura'],
      ['2025-03-04', 821, undefined, undefined],
      ['2025-03-05', 812, 'removed', 'di un altro paziente'],
    ])
  })

  test('are not those of another patient or centre', async () => {
    await fixture.patient('MINE')
    await fixture.patient('YOURS')
    await add('MINE', {})
    const [mine] = await list('MINE')
    const remove = (staff: Staff, code: string) => staff.api.observations.remove.mutate({ code, id: mine!.id, reason: 'x' })
    await expect(remove(rome!, 'YOURS')).rejects.toMatchObject({ data: { detail: { code: 'not_found' } } })
    await expect(remove(milan!, 'MINE')).rejects.toMatchObject({ data: { detail: { code: 'import_patient_unknown' } } })
    expect(await list('MINE')).toMatchObject([{ ended: null }])
  })
})

describe('REQ-OBS-02: all results of a call are rejected', () => {
  test('with the position and the reason of each wrong one', async () => {
    await fixture.patient('STRICT', { personal: { dob: '1980-01-02', sex: 'F' }, medical: { status: 'DEAD', dead_date: '2025-06-30' } })
    await expect(add('STRICT', {}, { unit: 'U/L' }, { comparator: '<=' })).rejects.toMatchObject(
      rejected({ '1.unit': 'Unità non accettata', '2.comparator': 'Scrivi < o >' }),
    )
    await expect(add('STRICT', { takenOn: '1980-01-01' }, { takenOn: '2025-07-01' }, {})).rejects.toMatchObject(
      rejected({ '0.takenOn': 'precede la nascita', '1.takenOn': 'segue il decesso' }),
    )
    await expect(add('STRICT', { sample: 'A1' }, { sample: 'A1', value: '900' })).rejects.toMatchObject(
      rejected({ '1.sample': 'ha già un altro risultato' }),
    )
    expect(await list('STRICT')).toEqual([])
  })

  test('RULE-40: a death before results of the record is a discrepancy, until it or they are corrected', async () => {
    await fixture.patient('LATER', { personal: { dob: '1980-01-02', sex: 'F' } })
    await add('LATER', { analyte: 'WEIGHT', value: '60', unit: 'kg', takenOn: '2025-07-01' })
    const changes = { STATUS: 'DEAD', DEAD_DATE: '2025-06-30', DEAD_CAUSE: 'OTHER' }
    const { warnings } = await rome!.api.ecrf.save.mutate({ code: 'LATER', changes })
    expect(warnings).toMatchObject([{ field: 'DEAD_DATE', code: 'rule_results_after_death' }])
    const listChecks = async () => {
      const { discrepancies } = await rome!.api.discrepancies.list.query({ state: 'open', checkKey: 'RULE-40' })
      return discrepancies.map(({ code, values }) => [code, values[0]?.text])
    }
    expect(await listChecks()).toEqual([['LATER', '30/06/2025']])
    const [weight] = await list('LATER')
    await rome!.api.observations.remove.mutate({ code: 'LATER', id: weight!.id, reason: 'di un altro paziente' })
    expect(await listChecks()).toEqual([])
  })

  test('without the consent to clinical data, and nothing is readable after its end', async () => {
    await fixture.patient('SILENT', { consents: { C_DB_P: true, C_DB_M: false } })
    await expect(add('SILENT', {})).rejects.toMatchObject({ data: { detail: { code: 'consent_medical_missing' } } })
    const { subject } = await fixture.patient('ENDED')
    await add('ENDED', {})
    expect(await list('ENDED')).toHaveLength(1)
    await giveConsents(fixture.server.database.owner, subject, { C_DB_M: false })
    expect(await list('ENDED')).toEqual([])
  })
})
