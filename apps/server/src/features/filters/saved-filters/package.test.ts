import { createHash } from 'node:crypto'
import { WebR } from 'webr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveConsents, makeResults } from '@registry/db/testing/fixtures'
import { unzip } from '@registry/tabular/testing/unzip'
import { addFilter, createFilterFixture, filterContent, runFilter, type FilterFixture } from './testing/fixture.ts'

let fixture: FilterFixture
beforeAll(async () => {
  fixture = await createFilterFixture()
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

const fields = {
  PATIENT: ['center_code', 'SEX'],
  MEDICAL_DATA: { Laboratory: ['FERRITIN_LAST'], Misc: ['DEAD_CAUSE'], Surgery: ['BMT'], Hospitalization: 'ALL' },
}

const exportPackage = async (more: Record<string, unknown> = {}) => {
  const id = await addFilter(fixture.manager, { field_list: fields })
  const body = { action: 'RUN', id, format: 'package', as_role: 'DataManager', lang: 'it', ...more }
  const response = await fixture.manager.post('/inthem_query', { json: body })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { id, response, bytes, files: await unzip(bytes) }
}

/** Runs the script in R, and returns the output of an R expression. */
const runInR = async (files: Record<string, Buffer>, expression: string): Promise<string> => {
  const r = new WebR({ interactive: false })
  await r.init()
  try {
    for (const name of ['data.csv', 'read.R', 'observations.csv']) await r.FS.writeFile(`/${name}`, files[name] ?? Buffer.alloc(0))
    return await r.evalRString(`setwd("/"); source("read.R", encoding = "UTF-8"); ${expression}`)
  } finally {
    r.close()
  }
}

describe('REQ-EXP-08: the package of a filter', () => {
  test('is a ZIP with data, dictionary, values, scripts and manifest', async () => {
    const { id, response, files } = await exportPackage()
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toContain(`filename="filtro_${id}.zip"`)
    expect(Object.keys(files)).toEqual([
      'data.csv',
      'dictionary.csv',
      'values.csv',
      'read.R',
      'read.sps',
      'read.do',
      'read.sas',
      'manifest.json',
    ])
    const csv = await (await runFilter(fixture.manager, id, 'csv', 'DataManager')).text()
    // The package has more columns after those of the file: 0 and 1 for each code of several choices.
    const [header = '', ...rows] = (files['data.csv']?.toString() ?? '').replace('\ufeff', '').split('\r\n')
    const lines = csv.replace('\ufeff', '').split('\r\n')
    expect(header.startsWith(`${lines[0]},HOSPEDAL_CAUSES_`)).toBe(true)
    expect(rows.every((row, index) => row.startsWith(lines[index + 1] ?? '-'))).toBe(true)
    expect(files['dictionary.csv']?.toString()).toMatch(/\r\nSEX,PATIENT,[^\r]*,choice,,svc_sex,Sesso alla nascita,Sex at birth,SEX\r\n/)
    expect(files['values.csv']?.toString()).toMatch(/,F,Femmina,Female\r\n/)
  })

  test('has a manifest with the version, the exclusions and the SHA-256 of the data', async () => {
    const { id, files } = await exportPackage()
    const manifest = JSON.parse(files['manifest.json']?.toString() ?? '')
    expect(manifest).toMatchObject({
      actor: 'dm@example.org',
      role: 'DataManager',
      filter: { id, version: 1, name: filterContent.name },
      rows: 2,
      excluded: { consentRefused: 1, consentNotAnswered: 1, valueMissing: 0 },
      coarserValues: false,
      sha256: {
        'data.csv': createHash('sha256')
          .update(files['data.csv'] ?? '')
          .digest('hex'),
      },
    })
    expect(manifest.selects).toMatch(/^I pazienti che hanno dato il consenso/)
  })

  test('is recorded like every export, with the SHA-256 of the ZIP', async () => {
    const { response, bytes } = await exportPackage()
    const id = response.headers.get('x-export-id')
    const read = () => fixture.server.database.owner<{ format: string; outcome: string; rows: number; sha256: string }[]>`
      SELECT m.format, o.outcome, o.rows, o.sha256 FROM export_manifest AS m JOIN export_outcome AS o ON o.manifest_id = m.id WHERE m.id = ${id}`
    await expect
      .poll(read)
      .toEqual([{ format: 'package', outcome: 'complete', rows: 2, sha256: createHash('sha256').update(bytes).digest('hex') }])
  })

  test('is read by R into factors with labels, numbers and texts', async () => {
    const { files } = await exportPackage()
    const described =
      'paste(class(registry$SEX), paste(levels(registry$SEX), collapse = "/"), paste(sort(as.character(registry$SEX)), collapse = "/"), attr(registry$SEX, "label"), ' +
      'class(registry$FERRITIN_LAST), sum(registry$FERRITIN_LAST), paste(sort(as.character(registry$BMT)), collapse = "/"), nrow(registry), sep = " | ")'
    expect(await runInR(files, described)).toBe(
      'factor | Femmina/Maschio/Indeterminato | Femmina/Maschio | Sesso alla nascita | numeric | 3500 | Sì | 2',
    )
  })

  test('has the areas as labelled values when its values are coarser', async () => {
    const { files } = await exportPackage({ generalise: 'true' })
    expect(JSON.parse(files['manifest.json']?.toString() ?? '')).toMatchObject({ coarserValues: true })
    expect(await runInR(files, 'paste(sort(as.character(registry$center_code)), collapse = "/")')).toBe('Centro/Nord-Ovest')
  })
})

describe('REQ-EXP-15: the dated results of a package', () => {
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    const { owner } = fixture.server.database
    for (const { id, code } of await owner<{ id: number; code: string }[]>`
      SELECT patient_id AS id, centre_patient_code AS code FROM patient_identity`)
      ids[code] = id
    await makeResults(owner, ids['R1']!, [
      { takenOn: '2020-03-01', value: 900.5 },
      { takenOn: '2020-03-31', value: 1500 },
      { takenOn: '2020-03-31', value: 40, analyte: 'ALT', unit: 'U/L' },
    ])
    await makeResults(owner, ids['M1']!, [{ takenOn: '2021-05-06', value: 2000 }])
    // A patient without the consent, and one whom the filter does not select.
    await makeResults(owner, ids['M2']!, [{ takenOn: '2021-05-06', value: 3000 }])
  })
  const readManifest = (files: Record<string, Buffer>) => JSON.parse(files['manifest.json']?.toString() ?? '')
  const readLines = (file: Buffer | undefined) => (file?.toString() ?? '').replace('\ufeff', '').trimEnd().split('\r\n')

  test('count days from the first result, and the manifest says so', async () => {
    const { files } = await exportPackage({ observations: 'days' })
    // The filter has the last ferritin, so the package has no transaminases.
    expect(readLines(files['observations.csv'])).toEqual([
      'PATIENT_NUMBER,ANALYTE,VALUE,COMPARATOR,UNIT,DAY',
      '1,FERRITIN,900.5,,ng/mL,0',
      '1,FERRITIN,1500,,ng/mL,30',
      '2,FERRITIN,2000,,ng/mL,0',
    ])
    expect(readLines(files['data.csv']).map((line) => line.split(',')[0])).toEqual(['PATIENT_NUMBER', '1', '2'])
    expect(readManifest(files)).toMatchObject({
      observations: { days: 'from the first result', results: 3, patients: 2, uniquePatterns: 2 },
      sha256: { 'observations.csv': createHash('sha256').update(files['observations.csv']!).digest('hex') },
    })
    expect(readLines(files['observations_dictionary.csv'])[6]).toBe(
      'DAY,MEDICAL_DATA,,float,,,Giorni dal primo risultato del paziente,Days from the first result of the patient,DAY',
    )
    expect(readLines(files['values.csv'])).toContain('analyte,FERRITIN,Ferritina,Ferritin')
  })

  test('are read by R, and joined to the data by the number of the patient', async () => {
    const { files } = await exportPackage({ observations: 'dates' })
    const joined =
      'results <- read.csv("observations.csv", fileEncoding = "UTF-8-BOM"); joined <- merge(registry, results, by = "PATIENT_NUMBER"); ' +
      'paste(joined$center_code, joined$VALUE, as.Date(joined$TAKEN_ON), collapse = " | ")'
    expect(await runInR(files, joined)).toBe('RM01 900.5 2020-03-01 | RM01 1500 2020-03-31 | MI01 2000 2021-05-06')
    expect(readManifest(files)).toMatchObject({ observations: { days: 'dates' } })
  })

  test('have years only where values are coarser, under numbers in the order of those values', async () => {
    const { files } = await exportPackage({ observations: 'dates', generalise: 'true' })
    expect(readLines(files['observations.csv']).map((line) => line.split(',').at(-1))).toEqual([
      'TAKEN_ON',
      '2021-01-01',
      '2020-01-01',
      '2020-01-01',
    ])
  })

  test('are named in the manifest of the registry, and the same in a package made again', async () => {
    const first = await exportPackage({ observations: 'dates' })
    const id = first.response.headers.get('x-export-id')
    const read = () => fixture.server.database.owner`
      SELECT m.columns FROM export_manifest AS m JOIN export_outcome AS o ON o.manifest_id = m.id WHERE m.id = ${id} AND o.outcome = 'complete'`
    await expect.poll(read).toEqual([{ columns: expect.arrayContaining(['FERRITIN_LAST', 'ANALYTE', 'VALUE', 'UNIT', 'TAKEN_ON']) }])
    // Recorded now, of a day long ago: it is in an export as of today, and not in one as of that moment.
    await makeResults(fixture.server.database.owner, ids['R1']!, [{ takenOn: '2020-01-01', value: 700 }])
    const again = await fixture.manager.post('/export_again', { json: { id } })
    expect(Buffer.from(await again.arrayBuffer()).equals(first.bytes)).toBe(true)
    expect((await exportPackage({ observations: 'dates' })).files['observations.csv']?.toString()).toContain('700,,ng/mL,2020-01-01')
  })

  test('go with the consent to clinical data', async () => {
    const { owner } = fixture.server.database
    const [patient] = await owner<{ subject: string }[]>`SELECT consent_subject AS subject FROM patient WHERE id = ${ids['R1']!}`
    await giveConsents(owner, patient!.subject, { C_DB_M: false })
    const { files } = await exportPackage({ observations: 'days' })
    expect(readLines(files['observations.csv'])).toEqual(['PATIENT_NUMBER,ANALYTE,VALUE,COMPARATOR,UNIT,DAY', '1,FERRITIN,2000,,ng/mL,0'])
    await giveConsents(owner, patient!.subject, { C_DB_M: true })
  })

  test('are in a package only if somebody asks for them, and in no other format', async () => {
    expect(Object.keys((await exportPackage()).files)).not.toContain('observations.csv')
    const id = await addFilter(fixture.manager)
    const run = { action: 'RUN', id, format: 'csv', as_role: 'DataManager', observations: 'days' }
    expect(await fixture.manager.call('/inthem_query', { json: run })).toMatchObject({ success: false, code: 'export_observations_format' })
    expect(await fixture.manager.call('/inthem_query', { json: { ...run, format: 'package', observations: 'all' } })).toMatchObject({
      success: false,
      fields: { observations: expect.any(String) },
    })
  })
})
