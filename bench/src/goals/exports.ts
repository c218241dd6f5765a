import { setTimeout as pause } from 'node:timers/promises'
import { demoCentres } from '@registry/demo-data/centres'
import { medicalCategories, listSelectedFields } from '@registry/domain/filter/selected-fields'
import { tableFormats, type TableFormat } from '@registry/tabular/format'
import { postJson, download, type Client } from '../client.ts'
import { median, spread, type Figure } from '../figures.ts'
import { measurePsql, measureServer, cpuRatio, speedRatio, type Cost, type ServerCost } from '../measure.ts'
import { residentMegabytes } from '../processes.ts'
import { psql, rowsCopied } from '../psql.ts'
import type { Registry } from '../registry.ts'

/** The reference and the target speed of each format (goals 1 to 4), and the memory above the idle server (goal 5). */
const targets = {
  csv: { goal: '1', against: 'csv', speed: 0.9, cpu: 2, memory: 64 },
  json: { goal: '2', against: 'json', speed: 1.3, cpu: undefined, memory: 64 },
  xlsx: { goal: '3', against: 'csv', speed: 0.22, cpu: undefined, memory: 128 },
  xml: { goal: '4', against: 'csv', speed: 0.4, cpu: undefined, memory: 64 },
} as const satisfies Record<TableFormat, unknown>

const columns = listSelectedFields({
  PATIENT: 'ALL',
  MEDICAL_DATA: Object.fromEntries(medicalCategories.map((category) => [category, 'ALL'])),
}).map(({ column }) => `"${column}"`)

/**
 * The SELECT of a filter with all fields and no conditions. A condition on the centre replaces row security.
 */
const centres = demoCentres.map(({ code }) => `'${code}'`)
const columnList = columns.join(', ')
const select = `SELECT ${columnList} FROM filter_patient WHERE centre_code IN (${centres.join(', ')}) ORDER BY id`

const copies = {
  csv: `\\copy (${select}) TO '/dev/null' WITH (FORMAT csv, HEADER)`,
  json: `\\copy (SELECT row_to_json(r) FROM (${select}) AS r) TO '/dev/null'`,
} as const

const hasRows = (answer: unknown): answer is { readonly rows: readonly { readonly id: number; readonly name: string }[] } =>
  typeof answer === 'object' && answer !== null && 'rows' in answer && Array.isArray(answer.rows)

type MeasuredFilter = { readonly name: string; readonly description: string; readonly filter_list?: object }

export const everyone: MeasuredFilter = { name: 'Misura: tutti, ogni campo', description: 'Tutti i pazienti con ogni campo offerto' }
/** A tenth of the patients of a demonstration, which are 100,000 of a million. */
export const oneTenth: MeasuredFilter = {
  name: 'Misura: un decimo, ogni campo',
  description: 'Un fenotipo con ogni campo offerto',
  filter_list: { PATIENT: [], MEDICAL_DATA: [['FENOTYPE', '=', 'SCD_NCT']] },
}

/** Returns the id of an exported filter. Creates it unless a kept registry has it already. */
export const findOrCreateFilter = async (client: Client, filter: MeasuredFilter): Promise<number> => {
  const findId = async (): Promise<number | undefined> => {
    const answer = await postJson(client, '/inthem_query', { action: 'LIST' })
    return hasRows(answer) ? answer.rows.find(({ name }) => name === filter.name)?.id : undefined
  }
  const existing = await findId()
  if (existing !== undefined) return existing
  await postJson(client, '/inthem_query', { action: 'ADD', ...filter, field_list: { PATIENT: 'ALL', MEDICAL_DATA: 'ALL' } })
  const created = await findId()
  if (created === undefined) throw new Error('The filter was not saved')
  return created
}

type ReferenceFormat = keyof typeof copies
type Round = { readonly reference: Record<ReferenceFormat, Cost>; readonly registry: Record<TableFormat, ServerCost> }

/** @throws if the number of rows in the file is not the announced one */
const measureExport = async (registry: Registry, client: Client, filter: number, format: TableFormat): Promise<ServerCost> => {
  const { result, cost } = await measureServer(registry, () => download(client, { kind: 'filter', id: filter }, format))
  const rows = await result.counter.rows()
  if (rows !== result.announced) throw new Error(`The ${format} file has ${rows} rows, ${result.announced} were announced`)
  return { ...cost, rows, bytes: result.bytes }
}

