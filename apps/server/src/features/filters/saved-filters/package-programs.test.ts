import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents } from '@registry/db/testing/fixtures'
import { listFilterableMedicalFields, medicalCategories } from '@registry/domain/filter/selected-fields'
import { unzip } from '@registry/tabular/testing/unzip'
import { csv } from '../../imports/testing/import-fixture.ts'
import { addFilter, createFilterFixture, type FilterFixture } from './testing/fixture.ts'

/** `readBySpssScript` replaces programs that are not installed; it reads the script and the data like them. */
const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0
const run = promisify(execFile)

const euros = '€'.repeat(999)
let fixture: FilterFixture
let files: Record<string, Buffer>
let folder: string

/** The rows of a CSV text with quotes by RFC 4180. */
const parseCsv = (text: string, delimiter = ','): string[][] => {
  const rows: string[][] = [[]]
  const cells = text.replace(/^\uFEFF/, '').matchAll(new RegExp(`("(?:[^"]|"")*"|[^"${delimiter}\r\n]*)(${delimiter}|\r?\n|$)`, 'g'))
  for (const [whole, cell = '', end] of cells) {
    if (whole === '' && (rows.at(-1) ?? []).length === 0) break
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end !== delimiter) rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}
const read = (name: string): string => files[name]?.toString() ?? ''

/** Reads the data like SPSS: one record from each line, texts cut at the width in bytes, no reserved names. */
const readBySpssScript = (): Record<string, string>[] => {
  const reserved = /^(ALL|AND|BY|EQ|GE|GT|LE|LT|NE|NOT|OR|TO|WITH)$/i
  const variables = [...read('read.sps').matchAll(/^ {4}([A-Za-z][A-Za-z0-9_]*) (?:A(\d+)|F16\.4|SDATE10)$/gm)]
  const names = variables.map(([, name = '']) => name)
  expect(names.filter((name) => reserved.test(name) || name.length > 64)).toEqual([])
  expect(new Set(names.map((name) => name.toUpperCase())).size).toBe(names.length)
  const [, ...lines] = read('data.csv').trimEnd().split(/\r?\n/)
  return lines.map((line) => {
    const cells = parseCsv(line)[0] ?? []
    expect(cells.length).toBe(names.length)
    return Object.fromEntries(
      cells.map((cell, index) => {
        const width = Number(variables[index]?.[2] ?? 100)
        expect(width).toBeLessThanOrEqual(32_767)
        return [names[index], Buffer.from(cell).subarray(0, width).toString()]
      }),
    )
  })
}

