import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '@registry/db/connect'
import { medicalFields } from '@registry/domain/fields/dictionary'
import { sendFile, type ImportAnswer } from '../client.ts'
import { median, spread, type Figure } from '../figures.ts'
import { measurePsql, measureServer, cpuRatio, measureAlternately, speedRatio, type Cost, type ServerCost } from '../measure.ts'
import { findChildren, peakMegabytes } from '../processes.ts'
import { psql, rowsInserted } from '../psql.ts'
import type { Registry } from '../registry.ts'
import { centre, centreSize, password, registerCentre } from './centre.ts'
import { columnCount, importedFields, formatTypeCounts } from './imported-fields.ts'
import { writeMedicalFiles, type MedicalFiles } from './medical-files.ts'

const sizes = [10_000, centreSize] as const
const targetSpeed = 0.4
/** The memory limit of server and reader process. */
const maxMegabytes = 400

/** What a program of the centre sends beside a file. */
export const uploadFields = { centerCode: centre, centerPwd: password, format: 'csv' } as const

const columns = importedFields.map(({ column }) => `"${column}"`)

/** Returns the storage options of the registry's table, such as `fillfactor=50`. The reference table must have the same. */
const storageOptions = async ({ owner }: Registry): Promise<string> => {
  const database = connect(owner, { max: 1 })
  try {
    const [found] = await database<{ options: readonly string[] | null }[]>`
      SELECT reloptions AS options FROM pg_class WHERE oid = 'patient_medical'::regclass`
    return found?.options ? `WITH (${found.options.join(', ')})` : ''
  } finally {
    await database.end()
  }
}

/**
 * Creates the reference table in another schema: same columns, types, free space in pages, rows and indexes as the medical record, with
 * the patient's code as key; no row security, checks, triggers, history or audit log.
 */
const createReferenceTable = async (registry: Registry): Promise<void> => {
  await psql(registry, [
    'CREATE SCHEMA IF NOT EXISTS bench',
    'DROP TABLE IF EXISTS bench.medical',
    `CREATE TABLE bench.medical ${await storageOptions(registry)} AS
      SELECT i.centre_patient_code, m.* FROM patient_medical AS m JOIN patient_identity AS i USING (patient_id) WHERE i.centre_code = '${centre}'`,
    'ALTER TABLE bench.medical ADD PRIMARY KEY (centre_patient_code)',
    'CREATE UNIQUE INDEX ON bench.medical (patient_id)',
    'CREATE INDEX ON bench.medical (centre_code)',
  ])
}

/**
 * Prepares a measurement: marks the records of the centre as checked, and tidies what earlier rounds wrote. Otherwise the server and Postgres
 * would do so during some rounds, with up to 5 s of CPU.
 */
const prepareDatabase = (registry: Registry): Promise<unknown> =>
  psql(registry, [
    `INSERT INTO centre_check (centre_code, checked_on, imports) VALUES ('${centre}', '2999-12-31', 2147483647)
      ON CONFLICT (centre_code) DO UPDATE SET checked_on = excluded.checked_on, imports = excluded.imports`,
    'VACUUM (ANALYZE) bench.medical, patient_medical, patient_medical_version',
    'CHECKPOINT',
  ])

const measureUpsert = async (registry: Registry, { good }: MedicalFiles): Promise<Cost> => {
  await prepareDatabase(registry)
  const columnList = ['centre_patient_code', ...columns].join(', ')
  const statements = [
    'BEGIN',
    `CREATE TEMPORARY TABLE staged ON COMMIT DROP AS SELECT ${columnList} FROM bench.medical WITH NO DATA`,
    `\\copy staged FROM '${good.path}' WITH (FORMAT csv, HEADER)`,
    `INSERT INTO bench.medical (${columnList}) SELECT ${columnList} FROM staged
      ON CONFLICT (centre_patient_code) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`.replaceAll(
      /\s+/g,
      ' ',
    ),
    'COMMIT',
  ]
  const cost = await measurePsql(registry, () => psql(registry, statements), rowsInserted)
  if (cost.rows !== good.rows) throw new Error(`psql wrote ${cost.rows} rows of ${good.rows}`)
  return cost
}

type Imported = ServerCost & { readonly answer: ImportAnswer; readonly readerMegabytes: number }

const listReaders = ({ serverPid }: Registry): readonly number[] => findChildren(serverPid, 'reader-process')

