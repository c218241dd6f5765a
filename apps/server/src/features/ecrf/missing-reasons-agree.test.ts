import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FieldName } from '@registry/domain/fields/dictionary'
import { getField } from '@registry/domain/fields/dictionary'
import { formatMissingCell, missingReasons, parseMissingCell } from '@registry/domain/fields/missing'
import { clearToken } from '@registry/domain/fields/values'
import { tableFormats, type TableFormat } from '@registry/tabular/format'
import { writeRows } from '@registry/tabular/write/rows'
import { createImportFixture, type ImportFixture } from '../imports/testing/import-fixture.ts'

let fixture: ImportFixture
let rome: Awaited<ReturnType<ImportFixture['server']['staff']>>
beforeAll(async () => {
  fixture = await createImportFixture()
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Fields of both sections and each type, with values that no rule between fields rejects. Choices only lose their value here. */
const goodValues = {
  HB: ['9.1', '10.5'],
  FERRITIN: ['900'],
  HOSPEDALIZATIONS: ['1'],
  DIABETES: ['true', 'false'],
  OTHER_THERAPIES: ['vitamina D'],
  FENOTYPE: [],
  HOSPEDAL_CAUSES: [],
  DOD: ['1990-05-01'],
  address_town: ['Roma'],
  CENTER_START: ['2001-02-03'],
} as const satisfies Partial<Record<FieldName, readonly string[]>>
type Name = keyof typeof goodValues
type Cells = ReadonlyMap<Name, string>
const names = Object.keys(goodValues) as Name[]

const change = fc
  .constantFrom(...names)
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(clearToken, ...missingReasons.map(formatMissingCell), ...goodValues[name])))
const saves = fc.array(
  fc.array(change, { minLength: 1, maxLength: 5 }).map((changes): Cells => new Map(changes)),
  { minLength: 1, maxLength: 3 },
)

const listCells = (cells: Cells, isMedical: boolean) =>
  [...cells].filter(([name]) => (getField(name).table === 'patient_medical') === isMedical)

const sendFile = (format: TableFormat) => async (code: string, cells: Cells) => {
  for (const [path, isMedical] of [
    ['/putPersonalData', false],
    ['/putMedicalData', true],
  ] as const) {
    const dataDomain = listCells(cells, isMedical)
    if (dataDomain.length === 0) continue
    const columns = ['CENTER_ID', ...dataDomain.map(([name]) => name)].map((name) => ({ name, type: 'text' as const }))
    const file = await writeRows([[code, ...dataDomain.map(([, cell]) => cell)]], columns, format)
    expect(await fixture.sendBy(rome, path, Buffer.from(file), { format })).toMatchObject({ ok: 1, ko: 0 })
  }
}

const ways = {
  form: (code: string, cells: Cells) => rome.api.ecrf.save.mutate({ code, changes: Object.fromEntries(cells) }),
  service: async (code: string, cells: Cells) => {
    const [PATIENT, MEDICAL_DATA] = [false, true].map((isMedical) => Object.fromEntries(listCells(cells, isMedical)))
    const answer = await rome.call('/e_crf', { json: { action: 'PUT_PATIENT_DATA', CENTER_ID: code, PATIENT, MEDICAL_DATA } })
    expect(answer).toMatchObject({ success: true })
  },
  ...Object.fromEntries(tableFormats.map((format) => [format, sendFile(format)])),
}

/** The expected content of a record after the saves: the last cell of each field decides. */
const buildExpected = (all: readonly Cells[]) => {
  const last = new Map(all.flatMap((cells) => [...cells]))
  return {
    values: Object.fromEntries(
      names.map((name) => {
        const cell = last.get(name) ?? clearToken
        return [name, cell.startsWith(clearToken) ? null : cell]
      }),
    ),
    missing: Object.fromEntries([...last].flatMap(([name, cell]) => (parseMissingCell(cell) ? [[name, parseMissingCell(cell)]] : []))),
  }
}

test('REQ-CRF-16: form, web service and files of each format store the same values and reasons', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(saves, async (all) => {
      run += 1
      for (const [way, save] of Object.entries(ways)) {
        const code = `${way}-${run}`
        await fixture.patient(code)
        for (const cells of all) await save(code, cells)
        const { values, missing } = await rome.api.ecrf.read.query({ code })
        const shown = names.map((name) => [name, values[name] === null ? null : String(values[name])])
        expect({ values: Object.fromEntries(shown), missing }, way).toEqual(buildExpected(all))
      }
    }),
    { numRuns: 8 },
  )
})