beforeAll(async () => {
  fixture = await createFilterFixture()
  folder = await mkdtemp(join(tmpdir(), 'package-'))
  await fixture.server.patient({
    centre: 'RM01',
    centrePatientCode: 'DEMO-1',
    surname: 'CANARIONOTE',
    consents: allConsents,
    personal: { sex: 'F' },
    medical: { gt: true, bmt: true },
  })
  const notes = ['CENTER_ID;BMT_NOTE;OTHER_THERAPIES;HB', `DEMO-1;"riga uno\nriga due\nriga tre";"${euros}";9,37`]
  const report = await fixture.rome.call('/putMedicalData', {
    multipart: { format: 'csv' },
    file: { name: 'E03-notes-for-export.csv', content: csv(...notes) },
  })
  expect(report).toMatchObject({ success: true, ok: 1, ko: 0, detail: [] })
  const everyField = medicalCategories.map((category) => [category, listFilterableMedicalFields(category).map(({ name }) => name)])
  const id = await addFilter(fixture.manager, {
    field_list: { PATIENT: 'ALL', MEDICAL_DATA: Object.fromEntries(everyField) },
    filter_list: {},
  })
  const response = await fixture.manager.post('/inthem_query', {
    json: { action: 'RUN', id, format: 'package', as_role: 'DataManager', lang: 'it', missing_reasons: 'true' },
  })
  files = await unzip(Buffer.from(await response.arrayBuffer()))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
})
afterAll(async () => {
  await fixture.server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** The cases of the package with their values as texts. */
const findCase = (rows: readonly Record<string, string>[]): Record<string, string> => {
  expect(rows.length).toBe(4)
  return rows.find((row) => row['OTHER_THERAPIES'] !== '') ?? {}
}

describe('REQ-EXP-08: a package of all fields', () => {
  test('has one case for each patient, with whole notes in one line, by its own script', () => {
    const found = findCase(readBySpssScript())
    expect(found).toMatchObject({ BMT_NOTE: 'riga uno / riga due / riga tre', GT_VALUE: 'true', HB: '9.37', OTHER_THERAPIES: euros })
  })

  test('keeps the header of the data, and names in the dictionary what the scripts rename', () => {
    const [header = []] = parseCsv(read('data.csv'))
    expect(header).toContain('GT')
    const [columns = [], ...described] = parseCsv(read('dictionary.csv'))
    expect(columns.at(-1)).toBe('spss_sas_name')
    expect(described.map(([name]) => name)).toEqual(header)
    expect(described.filter((row) => row[0] !== row.at(-1)).map((row) => [row[0], row.at(-1)])).toEqual([['GT', 'GT_VALUE']])
    expect(read('read.sas')).toContain(' GT_VALUE ')
    expect(read('read.sas')).not.toMatch(/^ +(?:informat|label) GT /m)
  })

  test('has several choices as columns of 0 and 1 too, one for each code', () => {
    const [header = [], ...rows] = parseCsv(read('data.csv'))
    const column = (name: string): (string | undefined)[] =>
      rows.map((row) => row[header.indexOf(name)]).toSorted((a = '', b = '') => a.localeCompare(b))
    expect(column('HOSPEDAL_CAUSES')).toEqual(['', '', '', '["038.2","008.8"]'])
    expect(column('HOSPEDAL_CAUSES_038_2')).toEqual(['', '', '', '1'])
    expect(column('HOSPEDAL_CAUSES_008_8')).toEqual(['', '', '', '1'])
    const others = header.filter((name) => name.startsWith('HOSPEDAL_CAUSES_'))
    expect(others.length).toBe(parseCsv(read('values.csv')).filter(([table]) => table === 'icd9').length)
    expect(others.every((name) => name.length <= 32)).toBe(true)
  })

  test('has tables without the apostrophes that protect spreadsheets', async () => {
    const guarded = parseCsv(read('values.csv'))
      .flat()
      .filter((cell) => cell.startsWith("'"))
    expect(guarded).toEqual([])
  })

  if (isInstalled('pspp'))
    test('is read by PSPP, whatever the decimal sign of the session', async () => {
      const program = [
        'SET DECIMAL=COMMA.',
        "INSERT FILE='read.sps'.",
        "SAVE TRANSLATE /OUTFILE='read.csv' /TYPE=CSV /FIELDNAMES /REPLACE.",
      ]
      await writeFile(join(folder, 'run.sps'), program.join('\n'))
      const { stdout } = await run('pspp', ['run.sps'], { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } })
      expect(stdout).not.toMatch(/error|warning/i)
      const [header = [], ...rows] = parseCsv(await readFile(join(folder, 'read.csv'), 'utf8'), ';')
      const found = findCase(rows.map((row) => Object.fromEntries(row.map((cell, index) => [header[index], cell.trim()]))))
      expect(found).toMatchObject({ BMT_NOTE: 'riga uno / riga due / riga tre', GT_VALUE: 'true', HB: '9,37', OTHER_THERAPIES: euros })
    })

  if (isInstalled('Rscript'))
    test('is read by R', async () => {
      const expression =
        'cat(nrow(registry), max(nchar(registry$OTHER_THERAPIES), na.rm = TRUE), sum(registry$HOSPEDAL_CAUSES_038_2, na.rm = TRUE))'
      const { stdout } = await run('Rscript', ['-e', `source("read.R", encoding = "UTF-8"); ${expression}`], { cwd: folder })
      expect(stdout).toBe('4 999 1')
    })
})
