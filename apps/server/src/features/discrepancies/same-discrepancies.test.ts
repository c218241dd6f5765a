import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePatients, allConsents } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import { evaluate } from '@registry/domain/expression/evaluate'
import { getField, type FieldName } from '@registry/domain/fields/dictionary'
import { buildReader } from '@registry/domain/fields/reader'
import type { PatientRecord, Value } from '@registry/domain/fields/values'
import { listSelectableIds, type ReferenceValues } from '@registry/domain/reference/reference-values'
import { buildRecordChecks, type RecordCheck } from '@registry/domain/rules/record-checks'
import { ruleCaseFamilies } from '@registry/domain/testing/rule-case-families'
import { ruleCases } from '@registry/domain/testing/rule-cases'
import { formatItalianDay } from '../../shared/day.ts'
import { checkCentres } from '../../jobs/record-checks.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import { createImportFixture, csv, type ImportFixture } from '../imports/testing/import-fixture.ts'

const today = formatItalianDay(new Date())
/** The number of random records, and how many of them also go through the form and the web service. */
const [randomRecords, randomSaves] = [150, 12]
let fixture: ImportFixture
let referenceValues: ReferenceValues
let checks: readonly RecordCheck[]
/** The keys of the prepared records. Each rule has two: one that breaks it, and the nearest one that does not. */
let keys: readonly string[]
let records: readonly PatientRecord[]
let medical: readonly PatientRecord[]
let codes: readonly string[]
let found: ReadonlyMap<string, readonly string[]>

/** The registry stores only values that a reader accepts. The registration has its own checks. */
const isStored = (record: PatientRecord): boolean =>
  Object.entries(record).every(([name, value]) => {
    const field = getField(name as FieldName)
    const { error } = buildReader(field, { today, referenceIds: (table) => listSelectableIds(referenceValues(table)) }).json(value)
    return error === undefined && ['patient_personal', 'patient_medical'].includes(field.table)
  })

/** Random combinations of the prepared records, so that rules meet that no single record combines. */
const combine = (parts: readonly PatientRecord[]): readonly PatientRecord[] =>
  fc.sample(
    fc.subarray([...parts], { minLength: 2, maxLength: 6 }).map((chosen): PatientRecord => Object.assign({}, ...chosen)),
    randomRecords,
  )

const isMedical = (record: PatientRecord): boolean =>
  Object.keys(record).every((name) => getField(name as FieldName).table === 'patient_medical')

const listValues = (record: PatientRecord, table: string) =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const field = getField(name as FieldName)
      return field.table === table ? [[field.column, value]] : []
    }),
  )

