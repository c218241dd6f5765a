import { describe, expect, test } from 'vitest'
import { allConsents } from '../testing/fixtures.ts'
import { centreContext, useTestDatabase } from '../testing/use-test-database.ts'
import { withTransaction, type TransactionContext } from '../transaction.ts'

const database = useTestDatabase('RM01')
const rome = centreContext('RM01')

type Row = { readonly analyte?: string; readonly day: string; readonly value: number; readonly comparator?: '<' | '>' }

const createPatient = async (medical?: Readonly<Record<string, unknown>>): Promise<number> =>
  (await database.createPatient({ consents: allConsents, ...(medical && { medical }) })).id
const compute = (id: number) =>
  withTransaction(database.server, rome, async ({ sql }) => {
    const [row] = await sql<{ changed: number[] }[]>`SELECT compute_statistics(ARRAY[${id}]::integer[]) AS changed`
    return row?.changed
  })
/** Adds results of ferritin, unless named otherwise, and computes the statistics. */
const add = async (id: number, rows: readonly Row[], context: TransactionContext = rome) => {
  const lines = rows.map(({ analyte = 'FERRITIN', day, value, comparator }, number) => ({
    row_number: number,
    patient_id: id,
    analyte,
    taken_on: day,
    value,
    standard_value: value,
    unit: 'x',
    comparator,
  }))
  await withTransaction(database.server, context, ({ sql }) => sql`SELECT add_observations(${JSON.stringify(lines)}::text::jsonb, 'file')`)
  return compute(id)
}
const write = (id: number, values: Readonly<Record<string, unknown>>, context: TransactionContext = rome) =>
  withTransaction(
    database.server,
    context,
    ({ sql }) => sql`UPDATE patient_medical SET ${sql({ ...values })}, version = version + 1 WHERE patient_id = ${id}`,
  )
const read = async (id: number, analyte = 'ferritin') => {
  const [row] = await database.owner<Record<string, unknown>[]>`SELECT * FROM patient_medical WHERE patient_id = ${id}`
  return ['last', 'mean', 'median', 'max', 'min'].map((statistic) => row?.[`${analyte}_${statistic}`])
}
const readMark = async (id: number, column = 'ferritin_last') => {
  const [row] = await database.owner<
    { mark: unknown }[]
  >`SELECT value_sources -> ${column} AS mark FROM patient_medical WHERE patient_id = ${id}`
  return row?.mark
}
const listSources = async (id: number) => {
  const rows = await database.owner<
    { source: string }[]
  >`SELECT source FROM patient_medical_version WHERE patient_id = ${id} ORDER BY version`
  return rows.map(({ source }) => source)
}
const aDay = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)

