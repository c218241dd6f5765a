import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { callProcedure, sendFile, signIn } from '../client.ts'
import { cpuRatio, measureServer, runRounds, speedRatio, timeMs } from '../measure.ts'
import { measurePsql, psql } from '../psql.ts'
import { withDatabase, type Registry } from '../registry.ts'
import { formatRatios, median, timeResult, type Result } from '../results.ts'
import { centre, registerCentre } from './import-centre.ts'

/** Results of each patient, a month apart: 20 million for 100,000 patients. */
const resultsOfPatient = 200
const resultsOfSeries = 600
const rowsOfFile = 50_000
const rowsOfPatient = 10
const minSpeed = 0.25

/** Adds results to all patients with consent, unless a kept registry has them already. */
const fillResults = (registry: Registry): Promise<void> =>
  withDatabase(registry.owner, async (database) => {
    const [known] = await database`SELECT FROM observation WHERE recorded_by = 'bench' LIMIT 1`
    if (known) return
    console.log('Adding dated results')
    await database`
      INSERT INTO observation (patient_id, centre_code, analyte, taken_on, value, unit, standard_value, source, recorded_by)
      SELECT patient_id, centre_code, 'FERRITIN', date '2005-01-01' + 31 * month, value, 'ng/mL', value, 'file', 'bench'
      FROM patient_medical CROSS JOIN generate_series(1, ${resultsOfPatient}::int) AS month CROSS JOIN LATERAL (SELECT 100 + (patient_id * 37 + month * 101) % 2400) AS drawn (value)
      WHERE consented`
    await database`VACUUM (ANALYZE) observation`
  })

const Patients = z.object({ patients: z.array(z.object({ code: z.string(), medical: z.boolean(), withdrawn: z.boolean() })) })

/** The tests of one record: the longest series that a person has after 50 years. */
const measureSeries = async (registry: Registry, rounds: number): Promise<Result> => {
  const client = await signIn(registry.port, 'ca.rm01@demo.example')
  const { patients } = Patients.parse(await callProcedure(client, 'ecrf.patients'))
  const code = patients.find(({ medical, withdrawn }) => medical && !withdrawn)?.code ?? ''
  await withDatabase(
    registry.owner,
    (database) => database`
      INSERT INTO observation (patient_id, centre_code, analyte, taken_on, value, unit, standard_value, source, recorded_by)
      SELECT patient_id, centre_code, 'HB', date '1976-01-01' + 30 * month, 9, 'g/dL', 9, 'file', 'bench'
      FROM patient_identity CROSS JOIN generate_series(1, ${resultsOfSeries}::int) AS month WHERE centre_code = 'RM01' AND centre_patient_code = ${code}
      ON CONFLICT DO NOTHING`,
  )
  const times = await runRounds(rounds, () => timeMs(() => callProcedure(client, 'observations.list', { code })))
  return timeResult(`tests of a record with a series of ${resultsOfSeries} results`, times, 100)
}

const measureCondition = async (registry: Registry, rounds: number): Promise<Result> => {
  const client = await signIn(registry.port, 'dm@demo.example')
  const [found] = await withDatabase(
    registry.owner,
    (database) => database<{ count: number }[]>`SELECT count(*)::int AS count FROM observation`,
  )
  const predicates = [{ field: 'FERRITIN', results: 'any', operator: '>', value: 2400 }]
  const input = { asRole: 'DataManager', where: { kind: 'predicates', predicates } }
  const times = await runRounds(rounds, () => timeMs(() => callProcedure(client, 'savedFilters.count', input)))
  return timeResult(`count of a condition over ${found?.count.toLocaleString('en')} dated results`, times, 3000)
}

const day = (offset: number): string => new Date(Date.UTC(2022, 0, 1) + offset * 86_400_000).toISOString().slice(0, 10)