beforeAll(async () => {
  fixture = await createImportFixture()
  const { owner, server } = fixture.server.database
  referenceValues = await withTransaction(server, { actor: '', source: 'system', scope: { kind: 'none' } }, (tx) => readReferenceValues(tx))
  const stored = [...ruleCases, ...ruleCaseFamilies].filter(([, , , broken, valid]) => isStored(broken) && isStored(valid))
  keys = stored.map(([, key]) => key)
  const single = stored.flatMap(([, , , broken, valid]) => [broken, valid])
  records = [...single, ...combine(single.filter(isMedical))]
  medical = records.filter(isMedical)
  await makePatients(owner, { centre: 'RM01', count: records.length, consents: allConsents })
  const patients = await owner<{ id: number; code: string }[]>`
    SELECT patient_id AS id, centre_patient_code AS code FROM patient_identity WHERE centre_code = 'RM01' ORDER BY patient_id`
  codes = patients.map(({ code }) => code)
  await owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'fixture', true), set_config('app.source', 'system', true)`
    for (const [index, record] of records.entries()) {
      for (const table of ['patient_personal', 'patient_medical']) {
        const values = listValues(record, table)
        if (Object.keys(values).length > 0) await sql`UPDATE ${sql(table)} SET ${sql(values)} WHERE patient_id = ${patients[index]!.id}`
      }
    }
  })
  checks = buildRecordChecks(referenceValues, today)
  await checkCentres({ ...fixture.server.deps, clock: () => new Date() })
  const rows = await owner<{ code: string; keys: string[] }[]>`
    SELECT i.centre_patient_code AS code, array_agg(f.check_key ORDER BY f.check_key) AS keys
    FROM record_discrepancy AS f JOIN patient_identity AS i USING (patient_id) GROUP BY i.centre_patient_code`
  found = new Map(rows.map(({ code, keys: own }) => [code, own]))
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** The discrepancies that the form computes for a record. */
const findInMemory = (record: PatientRecord): readonly RecordCheck[] =>
  checks.filter((check) => {
    if ('violatedWhen' in check) return evaluate(check.violatedWhen, record, { today }) === true
    return 'isViolatedBy' in check && check.isViolatedBy(record)
  })

describe('REQ-CRF-10: form, file, web service and nightly check agree', () => {
  test('the nightly check finds every broken rule of a cohort, and none in the nearest correct records', () => {
    expect(keys.length).toBeGreaterThan(250)
    const missed = keys.filter((key, index) => !found.get(codes[2 * index]!)?.includes(key))
    const invented = keys.filter((key, index) => found.get(codes[2 * index + 1]!)?.includes(key))
    expect([missed, invented]).toEqual([[], []])
  })

  test('the nightly check finds what the rules in memory find, record by record, also in random records', () => {
    const expected = records.map((record) => [
      record,
      findInMemory(record)
        .map(({ key }) => key)
        .toSorted(),
    ])
    expect(records.map((record, index) => [record, (found.get(codes[index]!) ?? []).toSorted()])).toEqual(expected)
  })

  const expectCodes = (record: PatientRecord) => [...new Set(findInMemory(record).map(({ message }) => message.code))].toSorted()
  const toCell = (value: Value | undefined): string =>
    value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

  test('a file reports what the nightly check finds', async () => {
    const names = [...new Set(medical.flatMap((record) => Object.keys(record)))]
    const { owner } = fixture.server.database
    await makePatients(owner, { centre: 'MI01', count: medical.length, consents: allConsents })
    const lines = medical.map((record, index) =>
      [`P${index + 1}`, ...names.map((name) => quote(toCell(record[name as FieldName])))].join(','),
    )
    const reported = new Map<number, Set<string>>()
    // A report has at most 1,000 entries.
    for (let from = 0; from < lines.length; from += 40) {
      const { detail = [] } = await fixture.send('/putMedicalData', csv(`CENTER_ID,${names.join(',')}`, ...lines.slice(from, from + 40)), {
        centre: 'MI01',
        more: { dry_run: 'true' },
      })
      for (const { row, code } of detail)
        reported.set(from + row - 1, (reported.get(from + row - 1) ?? new Set()).add(code.replace(/^warning_/, '')))
    }
    expect(medical.map((record, index) => [record, [...(reported.get(index) ?? [])].toSorted()])).toEqual(
      medical.map((record) => [record, expectCodes(record)]),
    )
  })

  test('form and web service report what the nightly check finds', async () => {
    const rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    // Every 29th prepared record and some random ones. The other prepared records have a similar one in the file above.
    const isSent = (number: number): boolean => number % 29 === 0 || number >= medical.length - randomSaves
    for (const [index, record] of medical.filter((_, number) => isSent(number)).entries()) {
      const rejected = findInMemory(record).some(({ severity }) => severity === 'error')
      await fixture.patient(`W${index}`, { personal: { sex: 'M' } })
      await fixture.patient(`F${index}`, { personal: { sex: 'M' } })
      const sent = await rome.call('/e_crf', { json: { action: 'PUT_PATIENT_DATA', CENTER_ID: `W${index}`, MEDICAL_DATA: record } })
      const typed = rome.api.ecrf.save.mutate({ code: `F${index}`, changes: record })
      const saved = await typed.then(
        ({ warnings }) => [...new Set(warnings.map(({ code }) => code))].toSorted(),
        () => 'refused',
      )
      expect([record, saved, sent]).toEqual([
        record,
        rejected ? 'refused' : expectCodes(record),
        expect.objectContaining({ success: !rejected }),
      ])
    }
  })
})

test('REQ-CRF-05: form, file and database compute the same number of complications', async () => {
  const rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'complications@example.org')
  for (const code of ['CF', 'CW']) await fixture.patient(code)
  const values = { DIABETES: true, OSTEOPOROSIS: true, HCV: false }
  await rome.api.ecrf.save.mutate({ code: 'CW', changes: values })
  await fixture.send('/putMedicalData', csv('CENTER_ID,DIABETES,OSTEOPOROSIS,HCV,COMPLICATIONS_NUM', 'CF,true,true,false,9'))
  for (const code of ['CF', 'CW']) expect((await fixture.stored('patient_medical', code))['complications_num']).toBe(2)
})