/** Every second round runs its tasks in reverse order, so that the order does not matter. */
const measureRound = async (registry: Registry, client: Client, filter: number, number: number): Promise<Round> => {
  const reference: Partial<Record<ReferenceFormat, Cost>> = {}
  const own: Partial<Record<TableFormat, ServerCost>> = {}
  const runPsql = (format: ReferenceFormat) => async (): Promise<void> => {
    reference[format] = await measurePsql(registry, () => psql(registry, [copies[format]]), rowsCopied)
  }
  const runExport = (format: TableFormat) => async (): Promise<void> => {
    own[format] = await measureExport(registry, client, filter, format)
  }
  const tasks = [runPsql('csv'), runExport('csv'), runExport('xlsx'), runPsql('json'), runExport('json'), runExport('xml')]
  for (const task of number % 2 === 1 ? tasks : tasks.toReversed()) await task()
  const [{ csv, json }, { csv: ownCsv, json: ownJson, xlsx, xml }] = [reference, own]
  if (!csv || !json || !ownCsv || !ownJson || !xlsx || !xml) throw new Error('The round has no result of a task')
  return { reference: { csv, json }, registry: { csv: ownCsv, json: ownJson, xlsx, xml } }
}

const expectSameRows = ({ reference, registry }: Round): void => {
  const counts = [
    ...Object.entries(reference).map(([format, { rows }]) => ({ rows, name: `psql ${format}` })),
    ...Object.entries(registry).map(([format, { rows }]) => ({ rows, name: `registry ${format}` })),
  ]
  if (new Set(counts.map(({ rows }) => rows)).size === 1) return
  throw new Error(`The numbers of exported rows differ: ${counts.map(({ name, rows }) => `${name} ${rows}`).join(', ')}`)
}

const buildFigure = (format: TableFormat, rounds: readonly Round[], idle: number): Figure => {
  const { goal, against, speed, cpu, memory } = targets[format]
  const speeds = rounds.map((round) => speedRatio(round.registry[format], round.reference[against]))
  const cpus = rounds.map((round) => cpuRatio(round.registry[format], round.reference[against]))
  const over = Math.max(...rounds.map((round) => round.registry[format].peakMegabytes)) - idle
  const other = against === 'csv' ? 'psql `\\copy`' : 'psql `row_to_json`'
  const cpuMet = cpu === undefined || median(cpus) <= cpu
  return {
    goal: `${goal}, 5`,
    work: `export ${format.toUpperCase()}, ${rounds[0]?.registry[format].rows.toLocaleString('en')} rows × ${columns.length} columns`,
    target: `≥ ${speed} of ${other}; ${cpu === undefined ? '' : `CPU ≤ ${cpu} ×; `}idle + ${memory} MB`,
    measured: spread(speeds),
    cpu: `${spread(cpus)} ×`,
    memory: `idle ${Math.round(idle)} + ${Math.round(over)} MB`,
    met: median(speeds) >= speed && cpuMet && over <= memory,
  }
}

/** After this time without requests the server counts as idle. */
const idleMs = 3000

const logRound = (round: Round, number: number): void => {
  const one = ({ seconds, clientCpu, databaseCpu }: Cost): string =>
    `${seconds.toFixed(2)} s (CPU ${clientCpu.toFixed(2)} + ${databaseCpu.toFixed(2)})`
  const each = tableFormats.map(
    (format) => `${format} ${one(round.registry[format])} ${Math.round(round.registry[format].peakMegabytes)} MB`,
  )
  console.log(
    `  ${number === 0 ? 'not counted' : `round ${number}`}: psql csv ${one(round.reference.csv)}, row_to_json ${one(round.reference.json)}; registry ${each.join(', ')}`,
  )
}

/** Goals 1 to 5: exports of all patients with all columns in each format, compared with psql. */
export const measureExports = async (registry: Registry, client: Client, rounds: number): Promise<Figure[]> => {
  const filter = await findOrCreateFilter(client, everyone)
  await pause(idleMs)
  const idle = residentMegabytes(registry.serverPid)
  console.log(`Exports; the idle server has ${Math.round(idle)} MB`)
  const measured: Round[] = []
  // The first round only warms up.
  for (let number = 0; number <= rounds; number += 1) {
    const round = await measureRound(registry, client, filter, number)
    expectSameRows(round)
    logRound(round, number)
    if (number > 0) measured.push(round)
  }
  return tableFormats.map((format) => buildFigure(format, measured, idle))
}
