import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allConsents, makeCentre, type PatientOptions } from '@registry/db/testing/fixtures'
import { type Field, medicalFields } from '@registry/domain/fields/dictionary'
import { observedAnalytes } from '@registry/domain/observations/analytes'
import { listUnits } from '@registry/domain/observations/units'
import { readPdf } from '../../shared/pdf/testing/read-pdf.ts'
import type { Client } from '../../testing/client.ts'
import { validateFhir } from '../../testing/fhir-schema.ts'
import { createSignInFixture, patientPassword, type SignInFixture } from '../sign-in/testing/sign-in-fixture.ts'
import { listBundleCells, listBundleResults, listCsvCells, listCsvResults } from './testing/copies.ts'

const minute = 60_000
type Format = 'pdf' | 'csv' | 'fhir'

let fixture: SignInFixture
let number = 0
let email: string
beforeAll(async () => {
  fixture = await createSignInFixture()
  await makeCentre(fixture.server.database.owner, 'MI01')
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => {
  number += 1
  email = `copy${number}@example.org`
})

/** Signs in as a patient with the given values. */
const enter = async (options: Partial<PatientOptions> = {}): Promise<Client> => {
  await fixture.patient({ centrePatientCode: `C${number}`, email, consents: allConsents, ...options })
  const { browser, code } = await fixture.requestCode(email)
  await browser.api.signIn.withCode.mutate({ username: email, otp: code })
  return browser
}
const download = async (client: Client, format: Format, language: 'it' | 'en' = 'it', otp?: string): Promise<Buffer<ArrayBuffer>> => {
  const { file } = await client.api.myRecord.download.mutate({ format, language, ...(otp !== undefined && { otp }) })
  return Buffer.from(file, 'base64')
}
const readBundle = async (client: Client, language: 'it' | 'en' = 'it') =>
  z
    .object({ entry: z.array(z.object({ fullUrl: z.string(), resource: z.looseObject({ resourceType: z.string() }) })) })
    .loose()
    .parse(JSON.parse((await download(client, 'fhir', language)).toString()))
const shownWithdrawal = async (client: Client) => {
  const { version, hash } = await client.api.consents.withdrawalChoices.query()
  return { version, hash }
}
const rejected = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'not rejected',
    (error: { data?: { detail?: unknown } }) => error.data?.detail,
  )

const medical = {
  diagnosis: 'BTM',
  splenectomy: true,
  splenectomy_date: '1999-05-03',
  diabetes: true,
  hcv: false,
  lic_last: 8.5,
  hb_mean: 9.4,
  dexa_total_hip_t: -2.5,
  ict_type: 'DFO_DFP',
  ict_ongoing: true,
  ict_start: '2010-02-01',
  ict_dfp_dosage: 75,
  hospedal_causes: ['038.2'],
  other_therapies: '=1+1 <b>& "acido folico"</b>',
}