/** Sets the day of a report, as if it had been made then. */
const backdateReport = (id: number, column: string, day: string) =>
  database.owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'fixture', true), set_config('app.computing', 'true', true)`
    await sql`
      UPDATE patient_medical SET value_sources = jsonb_set(value_sources, ARRAY[${column}, 'on'], to_jsonb(${day}::text)) WHERE patient_id = ${id}`
  })

describe('REQ-OBS-04: the statistics', () => {
  test('are those of the 12 months up to the newest result, and one version of the source "computed"', async () => {
    const id = await createPatient()
    const results = [
      { day: '2024-05-03', value: 9000 },
      { day: '2024-05-04', value: 700 },
      { day: '2024-12-01', value: 500.5 },
      { day: '2025-02-01', value: 900 },
      { day: '2025-05-03', value: 812 },
    ]
    expect(await add(id, results)).toEqual([id])
    expect(await read(id)).toEqual([812, 728.125, 756, 900, 500.5])
    expect(await readMark(id)).toEqual({ by: 'computed', day: '2025-05-03', results: 4, computed: 812 })
    expect(await listSources(id)).toEqual(['computed'])
    expect(await compute(id)).toEqual([])
  })

  test('have no noise of binary numbers, and the middle of an odd count', async () => {
    const id = await createPatient()
    await add(
      id,
      [0.1, 0.7, 0.2].map((value, month) => ({ analyte: 'BILIRUBIN', day: `2025-0${month + 1}-01`, value })),
    )
    expect(await read(id, 'bilirubin')).toEqual([0.2, 0.333_333_333_333_333_3, 0.2, 0.7, 0.1])
    await add(id, [{ analyte: 'BILIRUBIN', day: '2025-04-01', value: 0.4 }])
    expect(await read(id, 'bilirubin')).toEqual([0.4, 0.35, 0.3, 0.7, 0.1])
  })

  test('take the limit of a comparator for last, least and most, and then have no mean and median', async () => {
    const id = await createPatient()
    await add(id, [
      { day: '2025-01-01', value: 900 },
      { day: '2025-02-01', value: 10, comparator: '<' },
    ])
    expect(await read(id)).toEqual([10, null, null, 900, 10])
    expect(await readMark(id, 'ferritin_mean')).toEqual({ by: 'computed', day: '2025-02-01', results: 2, limited: true })
  })

  test('take the result that was recorded last of several on one day', async () => {
    const id = await createPatient()
    await add(id, [
      { day: '2025-01-01', value: 900 },
      { day: '2025-01-01', value: 700 },
    ])
    await add(id, [{ day: '2025-01-01', value: 800 }])
    expect((await read(id))[0]).toBe(800)
  })

  test('of MRI are the last value only, and weight and liver stiffness are series only', async () => {
    const id = await createPatient({ weight: 50, fibr_stiffness: 5 })
    await add(id, [
      { analyte: 'LIC', day: '2025-01-01', value: 7 },
      { analyte: 'T2_HEART', day: '2025-01-01', value: 21 },
      { analyte: 'WEIGHT', day: '2025-01-01', value: 61 },
      { analyte: 'FIBR_STIFFNESS', day: '2025-01-01', value: 9 },
      { analyte: 'HB', day: '2025-01-01', value: 9.5 },
    ])
    expect(
      await database.owner`SELECT lic_last, t2_heart_last, weight, fibr_stiffness, hb, hb_last FROM patient_medical WHERE patient_id = ${id}`,
    ).toEqual([{ lic_last: 7, t2_heart_last: 21, weight: 50, fibr_stiffness: 5, hb: null, hb_last: 9.5 }])
  })
})

describe('REQ-OBS-05: a reported statistic', () => {
  test('wins over older results, and a result taken after its day wins over it', async () => {
    const id = await createPatient({ ferritin_last: 850, ferritin_max: 3000 })
    await add(id, [{ day: '2025-01-01', value: 800 }])
    expect(await read(id)).toEqual([850, 800, 800, 3000, 800])
    expect(await readMark(id)).toEqual({ by: 'reported', day: '2025-01-01', results: 1, computed: 800, reported: 850, on: aDay })
    expect(await readMark(id, 'ferritin_max')).toMatchObject({ by: 'differs', computed: 800, reported: 3000 })
    await backdateReport(id, 'ferritin_last', '2025-01-31')
    await add(id, [{ day: '2025-01-31', value: 700 }])
    expect((await read(id))[0]).toBe(850)
    await add(id, [{ day: '2025-02-01', value: 600 }])
    expect((await read(id))[0]).toBe(600)
  })

  test('is always read back as sent, and marked with its day', async () => {
    const id = await createPatient()
    await add(id, [
      { day: '2025-01-01', value: 800 },
      { day: '2025-02-01', value: 700 },
    ])
    await write(id, { ferritin_last: 812, ferritin_min: 9 })
    expect(await read(id)).toEqual([812, 750, 750, 800, 9])
    expect(await readMark(id)).toMatchObject({ by: 'reported', reported: 812, on: aDay, computed: 700 })
    expect(await readMark(id, 'ferritin_min')).toMatchObject({ by: 'differs' })
    expect(await readMark(id, 'ferritin_max')).toMatchObject({ by: 'computed' })
    const [version] =
      await database.owner`SELECT value_sources -> 'ferritin_last' ->> 'by' AS by FROM patient_medical_version WHERE patient_id = ${id} ORDER BY version DESC LIMIT 1`
    expect(version).toEqual({ by: 'reported' })
  })

  test('is far from the results from the percent of the setting on', async () => {
    const id = await createPatient()
    await add(id, [{ day: '2025-01-01', value: 800 }])
    await write(id, { ferritin_last: 1200 })
    expect(await readMark(id)).toMatchObject({ by: 'differs' })
    await database.owner`UPDATE setting SET value = '50' WHERE key = 'observation_difference_percent'`
    await write(id, { ferritin_last: 1199, ferritin_max: 1201 })
    expect(await readMark(id)).toMatchObject({ by: 'reported' })
    expect(await readMark(id, 'ferritin_max')).toMatchObject({ by: 'differs' })
    await database.owner`UPDATE setting SET value = '20' WHERE key = 'observation_difference_percent'`
  })

  test('is no report if it equals the present or previous computed value at the precision sent; clearing it computes it again', async () => {
    const id = await createPatient()
    await add(id, [
      { day: '2025-01-01', value: 800 },
      { day: '2025-02-01', value: 700 },
      { day: '2025-03-01', value: 601 },
    ])
    const computed = [601, 700.333_333_333_333_4, 700, 800, 601]
    expect(await read(id)).toEqual(computed)
    const before = await listSources(id)
    await write(id, { ferritin_mean: 700.33, ferritin_median: 700 })
    expect(await read(id)).toEqual(computed)
    expect(await listSources(id)).toEqual(before)
    await add(id, [{ day: '2025-04-01', value: 1000 }])
    await write(id, { ferritin_last: 601, ferritin_mean: 700.333, hb: 9 })
    expect(await read(id)).toEqual([1000, 775.25, 750, 1000, 601])
    await write(id, { ferritin_last: 5 })
    await write(id, { ferritin_last: null })
    expect(await read(id)).toEqual([1000, 775.25, 750, 1000, 601])
    expect(await readMark(id)).toEqual({ by: 'computed', day: '2025-04-01', results: 4, computed: 1000, was: 601 })
  })

  test('is not missing while results give it', async () => {
    const id = await createPatient()
    await add(id, [{ day: '2025-01-01', value: 800 }])
    await write(id, { ferritin_last: null, alt_last: null, missing_reasons: { ferritin_last: 'not_done', alt_last: 'not_done' } })
    expect(await database.owner`SELECT ferritin_last, missing_reasons FROM patient_medical WHERE patient_id = ${id}`).toEqual([
      { ferritin_last: 800, missing_reasons: { alt_last: 'not_done' } },
    ])
  })

  test('comes back when the later results end, and without results nothing is computed', async () => {
    const id = await createPatient({ ferritin_last: 850 })
    const importId = '0198c1c2-0000-7000-8000-000000000002'
    await add(id, [{ day: '2025-01-01', value: 500 }])
    await backdateReport(id, 'ferritin_last', '2025-01-31')
    await add(id, [{ day: '2025-02-01', value: 400 }], { ...rome, importId, source: 'file' })
    expect(await read(id)).toEqual([400, 450, 450, 500, 400])
    await withTransaction(database.server, rome, ({ sql }) => sql`SELECT undo_observations(${importId}::uuid, 'x')`)
    expect(await compute(id)).toEqual([id])
    expect(await read(id)).toEqual([850, 500, 500, 500, 500])
    const [only] = await database.owner<{ id: number }[]>`SELECT id::integer FROM observation WHERE patient_id = ${id} AND ended_at IS NULL`
    await withTransaction(database.server, rome, ({ sql }) => sql`SELECT correct_observation(${only!.id}::bigint, NULL, 'x', 'form')`)
    expect(await compute(id)).toEqual([id])
    expect(await read(id)).toEqual([850, null, null, null, null])
    expect(await database.owner`SELECT value_sources FROM patient_medical WHERE patient_id = ${id}`).toEqual([{ value_sources: null }])
  })
})

test('REQ-CON-11: nothing is computed for a patient of another centre or without consent', async () => {
  const { id } = await database.createPatient({ consents: { C_DB_M: false } })
  await database.owner`
    INSERT INTO observation (patient_id, centre_code, analyte, taken_on, value, unit, standard_value, source, recorded_by)
    VALUES (${id}, 'RM01', 'HB', '2025-01-01', 9, 'g/dL', 9, 'form', 'x')`
  expect(await compute(id)).toEqual([])
  expect(await read(id, 'hb')).toEqual([null, null, null, null, null])
})
