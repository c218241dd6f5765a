import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { allConsents } from '../testing/fixtures.ts'
import { catchQueryError, centreContext, countReads, patientContext, useTestDatabase } from '../testing/use-test-database.ts'
import { withTransaction, type TransactionContext } from '../transaction.ts'

const database = useTestDatabase('RM01', 'MI01')
const rome = centreContext('RM01')
let patientId: number
beforeAll(async () => {
  ;({ id: patientId } = await database.createPatient({ consents: allConsents }))
  // Other patients, so that an index is worth its use.
  await database.owner`INSERT INTO patient (centre_code, login_mode) SELECT 'MI01', 'Email' FROM generate_series(1, 100)`
})

type Row = {
  readonly analyte?: string
  readonly taken_on?: string
  readonly comparator?: '<' | '>'
  readonly standard_value: number
  readonly sample?: string
  readonly conditional?: boolean
  readonly correction?: 'amended' | 'corrected'
}
const buildRows = (patient: number, rows: readonly Row[]) =>
  JSON.stringify(
    rows.map((row, number) => ({
      row_number: number + 1,
      patient_id: patient,
      analyte: 'FERRITIN',
      taken_on: '2025-05-06',
      unit: 'ng/mL',
      value: row.standard_value,
      ...row,
    })),
  )
type Sending = { readonly context?: TransactionContext; readonly patient?: number; readonly source?: 'form' | 'fhir' }
const add = (rows: readonly Row[], { context = rome, patient = patientId, source = 'form' }: Sending = {}) =>
  withTransaction(database.server, context, async ({ sql }) => {
    const found = await sql<{ outcome: string }[]>`
      SELECT outcome FROM add_observations(${buildRows(patient, rows)}::text::jsonb, ${source}) ORDER BY row_number`
    return found.map(({ outcome }) => outcome)
  })
const listSeries = (patient: number) => database.owner<{ id: number; value: number; ended: string | null }[]>`
  SELECT id::integer, standard_value::float8 AS value, ended_as AS ended FROM observation WHERE patient_id = ${patient} ORDER BY id`
const correct = (id: number, row: Row | null, reason = 'typed wrongly', context = rome) =>
  withTransaction(database.server, context, async ({ sql }) => {
    const line = row && { taken_on: '2025-05-06', value: row.standard_value, unit: 'ng/mL', ...row }
    const [found] = await sql<{ outcome: string }[]>`
      SELECT correct_observation(${id}::bigint, ${line === null ? null : JSON.stringify(line)}::text::jsonb, ${reason}, 'form') AS outcome`
    return found?.outcome
  })

describe('REQ-OBS-03: a result', () => {
  test('that equals a present or corrected one adds nothing; a sample has one result', async () => {
    const { id: patient } = await database.createPatient({ consents: allConsents })
    const send = (...rows: Row[]) => add(rows, { patient })
    const sample = 'A1'
    expect(await send({ standard_value: 812, sample }, { standard_value: 812 })).toEqual(['added', 'unchanged'])
    expect(await send({ standard_value: 812, sample }, { standard_value: 812, sample: 'A2' })).toEqual(['unchanged', 'added'])
    expect(await send({ standard_value: 700, sample }, { standard_value: 812, comparator: '<', sample })).toEqual(['sample', 'sample'])
    expect(await send({ standard_value: 812, comparator: '<' }, { standard_value: 812, taken_on: '2025-05-07' })).toEqual([
      'added',
      'added',
    ])
    const [first] = await listSeries(patient)
    expect(await correct(first!.id, { standard_value: 750, sample })).toBe('corrected')
    expect(await send({ standard_value: 812, sample })).toEqual(['unchanged'])
    expect((await listSeries(patient)).map(({ value, ended }) => [value, ended])).toEqual([
      [812, 'corrected'],
      [812, null],
      [812, null],
      [812, null],
      [750, null],
    ])
  })

  test('is corrected or removed once, and the former row stays with its reason', async () => {
    const { id: patient } = await database.createPatient({ consents: allConsents })
    await add([{ standard_value: 500 }, { standard_value: 600 }], { patient })
    const [first, second] = await listSeries(patient)
    expect(await correct(first!.id, { standard_value: 600 })).toBe('present')
    expect(await listSeries(patient)).toMatchObject([{ ended: null }, { ended: null }])
    expect(await correct(second!.id, null)).toBe('corrected')
    expect(await correct(second!.id, { standard_value: 550 })).toBe('ended')
    const [former] =
      await database.owner`SELECT ended_as, ended_by, reason, ended_at >= recorded_at AS later FROM observation WHERE id = ${second!.id}`
    expect(former).toEqual({ ended_as: 'removed', ended_by: 'ca@example.org', reason: 'typed wrongly', later: true })
  })
})