describe('REQ-PAT-28: the copy of the record', () => {
  test('as FHIR is valid against the public schema of R4, and begins with the Composition', async () => {
    const client = await enter({ medical, personal: { dob: '1980-02-03', sex: 'F' } })
    for (const language of ['it', 'en'] as const) {
      const bundle = await readBundle(client, language)
      expect(validateFhir(bundle)).toEqual([])
      const urls = bundle.entry.map(({ fullUrl }) => fullUrl)
      expect(new Set(urls).size).toBe(urls.length)
      const references = [...JSON.stringify(bundle).matchAll(/"reference":"(urn:uuid:[^"]+)"/g)].map(([, url]) => url)
      expect(references.filter((url) => !urls.includes(url!))).toEqual([])
      expect(bundle.entry.slice(0, 2).map(({ resource }) => resource.resourceType)).toEqual(['Composition', 'Patient'])
    }
  })

  test('as FHIR has the sections of a patient summary, with public codes that mean exactly the same', async () => {
    const client = await enter({ medical, personal: { dob: '1980-02-03', sex: 'F' } })
    const { entry } = await readBundle(client, 'en')
    const resources = entry.map(({ resource }) => resource)
    const ofType = (type: string) => resources.filter(({ resourceType }) => resourceType === type)
    expect(ofType('Patient')).toMatchObject([{ gender: 'female', birthDate: '1980-02-03', telecom: [{ system: 'email', value: email }] }])
    expect(ofType('Composition')[0]).toMatchObject({
      title: 'Copy of the record',
      section: expect.arrayContaining([
        expect.objectContaining({ title: 'Allergies', emptyReason: { coding: [expect.objectContaining({ code: 'notasked' })] } }),
      ]),
    })
    expect(ofType('Condition').map(({ code }) => code)).toMatchObject([
      { coding: [{ system: 'http://www.orpha.net', code: '231214' }, { code: 'BTM' }], text: 'Beta thalassaemia major' },
      { coding: [{ system: 'http://human-phenotype-ontology.org', code: 'HP:0000819' }, { code: 'DIABETES' }] },
    ])
    expect(ofType('MedicationStatement')).toMatchObject([
      {
        status: 'active',
        medicationCodeableConcept: { coding: [{ code: 'V03AC01' }], text: 'deferoxamine' },
        effectivePeriod: { start: '2010-02-01' },
      },
      {
        medicationCodeableConcept: { coding: [{ code: 'V03AC02' }] },
        dosage: [{ text: 'Chelation regimen: Deferoxamine and deferiprone; Dosage of deferiprone: 75 mg/kg/day' }],
      },
      { status: 'unknown', medicationCodeableConcept: { text: medical.other_therapies } },
    ])
    expect(ofType('Consent')).toMatchObject([
      {
        status: 'active',
        dateTime: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        provision: {
          type: 'deny',
          provision: expect.arrayContaining([expect.objectContaining({ type: 'permit' })]),
        },
      },
    ])
    const observed = (field: string) => ofType('Observation').find(({ code }) => JSON.stringify(code).includes(`"code":"${field}"`))
    expect(observed('LIC_LAST')).toMatchObject({ valueQuantity: { value: 8.5, system: 'http://unitsofmeasure.org', code: 'mg/g{dry_wt}' } })
    expect(observed('HB_MEAN'), 'a mean is no single result of LOINC').toMatchObject({ code: { coding: [{ code: 'HB_MEAN' }] } })
    expect(observed('HCV')).toMatchObject({ valueBoolean: false })
  })

  test('has the same cells as CSV and as FHIR, those of the page', async () => {
    const client = await enter({ medical, personal: { dob: '1980-02-03', sex: 'F' } })
    const centre = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    await centre.api.ecrf.save.mutate({ code: `C${number}`, changes: { WEIGHT: String.raw`\N:refused`, HB_LAST: 9 } })
    const csv = listCsvCells(await download(client, 'csv'))
    expect(listBundleCells(await readBundle(client))).toEqual(csv)
    const { sections } = await client.api.myRecord.read.mutate({})
    const page = sections.flatMap(({ fields }) => fields).filter(({ value, missing }) => value !== null || missing !== null)
    expect(csv).toEqual(Object.fromEntries(page.map(({ field, value, missing, day }) => [field, { value: value ?? missing, day }])))
    expect(csv).toMatchObject({
      DEXA_TOTAL_HIP_T: { value: -2.5 },
      WEIGHT: { value: 'refused' },
      HOSPEDAL_CAUSES: { value: ['038.2'] },
      OTHER_THERAPIES: { value: medical.other_therapies },
    })
    expect((await download(client, 'csv')).toString(), 'no formula for a spreadsheet').toContain(`"'=1+1`)
  })

  test('as PDF is tagged, in the chosen language, with the day and the source of each value', async () => {
    const client = await enter({ surname: 'D’ANGELO', name: 'NICOLÒ', medical, consents: {} })
    const print = async (language: 'it' | 'en') => readPdf(new Uint8Array(await download(client, 'pdf', language)))
    const { text, title, language, marked, pages, tags } = await print('it')
    expect({ title, language, marked }).toEqual({ title: 'Copia della cartella', language: 'it-IT', marked: true })
    expect(tags).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TH']))
    expect(pages.length).toBeLessThanOrEqual(3)
    expect(text).toContain('Paziente: Nicolò D’Angelo')
    expect(text).toMatch(/Ferro epatico \(LIC\), ultimo 8,5 mg\/g di peso secco \(\d\d\/\d\d\/\d{4}, registro\)/)
    expect(text).toContain('alla visita')
    expect(text).toMatch(/Emoglobina \(g\/dL\) 9,4 registro \d\d\/\d\d\/\d{4}/)
    expect(text).toContain('Le parti «non in uso» sono conservate ma nessuno le usa')
    expect(text).toContain('Ferro (non in uso)')
    const english = await print('en')
    expect(english.language).toBe('en-GB')
    expect(english.text).toContain('8.5 mg/g dry weight')
  })

  test('has the dated results, all of them as CSV and as FHIR, and the last five of each test as PDF', async () => {
    const client = await enter({ medical, personal: { dob: '1980-02-03', sex: 'F' } })
    const centre = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    const code = `C${number}`
    const result = (analyte: string, value: string, takenOn: string, unit: string, comparator = '') => ({
      analyte,
      value,
      unit,
      comparator,
      takenOn,
      sample: '',
    })
    await centre.api.observations.add.mutate({
      code,
      results: [
        ...[1, 2, 3, 4, 5, 6].map((month) => result('FERRITIN', `${month}234.5`, `2024-0${month}-15`, 'ng/mL')),
        result('HB', '95', '2024-02-01', 'g/L'),
        result('ALT', '7', '2024-02-02', 'U/L', '<'),
        result('LIC', '3.5', '2024-02-03', 'mg/g'),
        result('APP', '12', '2024-02-04', ''),
        result('GGT', '33', '2024-02-05', 'U/L'),
      ],
    })
    const { observations } = await centre.api.observations.list.query({ code })
    const removed = observations.find(({ analyte }) => analyte === 'GGT')!
    await centre.api.observations.remove.mutate({ code, id: removed.id, reason: 'di un altro paziente' })

    const csv = await download(client, 'csv', 'en')
    const bundle = await readBundle(client, 'en')
    expect(validateFhir(bundle)).toEqual([])
    expect(listBundleCells(bundle)).toEqual(listCsvCells(csv))
    expect(listBundleResults(bundle)).toEqual(listCsvResults(csv))
    expect(listCsvResults(csv)).toEqual([
      { analyte: 'HB', day: '2024-02-01', comparator: null, value: 9.5, unit: 'g/dL' },
      ...[1, 2, 3, 4, 5, 6].map((month) => ({
        analyte: 'FERRITIN',
        day: `2024-0${month}-15`,
        comparator: null,
        value: month * 1000 + 234.5,
        unit: 'ng/mL',
      })),
      { analyte: 'ALT', day: '2024-02-02', comparator: '<', value: 7, unit: 'U/L' },
      { analyte: 'APP', day: '2024-02-04', comparator: null, value: 12, unit: null },
      { analyte: 'LIC', day: '2024-02-03', comparator: null, value: 3.5, unit: 'mg/g dry weight' },
    ])
    expect(csv.toString()).toMatch(/iron,,FERRITIN,Ferritin,,6234\.5,ng\/mL,"6,234\.5 ng\/mL",,2024-06-15,,form/)
    const ofAnalyte = (name: string) =>
      bundle.entry.find(({ resource }) => 'effectiveDateTime' in resource && JSON.stringify(resource).includes(`"code":"${name}"`))
    expect(ofAnalyte('HB')?.resource).toMatchObject({
      code: { coding: [{ system: 'http://loinc.org', code: '718-7' }, { code: 'HB' }], text: 'Haemoglobin' },
      note: [{ text: 'entered by the centre' }],
    })
    expect(ofAnalyte('LIC')?.resource, 'no code of LOINC means the same').toMatchObject({
      code: { coding: [{ code: 'LIC' }] },
      valueQuantity: { system: 'http://unitsofmeasure.org', code: 'mg/g{dry_wt}' },
    })
    const coded = JSON.stringify(bundle.entry[0]!.resource).match(/"30954-2"/g)
    expect(coded, 'one section has the code of results').toHaveLength(1)

    const { text, pages } = await readPdf(new Uint8Array(await download(client, 'pdf', 'en')))
    expect(pages.length).toBeLessThanOrEqual(3)
    expect(text).toMatch(/Ferritin \(ng\/mL\) 6,234\.5 \(15\/06\/2024\) 5,234\.5 \(15\/05\/2024\) .* 2,234\.5 \(15\/02\/2024\)/)
    expect(text).toContain('< 7 (02/02/2024)')
    for (const absent of ['15/01/2024', '05/02/2024']) expect(text, 'the sixth, the removed one').not.toContain(absent)
  })

  test('as PDF has three pages even with the longest values of all fields and five results of each test', async () => {
    const { owner } = fixture.server.database
    const labels = await owner<{ table: string; id: string }[]>`
      SELECT table_name AS table, id FROM reference_value ORDER BY length(trans_it) + length(trans_en) DESC, id`
    const listIds = (table: string | undefined, count: number) =>
      labels.filter((row) => row.table === table).flatMap(({ id }, index) => (index < count ? [id] : []))
    const makeValue = ({ type, referenceTable, codes, max, maxLength = 0 }: Field) => {
      const byType = {
        string: () => 'Cellule di un fratello compatibile,\nattecchimento completo. '.repeat(20).slice(0, maxLength),
        integer: () => Number(max),
        float: () => Math.min(Number(max), 9999),
        date: () => '2020-12-31',
        boolean: () => true,
        choice: () => [...listIds(referenceTable, 1), ...(codes ?? [])][0],
        choices: () => listIds(referenceTable, 10),
      }
      return byType[type]()
    }
    const stored = medicalFields.filter(({ derived, table }) => derived !== true && table === 'patient_medical')
    const values = Object.fromEntries(stored.map((field) => [field.column, makeValue(field)]))
    const client = await enter({ medical: values, personal: { dob: '1980-02-03', address_street: 'Via dei Mille 12 '.repeat(7) } })
    const centre = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    for (const month of [1, 2, 3, 4, 5]) {
      const results = observedAnalytes.map(({ name, field }) => ({
        analyte: name,
        value: String(Math.min(Number(field.max), 9999)),
        unit: listUnits(name)[0] ?? '',
        comparator: '>',
        takenOn: `2020-0${month}-15`,
        sample: '',
      }))
      await centre.api.observations.add.mutate({ code: `C${number}`, results })
    }
    for (const language of ['it', 'en'] as const) {
      const { pages, text } = await readPdf(new Uint8Array(await download(client, 'pdf', language)))
      expect(pages.length).toBeLessThanOrEqual(3)
      expect(text.match(/attecchimento completo/g)?.length).toBeGreaterThan(60)
    }
  })

  test('REQ-PAT-31: says of new clinical values that they exist and from which day they are readable; the print of the centre has them', async () => {
    const client = await enter({ medical })
    const centre = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    const code = `C${number}`
    const result = { analyte: 'FERRITIN', value: '4321', unit: 'ng/mL', comparator: '', takenOn: '2024-02-01', sample: '' }
    await centre.api.observations.add.mutate({ code, results: [result] })
    const { owner } = fixture.server.database
    await owner`UPDATE setting SET value = '20' WHERE key = 'record_delay_days'`
    try {
      const csv = await download(client, 'csv')
      const bundle = await readBundle(client)
      expect(validateFhir(bundle)).toEqual([])
      const cells = listCsvCells(csv)
      expect(listBundleCells(bundle)).toEqual(cells)
      const unknown = { value: null, day: null }
      expect(cells).toMatchObject({ LIC_LAST: unknown, DIABETES: unknown, FERRITIN_LAST: unknown, C_DB_M: { value: true } })
      expect([...listCsvResults(csv), ...listBundleResults(bundle)]).toEqual([])
      expect(csv.toString()).toMatch(/iron,LIC_LAST,,.*,,,.*,Recente: leggibile dal \d\d\/\d\d\/\d{4},,,,/)
      expect(csv.toString()).toMatch(/iron,,FERRITIN,Ferritina,,,,Recente: leggibile dal \d\d\/\d\d\/\d{4},,2024-02-01,,/)
      const types = bundle.entry.map(({ resource }) => resource.resourceType)
      expect(types).not.toContain('Condition')
      expect(types).not.toContain('MedicationStatement')
      const [composition, ...others] = bundle.entry.map(({ resource }) => JSON.stringify(resource))
      expect(composition?.match(/"code":"withheld"/g), 'neither list is empty').toHaveLength(2)
      expect(others.find((text) => text.includes('"effectiveDateTime":"2024-02-01"'))).toContain('"code":"masked"')
      const { text, pages } = await readPdf(new Uint8Array(await download(client, 'pdf')))
      expect(pages.length).toBeLessThanOrEqual(3)
      expect(text).toContain('il registro li mostra 20 giorni dopo averli ricevuti. Per conoscerli prima chiedi al tuo centro.')
      expect(text).toMatch(/Ferro epatico \(LIC\), ultimo recente: dal \d\d\/\d\d\/\d{4}/)
      expect(text).toMatch(/Ferritina 1 risultato recente, leggibile dal \d\d/)
      const withoutIds = JSON.stringify(bundle).replaceAll(/urn:uuid:[\da-f-]+/g, '')
      for (const value of ['4321', '4.321', '8,5', '8.5', '1999-05', '05/1999', '9,4', '9.4', 'BTM', 'acido folico'])
        expect(
          [text, csv.toString(), withoutIds].filter((copy) => copy.includes(value)),
          value,
        ).toEqual([])
      const { file } = await centre.api.myRecord.print.query({ code, language: 'it' })
      const print = await readPdf(new Uint8Array(Buffer.from(file, 'base64')))
      expect(print.text).toContain('8,5 mg/g')
      expect(print.text).not.toMatch(/recente: dal/)
    } finally {
      await owner`UPDATE setting SET value = '0' WHERE key = 'record_delay_days'`
    }
  })

  test('of a record without any medical value is valid too', async () => {
    const client = await enter()
    const bundle = await readBundle(client)
    expect(validateFhir(bundle)).toEqual([])
    expect(JSON.stringify(bundle)).toContain('"code":"unavailable"')
    expect(listBundleCells(bundle)).toEqual(listCsvCells(await download(client, 'csv')))
  })

  test('is printed by the centre for a patient who left by v1, and the log has an entry', async () => {
    const countPrints = async () =>
      (await fixture.server.readAuditLog()).filter(({ command, action }) => command === 'MyRecord' && action === 'PRINT').length
    const earlier = await countPrints()
    const client = await enter({ medical, name: 'ADA', surname: 'NERI' })
    await client.api.consents.withdraw.mutate({ choice: 'v1', shown: await shownWithdrawal(client), password: patientPassword })
    const centre = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    const { file } = await centre.api.myRecord.print.query({ code: `C${number}`, language: 'en' })
    const { text } = await readPdf(new Uint8Array(Buffer.from(file, 'base64')))
    expect(text).toContain('Patient: Ada Neri')
    expect(text).toContain('8.5 mg/g dry weight')
    const milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }])
    expect(await rejected(milan.api.myRecord.print.query({ code: `C${number}`, language: 'it' }))).toMatchObject({
      code: 'import_patient_unknown',
    })
    expect(await countPrints(), 'the rejected one too').toBe(earlier + 2)
  })

  test('needs a code, which serves all copies of ten minutes, and is logged as a read of the patient without a value', async () => {
    const client = await enter({ medical })
    fixture.advanceClock(11 * minute)
    expect(await rejected(download(client, 'csv'))).toMatchObject({ code: 'record_code_required' })
    await client.api.myRecord.requestCode.mutate({})
    await download(client, 'pdf', 'it', await fixture.codeFor(email, 1))
    await download(client, 'csv')
    fixture.advanceClock(9 * minute)
    await download(client, 'fhir')
    const entries = (await fixture.server.readAuditLog()).filter(({ command, action }) => command === 'MyRecord' && action === 'DOWNLOAD')
    expect(entries.length).toBeGreaterThanOrEqual(3)
    expect(JSON.stringify(entries)).not.toContain('BTM')
    expect(await rejected(client.api.myRecord.download.mutate(JSON.parse('{"format":"pdf","language":"it","patient":1}')))).toMatchObject({
      code: 'validation_failed',
    })
    expect(await rejected(client.api.myRecord.download.mutate(JSON.parse('{"format":"xml","language":"it"}')))).toMatchObject({
      code: 'validation_failed',
    })
  })
})