/** Writes a file of results whose values differ from those of all other files. */
const writeResults = async (directory: string, file: number): Promise<string> => {
  const lines = Array.from({ length: rowsOfFile }, (_, row) => {
    const patient = 1 + Math.floor(row / rowsOfPatient)
    return `B${patient},ALT,${20 + (file % 250)}.${row % rowsOfPatient},U/L,${day((row % rowsOfPatient) * 90 + (file % 89))}`
  })
  const path = join(directory, `results-${file}.csv`)
  await writeFile(path, ['CENTER_ID,ANALYTE,VALUE,UNIT,TAKEN_ON', ...lines, ''].join('\n'))
  return path
}

/** The reference table: columns, rows and indexes of the results, without row security, checks and audit log. */
const createReferenceTable = (registry: Registry): Promise<unknown> =>
  psql(registry, [
    'CREATE SCHEMA IF NOT EXISTS bench',
    'DROP TABLE IF EXISTS bench.result',
    `CREATE TABLE bench.result AS SELECT i.centre_patient_code, o.analyte, o.value, o.unit, o.taken_on FROM observation AS o JOIN patient_identity AS i USING (patient_id)
      WHERE i.centre_code = '${centre.code}'`,
    'CREATE INDEX ON bench.result (centre_patient_code, analyte, taken_on)',
    'CREATE UNIQUE INDEX ON bench.result (centre_patient_code, analyte, taken_on, value)',
  ])

const measureUpsert = (registry: Registry, path: string) =>
  measurePsql(registry, [
    'BEGIN',
    'CREATE TEMPORARY TABLE staged ON COMMIT DROP AS SELECT centre_patient_code, analyte, value, unit, taken_on FROM bench.result WITH NO DATA',
    `\\copy staged FROM '${path}' WITH (FORMAT csv, HEADER)`,
    `INSERT INTO bench.result (centre_patient_code, analyte, value, unit, taken_on) SELECT centre_patient_code, analyte, value, unit, taken_on FROM staged
      ON CONFLICT (centre_patient_code, analyte, taken_on, value) DO UPDATE SET unit = excluded.unit`,
    'COMMIT',
  ])

const measureFile = async (registry: Registry, rounds: number): Promise<Result> => {
  await createReferenceTable(registry)
  let file = Date.now() % 1_000_000
  const measured = await runRounds(rounds, async () => {
    file += 1
    const path = await writeResults(registry.scratch, file)
    const subject = await measureServer(registry, async () => {
      const fields = { centerCode: centre.code, centerPwd: centre.password, format: 'csv' }
      const { ok, ko } = await sendFile(registry.port, '/putObservations', fields, path)
      // Some patients were born later, or died before.
      if (ok + ko !== rowsOfFile || ok < 0.9 * rowsOfFile) throw new Error(`${ok} rows were accepted and ${ko} rejected`)
      return { rows: ok }
    })
    return { subject, reference: await measureUpsert(registry, path) }
  })
  const speeds = measured.map(({ subject, reference }) => speedRatio(subject, reference))
  const cpu = median(measured.map(({ subject, reference }) => cpuRatio(subject, reference)))
  return {
    goal: `import ${rowsOfFile.toLocaleString('en')} dated results: ≥ ${minSpeed} of psql \`\\copy\` + INSERT … ON CONFLICT`,
    measured: `${formatRatios(speeds)}, CPU ${cpu.toFixed(2)} ×`,
    met: median(speeds) >= minSpeed,
  }
}

/** The dated results: those of a record, a condition of a filter over those of everybody, and a file (REQ-OBS-01, REQ-OBS-07). */
export const measureObservations = async (
  registry: Registry,
  rounds: number,
  { patients }: { readonly patients: number },
): Promise<Result[]> => {
  await registerCentre(registry, Math.max(patients, rowsOfFile / rowsOfPatient))
  await fillResults(registry)
  return [await measureSeries(registry, rounds), await measureCondition(registry, rounds), await measureFile(registry, rounds)]
}