test('REQ-OBS-03: the rows of a call have the outcomes that they would have one by one', async () => {
  const row = fc.record(
    {
      standard_value: fc.constantFrom(100, 200, 300),
      taken_on: fc.constantFrom('2025-01-01', '2025-02-01', '2025-03-01', '2025-04-01'),
      analyte: fc.constantFrom('HB', 'FERRITIN', 'ALT'),
      sample: fc.constantFrom('A', 'B', 'C', 'D'),
      comparator: fc.constantFrom('<' as const, '>' as const),
    },
    { requiredKeys: ['standard_value', 'taken_on', 'analyte'] },
  )
  for (const rows of fc.sample(fc.array(row, { minLength: 20, maxLength: 20 }), { numRuns: 12, seed: 1977 })) {
    const [{ id: together }, { id: apart }] = [
      await database.createPatient({ consents: allConsents }),
      await database.createPatient({ consents: allConsents }),
    ]
    const calls = [rows.slice(0, 8), rows.slice(8)]
    const outcomes: string[] = []
    for (const call of calls) outcomes.push(...(await add(call, { patient: together })))
    const expected: string[] = []
    for (const one of rows) expected.push(...(await add([one], { patient: apart })))
    expect(outcomes).toEqual(expected)
    const read = (patient: number) => database.owner`
      SELECT analyte, taken_on, standard_value, comparator, sample FROM observation WHERE patient_id = ${patient} ORDER BY 1, 2, 3, 4, 5`
    expect([...(await read(together))]).toEqual([...(await read(apart))])
  }
})

test('the series of a record and its newest result are read by the index', async () => {
  await database.owner`
    INSERT INTO observation (patient_id, centre_code, analyte, taken_on, value, unit, standard_value, source, recorded_by)
    SELECT patient.id, centre_code, 'GGT', date '2000-01-01' + day, 20, 'U/L', 20, 'file', 'x' FROM patient CROSS JOIN generate_series(1, 500) AS day`
  await database.owner`ANALYZE observation`
  const explain = async (query: string) => {
    const plan = await database.owner.unsafe(`EXPLAIN ${query}`)
    return plan.map((line) => String(line['QUERY PLAN'])).join('\n')
  }
  const ofPatient = `FROM observation WHERE patient_id = ${patientId}`
  for (const query of [
    `SELECT * ${ofPatient} AND analyte = 'GGT' ORDER BY taken_on`,
    `SELECT max(taken_on) ${ofPatient} AND analyte = 'GGT' AND ended_at IS NULL`,
    `SELECT ${ofPatient} AND analyte = 'GGT' AND taken_on = '2001-01-01' AND standard_value = 20`,
  ]) {
    expect(await explain(query)).toMatch(/observation_(series|present)/)
    expect(await explain(query)).not.toContain('Seq Scan')
  }
})

