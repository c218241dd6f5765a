import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allConsents, makeCentre, type PatientOptions } from '@registry/db/testing/fixtures'
import { readPdf } from '../../shared/pdf/testing/read-pdf.ts'
import type { Client } from '../../testing/client.ts'
import { validateFhir } from '../../testing/fhir-schema.ts'
import { createSignInFixture, patientPassword, type SignInFixture } from '../sign-in/testing/sign-in-fixture.ts'
import { listBundleCells, listCsvCells } from './testing/copies.ts'

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
    expect(text).toMatch(/Ferro epatico \(LIC\), ultimo 8,5 mg\/g di peso secco \(\d\d\/\d\d\/\d{4}, /)
    expect(text).toContain('valore della visita')
    expect(text).toMatch(/Emoglobina \(g\/dL\) 9,4 /)
    expect(text).toContain('Questi dati sono conservati ma non sono in uso')
    const english = await print('en')
    expect(english.language).toBe('en-GB')
    expect(english.text).toContain('8.5 mg/g dry weight')
  })

  test('of a record without any medical value is valid too', async () => {
    const client = await enter()
    const bundle = await readBundle(client)
    expect(validateFhir(bundle)).toEqual([])
    expect(JSON.stringify(bundle)).toContain('"code":"unavailable"')
    expect(listBundleCells(bundle)).toEqual(listCsvCells(await download(client, 'csv')))
  })

  test('is printed by the centre for a patient who left by v1, and the log has an entry', async () => {
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
    const entries = await fixture.server.readAuditLog()
    expect(
      entries.filter(({ command, action }) => command === 'MyRecord' && action === 'PRINT'),
      'the rejected one too',
    ).toHaveLength(2)
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
