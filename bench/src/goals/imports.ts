import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '@registry/db/connect'
import { medicalFields } from '@registry/domain/fields/dictionary'
import { sendFile, type ImportAnswer } from '../client.ts'
import { median, spread, type Figure } from '../figures.ts'
import { costOfPsql, costOfServer, cpuRatio, inTurn, speedRatio, type Cost, type ServerCost } from '../measure.ts'
import { childrenOf, peakMegabytes } from '../processes.ts'
import { psql, rowsInserted } from '../psql.ts'
import type { Registry } from '../registry.ts'
import { centre, password, registerCentre } from './centre.ts'
import { columnCount, importedFields, mixOf } from './imported-fields.ts'
import { writeMedicalFiles, type MedicalFiles } from './medical-files.ts'

const sizes = [10_000, 100_000] as const
const wanted = 0.4
/** The most memory that the server may have, whatever it is given. */
const mostMegabytes = 400

const columns = importedFields.map(({ column }) => `"${column}"`)

/** How the real table keeps its rows, as `fillfactor=50`; the other table must keep them so too. */
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
 * The other's table, in a schema of its own: as wide as the registry's own medical record, of the same types and with the same free space
 * in its pages, with the same rows and indexes and the patient's code as its key; no row security, checks, triggers, history or log.
 */
const makeOther = async (registry: Registry): Promise<void> => {
  await psql(registry, [
    'CREATE SCHEMA IF NOT EXISTS bench',
    'DROP TABLE IF EXISTS bench.medical',
    `CREATE TABLE bench.medical ${await storageOptions(registry)} AS
      SELECT i.center_id, m.* FROM patient_medical AS m JOIN patient_identity AS i USING (patient_id) WHERE i.center_code = '${centre}'`,
    'ALTER TABLE bench.medical ADD PRIMARY KEY (center_id)',
    'CREATE UNIQUE INDEX ON bench.medical (patient_id)',
    'CREATE INDEX ON bench.medical (center_code)',
  ])
}

const tidy = (registry: Registry): Promise<unknown> => psql(registry, ['VACUUM (ANALYZE) bench.medical, patient_medical', 'CHECKPOINT'])

const theirs = async (registry: Registry, { good }: MedicalFiles): Promise<Cost> => {
  await tidy(registry)
  const sent = ['center_id', ...columns].join(', ')
  const statements = [
    'BEGIN',
    `CREATE TEMPORARY TABLE staged ON COMMIT DROP AS SELECT ${sent} FROM bench.medical WITH NO DATA`,
    `\\copy staged FROM '${good.path}' WITH (FORMAT csv, HEADER)`,
    `INSERT INTO bench.medical (${sent}) SELECT ${sent} FROM staged
      ON CONFLICT (center_id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`.replaceAll(
      /\s+/g,
      ' ',
    ),
    'COMMIT',
  ]
  const cost = await costOfPsql(registry, () => psql(registry, statements), rowsInserted)
  if (cost.rows !== good.rows) throw new Error(`psql wrote ${cost.rows} rows, its file has ${good.rows}`)
  return cost
}

type Imported = ServerCost & { readonly answer: ImportAnswer; readonly readerMegabytes: number }

const readersOf = ({ serverPid }: Registry): readonly number[] => childrenOf(serverPid, 'reader-process')

const ours = async (registry: Registry, { sent, good }: MedicalFiles): Promise<Imported> => {
  await tidy(registry)
  const fields = { centerCode: centre, centerPwd: password, format: 'csv' }
  const { result: answer, cost } = await costOfServer(registry, () => sendFile(registry.port, '/putMedicalData', fields, sent.path))
  if (answer.ok !== good.rows || answer.ok + answer.ko !== sent.rows)
    throw new Error(`${answer.ok} rows went in and ${answer.ko} did not; the file has ${good.rows} good ones of ${sent.rows}`)
  const readerMegabytes = Math.max(0, ...readersOf(registry).map(peakMegabytes))
  return { ...cost, rows: answer.ok, bytes: answer.bytes, answer, readerMegabytes }
}