test('a call reads the results of its patients by the index, however many results there are', async () => {
  const { id: patient } = await database.createPatient({ consents: allConsents })
  await database.owner`
    INSERT INTO observation (patient_id, centre_code, analyte, taken_on, value, unit, standard_value, source, recorded_by)
    SELECT id, centre_code, 'AST', date '2000-01-01' + day, 20, 'U/L', 20, 'file', 'x' FROM patient CROSS JOIN generate_series(1, 300) AS day`
  await database.owner`ANALYZE observation`
  const results = ['A1', 'A2', 'A3'].map((sample, index) => ({ analyte: 'AST', standard_value: 30 + index, sample }))
  const correction = { analyte: 'AST', standard_value: 40, sample: 'A1', correction: 'corrected' as const }
  const read = await withTransaction(database.server, rome, ({ sql }) =>
    countReads(sql, 'observation', async () => {
      for (const rows of [results, [correction]]) await sql`SELECT add_observations(${buildRows(patient, rows)}::text::jsonb, 'form')`
      await sql`SELECT compute_statistics(ARRAY[${patient}]::integer[])`
    }),
  )
  expect(read.scanned).toBe(0)
  // All results of the patient a few times, and never those of others.
  expect(read.found).toBeLessThan(3000)
})

describe('REQ-OBS-01: the database refuses', () => {
  test.each([
    ['a patient of another centre', () => add([{ standard_value: 1 }], { context: centreContext('MI01') })],
    ['a call of the patient', () => add([{ standard_value: 1 }], { context: patientContext(patientId) })],
    ['a future day', () => add([{ standard_value: 1, taken_on: '2999-01-01' }])],
  ])('%s', async (_what, call) => {
    expect(await catchQueryError(call())).toMatchObject({ message: 'the result must not be written' })
  })

  test('a patient without the consent to medical data, and after a withdrawal', async () => {
    const { id: silent } = await database.createPatient({ consents: { C_DB_P: true, C_DB_M: false } })
    expect(await catchQueryError(add([{ standard_value: 1 }], { patient: silent }))).toMatchObject({
      message: 'the result must not be written',
    })
    const { id: leaving } = await database.createPatient({ consents: allConsents })
    await add([{ standard_value: 1 }], { patient: leaving })
    const [result] = await listSeries(leaving)
    await withTransaction(database.server, patientContext(leaving), ({ sql }) => sql`SELECT withdraw_patient(${leaving}::integer, 'v1')`)
    expect(await catchQueryError(add([{ standard_value: 2 }], { patient: leaving }))).toMatchObject({
      message: 'the result must not be written',
    })
    expect(await catchQueryError(correct(result!.id, null))).toMatchObject({ message: 'the result must not be written' })
  })

  test.each([
    ['an unknown analyte', `UPDATE observation SET analyte = 'X'`],
    ['a changed value', 'UPDATE observation SET value = 2'],
    ['a deleted result', 'DELETE FROM observation'],
    ['a second end', `UPDATE observation SET ended_at = now(), ended_by = 'x', ended_as = 'undone'`],
  ])('%s, of the owner too', async (_what, statement) => {
    await add([{ standard_value: 33 }])
    await database.owner`UPDATE observation SET ended_at = now(), ended_by = 'x', ended_as = 'removed' WHERE patient_id = ${patientId} AND ended_at IS NULL`
    expect(await catchQueryError(database.owner.unsafe(`${statement} WHERE patient_id = ${patientId}`))).toBeDefined()
  })

  test('every write of the server that is not one of these functions', async () => {
    for (const statement of ['DELETE FROM observation', 'UPDATE observation SET reason = NULL', 'INSERT INTO observation DEFAULT VALUES'])
      await expect(withTransaction(database.server, rome, ({ sql }) => sql.unsafe(statement))).rejects.toThrow('permission denied')
  })
})

test('REQ-OBS-06: an undo ends the results of its file that nobody corrected, and they can be sent again', async () => {
  const { id: patient } = await database.createPatient({ consents: allConsents })
  const importId = '0198c1c2-0000-7000-8000-000000000001'
  const file = { context: { ...rome, source: 'file', importId } as const, patient }
  await add([{ standard_value: 100 }, { standard_value: 200 }], file)
  const [first] = await listSeries(patient)
  await correct(first!.id, { standard_value: 110 })
  const undo = (context: TransactionContext) =>
    withTransaction(database.server, context, async ({ sql }) => {
      const [row] = await sql<{ patients: number[] }[]>`SELECT undo_observations(${importId}::uuid, 'wrong file') AS patients`
      return row?.patients
    })
  expect(await undo(centreContext('MI01'))).toEqual([])
  expect(await undo(rome)).toEqual([patient])
  expect((await listSeries(patient)).map(({ value, ended }) => [value, ended])).toEqual([
    [100, 'corrected'],
    [200, 'undone'],
    [110, null],
  ])
  expect(await add([{ standard_value: 100 }, { standard_value: 200 }], { patient })).toEqual(['unchanged', 'added'])
})