const measureImport = async (registry: Registry, { sent, good }: MedicalFiles): Promise<Imported> => {
  await prepareDatabase(registry)
  const { result: answer, cost } = await measureServer(registry, () => sendFile(registry.port, '/putMedicalData', uploadFields, sent.path))
  if (answer.ok !== good.rows || answer.ok + answer.ko !== sent.rows)
    throw new Error(`${answer.ok} rows were accepted and ${answer.ko} refused; the file has ${good.rows} good ones of ${sent.rows}`)
  const readerMegabytes = Math.max(0, ...listReaders(registry).map(peakMegabytes))
  return { ...cost, rows: answer.ok, bytes: answer.bytes, answer, readerMegabytes }
}

type Round = { readonly subject: Imported; readonly reference: Cost; readonly files: MedicalFiles }

const logRound = (name: string, { subject, reference, files }: Round): void => {
  const one = ({ seconds, clientCpu, databaseCpu }: Cost): string =>
    `${seconds.toFixed(2)} s (CPU ${clientCpu.toFixed(2)} + ${databaseCpu.toFixed(2)})`
  const { warned, ko } = subject.answer
  console.log(
    `  ${name}: ${files.sent.rows} rows, ${ko} refused, ${warned} with a warning; psql ${one(reference)}; registry ${one(subject)} ${Math.round(subject.peakMegabytes)} MB`,
  )
}

const maxIdleWaitMs = 15 * 60_000
const idleCheckMs = 1000

/** Waits until the reader process has ended, as between the files of two days. */
const waitUntilIdle = async (registry: Registry): Promise<void> => {
  const deadline = performance.now() + maxIdleWaitMs
  while (listReaders(registry).length > 0) {
    if (performance.now() > deadline) throw new Error('The reader process did not end')
    await pause(idleCheckMs)
  }
}

type Series = { readonly name: string; readonly rows: number; readonly isCold: boolean }

/** Differs in each run, so that the values in the files differ from the stored ones. */
const firstRound = Date.now() % 1_000_000
let filesWritten = 0

const measureRound = async (registry: Registry, number: number, { name, rows, isCold }: Series): Promise<Round> => {
  filesWritten += 1
  const files = await writeMedicalFiles(registry.scratch, rows, firstRound + filesWritten)
  const importFile = async (): Promise<Imported> => {
    if (isCold) await waitUntilIdle(registry)
    return measureImport(registry, files)
  }
  const round = { ...(await measureAlternately(number, importFile, () => measureUpsert(registry, files))), files }
  logRound(number === 0 ? `${name}, not counted` : `${name}, round ${number}`, round)
  return round
}

/** Drops the first round, which only warms up. */
const measureSeries = async (registry: Registry, rounds: number, series: Series): Promise<readonly Round[]> => {
  const measured: Round[] = []
  for (let number = 0; number <= rounds; number += 1) measured.push(await measureRound(registry, number, series))
  return measured.slice(1)
}

const buildFigure = ({ name }: Series, rounds: readonly Round[]): Figure => {
  const speeds = rounds.map((round) => speedRatio(round.subject, round.reference))
  const server = Math.max(...rounds.map(({ subject }) => subject.peakMegabytes))
  const reader = Math.max(...rounds.map(({ subject }) => subject.readerMegabytes))
  const { files, subject: first } = rounds[0] ?? {}
  return {
    goal: '6',
    work: `import CSV ${name}, ${files?.sent.rows.toLocaleString('en')} rows × ${columnCount} columns, ${first?.answer.ko} of them refused`,
    target: `≥ ${targetSpeed} of psql \`\\copy\` + INSERT … ON CONFLICT; < ${maxMegabytes} MB`,
    measured: spread(speeds),
    cpu: `${spread(rounds.map((round) => cpuRatio(round.subject, round.reference)))} ×`,
    memory: `${Math.round(server)} + reader ${Math.round(reader)} MB`,
    met: median(speeds) >= targetSpeed && server + reader < maxMegabytes,
  }
}

const [smallSize, largeSize] = sizes
const series: readonly Series[] = [
  { name: 'the first of the day', rows: smallSize, isCold: true },
  { name: 'right after another', rows: smallSize, isCold: false },
  { name: 'right after another', rows: largeSize, isCold: false },
]

/** Goal 6: the import of a centre's medical file with checks, history and report, compared with a plain upsert of the same rows. */
export const measureImports = async (registry: Registry, rounds: number): Promise<Figure[]> => {
  await registerCentre(registry, centreSize)
  await createReferenceTable(registry)
  console.log(`Imports; of the medical fields ${formatTypeCounts(medicalFields)}, of the file's ${formatTypeCounts(importedFields)}`)
  const figures: Figure[] = []
  for (const one of series) figures.push(buildFigure(one, await measureSeries(registry, rounds, one)))
  return figures
}
