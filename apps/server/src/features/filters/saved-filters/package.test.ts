import { createHash } from 'node:crypto'
import { WebR } from 'webr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
    for (const name of ['data.csv', 'read.R']) await r.FS.writeFile(`/${name}`, files[name] ?? Buffer.alloc(0))
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