describe('REQ-OBS-10: a program', () => {
  const sample = 'S1'
  const open = async () => {
    const { id: patient } = await database.createPatient({ consents: allConsents })
    const send = (...rows: Row[]) => add(rows, { patient, source: 'fhir' })
    const series = async () => (await listSeries(patient)).map(({ value, ended }) => [value, ended])
    return { patient, send, series }
  }

  test('corrects the result of a sample, once and also back', async () => {
    const { send, series } = await open()
    const correction = 'corrected'
    expect(await send({ standard_value: 5, sample })).toEqual(['added'])
    expect(await send({ standard_value: 6, sample, correction }, { standard_value: 6, sample, correction })).toEqual([
      'corrected',
      'unchanged',
    ])
    expect(await send({ standard_value: 5, sample })).toEqual(['unchanged'])
    expect(await send({ standard_value: 5, sample, correction: 'amended' })).toEqual(['corrected'])
    expect(await series()).toEqual([
      [5, 'corrected'],
      [6, 'corrected'],
      [5, null],
    ])
    const reasons = await database.owner`SELECT DISTINCT reason FROM observation WHERE reason IN ('corrected', 'amended')`
    expect(reasons).toHaveLength(2)
  })

  test('brings back no value that a person has corrected since', async () => {
    const { patient, send } = await open()
    await send({ standard_value: 5, sample })
    await send({ standard_value: 6, sample, correction: 'corrected' })
    const present = (await listSeries(patient)).find(({ ended }) => ended === null)
    await correct(present!.id, { standard_value: 7, sample })
    expect(await send({ standard_value: 6, sample, correction: 'corrected' })).toEqual(['unchanged'])
    expect(await send({ standard_value: 8, sample, correction: 'corrected' })).toEqual(['corrected'])
  })

  test('corrects a sample whose day or analyte has other results, and adds one that nobody knows', async () => {
    const { send, series } = await open()
    await send({ standard_value: 9 }, { standard_value: 8, sample })
    expect(await send({ standard_value: 9, sample, correction: 'corrected' })).toEqual(['corrected'])
    expect(await send({ standard_value: 4, sample, analyte: 'HB', correction: 'corrected' })).toEqual(['added'])
    expect((await series()).filter(([, ended]) => ended === null)).toHaveLength(3)
  })

  test('changes nothing with the condition that no result of the sample is known', async () => {
    const { send } = await open()
    const once = { standard_value: 5, sample, conditional: true }
    expect(await send(once, { ...once, standard_value: 6 })).toEqual(['added', 'unchanged'])
    expect(await send({ ...once, standard_value: 7, correction: 'corrected' })).toEqual(['unchanged'])
    expect(await send({ ...once, analyte: 'HB' })).toEqual(['added'])
  })

  test('has its corrections undone: the results before them come back', async () => {
    const { patient, send, series } = await open()
    await send({ standard_value: 5, sample })
    const importId = '0198c1c2-0000-7000-8000-000000000002'
    const corrections: Row[] = [6, 7].map((value) => ({ standard_value: value, sample, correction: 'corrected' }))
    const context = { ...rome, source: 'service', importId } as const
    expect(await add(corrections, { patient, source: 'fhir', context })).toEqual(['corrected', 'corrected'])
    await withTransaction(database.server, rome, ({ sql }) => sql`SELECT undo_observations(${importId}::uuid, 'wrong')`)
    expect(await series()).toEqual([
      [5, 'corrected'],
      [6, 'corrected'],
      [7, 'undone'],
      [5, null],
    ])
    expect(await send({ standard_value: 7, sample, correction: 'corrected' })).toEqual(['corrected'])
  })
})