type Round = { readonly ours: Imported; readonly theirs: Cost; readonly files: MedicalFiles }

const tell = (name: string, { ours: own, theirs: other, files }: Round): void => {
  const one = ({ seconds, clientCpu, databaseCpu }: Cost): string =>
    `${seconds.toFixed(2)} s (CPU ${clientCpu.toFixed(2)} + ${databaseCpu.toFixed(2)})`
  const { warned, ko } = own.answer
  console.log(
    `  ${name}: ${files.sent.rows} rows, ${ko} refused, ${warned} with a warning; psql ${one(other)}; ours ${one(own)} ${Math.round(own.peakMegabytes)} MB`,
  )
}

const longestRestMs = 15 * 60_000
const restStepMs = 1000

/** Waits until the server has let its reader go, as it does between the files that a centre sends on two days. */
const rest = async (registry: Registry): Promise<void> => {
  const deadline = performance.now() + longestRestMs
  while (readersOf(registry).length > 0) {
    if (performance.now() > deadline) throw new Error('The server did not let its reader go')
    await pause(restStepMs)
  }
}

type Series = { readonly name: string; readonly rows: number; readonly cold: boolean }

/** What is stored from an earlier run must not be what is sent again. */
const firstRound = Date.now() % 1_000_000
let filesWritten = 0

const measureRound = async (registry: Registry, number: number, { name, rows, cold }: Series): Promise<Round> => {
  filesWritten += 1
  const files = await writeMedicalFiles(registry.scratch, rows, firstRound + filesWritten)
  const own = async (): Promise<Imported> => {
    if (cold) await rest(registry)
    return ours(registry, files)
  }
  const round = { ...(await inTurn(number, own, () => theirs(registry, files))), files }
  tell(number === 0 ? `${name}, not counted` : `${name}, round ${number}`, round)
  return round
}

/** The first round warms both up and does not count. */
const measureSeries = async (registry: Registry, rounds: number, series: Series): Promise<readonly Round[]> => {
  const measured: Round[] = []
  for (let number = 0; number <= rounds; number += 1) measured.push(await measureRound(registry, number, series))
  return measured.slice(1)
}

const figureOf = ({ name }: Series, rounds: readonly Round[]): Figure => {
  const speeds = rounds.map((round) => speedRatio(round.ours, round.theirs))
  const most = (of: (imported: Imported) => number): number => Math.max(...rounds.map((round) => of(round.ours)))
  const [server, reader] = [most((imported) => imported.peakMegabytes), most((imported) => imported.readerMegabytes)]
  const { files, ours: first } = rounds[0] ?? {}
  return {
    goal: '6',
    work: `import CSV ${name}, ${files?.sent.rows.toLocaleString('en')} rows × ${columnCount} columns, ${first?.answer.ko} of them refused`,
    wanted: `≥ ${wanted} of psql \`\\copy\` + INSERT … ON CONFLICT; < ${mostMegabytes} MB`,
    measured: spread(speeds),
    cpu: `${spread(rounds.map((round) => cpuRatio(round.ours, round.theirs)))} ×`,
    memory: `${Math.round(server)} + reader ${Math.round(reader)} MB`,
    met: median(speeds) >= wanted && server + reader < mostMegabytes,
  }
}

const [fewer, more] = sizes
const series: readonly Series[] = [
  { name: 'the day’s first, after a rest', rows: fewer, cold: true },
  { name: 'right after another', rows: fewer, cold: false },
  { name: 'right after another', rows: more, cold: false },
]

/** Goal 6: a centre's medical file through its path, checked, kept in the history and told, against a bare upsert of the same rows. */
export const measureImports = async (registry: Registry, rounds: number): Promise<Figure[]> => {
  await registerCentre(registry, more)
  await makeOther(registry)
  console.log(`Imports; of the medical fields ${mixOf(medicalFields)}, of the file's ${mixOf(importedFields)}`)
  const figures: Figure[] = []
  for (const one of series) figures.push(figureOf(one, await measureSeries(registry, rounds, one)))
  return figures
}
