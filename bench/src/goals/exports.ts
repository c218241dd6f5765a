import { setTimeout as pause } from 'node:timers/promises'
import { demoCentres } from '@registry/demo-data/centres'
import { medicalCategories, listSelectedFields } from '@registry/domain/filter/selection'
import { ask, download, type Station } from '../client.ts'
import { median, spread, type Figure } from '../figures.ts'
import { costOfPsql, costOfServer, cpuRatio, speedRatio, type Cost, type ServerCost } from '../measure.ts'
import { residentMegabytes } from '../processes.ts'
import { psql, rowsCopied } from '../psql.ts'
import type { Registry } from '../registry.ts'

export const formats = ['csv', 'json', 'xlsx', 'xml'] as const
export type Format = (typeof formats)[number]

/** What each format is measured against and how fast it shall be (goals 1 to 4); memory over the idle server's (goal 5). */
const wanted = {
  csv: { goal: '1', against: 'csv', speed: 0.9, cpu: 2, memory: 64 },
  json: { goal: '2', against: 'json', speed: 1.3, cpu: undefined, memory: 64 },
  xlsx: { goal: '3', against: 'csv', speed: 0.22, cpu: undefined, memory: 128 },
  xml: { goal: '4', against: 'csv', speed: 0.4, cpu: undefined, memory: 64 },
} as const satisfies Record<Format, unknown>

const columns = listSelectedFields({
  PATIENT: 'ALL',
  MEDICAL_DATA: Object.fromEntries(medicalCategories.map((category) => [category, 'ALL'])),
}).map(({ column }) => `"${column}"`)

/**
 * The SELECT of a filter that means everybody and shows everything: patients, then anonymous records. Whose rows the manager may see is
 * said here instead of by row security; anonymous records have no centre.
 */
const centres = demoCentres.map(({ code }) => `'${code}'`)
const named = columns.join(', ')
const select = `SELECT ${named} FROM (
  SELECT ${named}, id FROM filter_patient WHERE center_code IN (${centres.join(', ')}) UNION ALL SELECT ${named}, NULL FROM filter_anonymous) AS shown
  ORDER BY id`.replaceAll(/\s+/g, ' ')

const copies = {
  csv: `\\copy (${select}) TO '/dev/null' WITH (FORMAT csv, HEADER)`,
  json: `\\copy (SELECT row_to_json(r) FROM (${select}) AS r) TO '/dev/null'`,
} as const

const hasRows = (answer: unknown): answer is { readonly rows: readonly { readonly id: number; readonly name: string }[] } =>
  typeof answer === 'object' && answer !== null && 'rows' in answer && Array.isArray(answer.rows)

const filterName = 'Misura: tutti, ogni campo'

/** The filter that is exported; a registry that is kept from an earlier run has it already. */
export const wholeFilter = async (station: Station): Promise<number> => {
  const known = async (): Promise<number | undefined> => {
    const answer = await ask(station, '/inthem_query', { action: 'LIST' })
    return hasRows(answer) ? answer.rows.find(({ name }) => name === filterName)?.id : undefined
  }
  const before = await known()
  if (before !== undefined) return before
  const fields = {
    action: 'ADD',
    name: filterName,
    description: 'Tutti i pazienti con ogni campo offerto',
    field_list: { PATIENT: 'ALL', MEDICAL_DATA: 'ALL' },
  }
  await ask(station, '/inthem_query', fields)
  const made = await known()
  if (made === undefined) throw new Error('The filter was not saved')
  return made
}

type Theirs = keyof typeof copies
type Round = { readonly theirs: Record<Theirs, Cost>; readonly ours: Record<Format, ServerCost> }

/** @throws when the bytes hold other rows than the server announced */
const ours = async (registry: Registry, station: Station, filter: number, format: Format): Promise<ServerCost> => {
  const { result, cost } = await costOfServer(registry, () => download(station, filter, format))
  const rows = await result.counter.rows()
  if (rows !== result.announced) throw new Error(`The ${format} file has ${rows} rows, ${result.announced} were announced`)
  return { ...cost, rows, bytes: result.bytes }
}

/** Each second round goes through the same works backwards: who comes first must not matter. */
const measureRound = async (registry: Registry, station: Station, filter: number, number: number): Promise<Round> => {
  const theirs: Partial<Record<Theirs, Cost>> = {}
  const own: Partial<Record<Format, ServerCost>> = {}
  const psqlIn = (format: Theirs) => async (): Promise<void> => {
    theirs[format] = await costOfPsql(registry, () => psql(registry, [copies[format]]), rowsCopied)
  }
  const oursIn = (format: Format) => async (): Promise<void> => {
    own[format] = await ours(registry, station, filter, format)
  }
  const works = [psqlIn('csv'), oursIn('csv'), oursIn('xlsx'), psqlIn('json'), oursIn('json'), oursIn('xml')]
  for (const work of number % 2 === 1 ? works : works.toReversed()) await work()
  const [{ csv, json }, { csv: oursCsv, json: oursJson, xlsx, xml }] = [theirs, own]
  if (!csv || !json || !oursCsv || !oursJson || !xlsx || !xml) throw new Error('A work of the round was left out')
  return { theirs: { csv, json }, ours: { csv: oursCsv, json: oursJson, xlsx, xml } }
}

const sameRows = ({ theirs, ours: own }: Round): void => {
  const named = [
    ...Object.entries(theirs).map(([format, { rows }]) => ({ rows, who: `psql ${format}` })),
    ...Object.entries(own).map(([format, { rows }]) => ({ rows, who: `ours ${format}` })),
  ]
  if (new Set(named.map(({ rows }) => rows)).size === 1) return
  throw new Error(`Not the same rows were exported: ${named.map(({ who, rows }) => `${who} ${rows}`).join(', ')}`)
}

const figureOf = (format: Format, rounds: readonly Round[], idle: number): Figure => {
  const { goal, against, speed, cpu, memory } = wanted[format]
  const speeds = rounds.map((round) => speedRatio(round.ours[format], round.theirs[against]))
  const cpus = rounds.map((round) => cpuRatio(round.ours[format], round.theirs[against]))
  const over = Math.max(...rounds.map((round) => round.ours[format].peakMegabytes)) - idle
  const other = against === 'csv' ? 'psql `\\copy`' : 'psql `row_to_json`'
  const cpuMet = cpu === undefined || median(cpus) <= cpu
  return {
    goal: `${goal}, 5`,
    work: `export ${format.toUpperCase()}, ${rounds[0]?.ours[format].rows.toLocaleString('en')} rows × ${columns.length} columns`,
    wanted: `≥ ${speed} of ${other}; ${cpu === undefined ? '' : `CPU ≤ ${cpu} ×; `}idle + ${memory} MB`,
    measured: spread(speeds),
    cpu: `${spread(cpus)} ×`,
    memory: `idle ${Math.round(idle)} + ${Math.round(over)} MB`,
    met: median(speeds) >= speed && cpuMet && over <= memory,
  }
}

/** Seconds a server rests before it counts as idle. */
const restMs = 3000

const tell = (round: Round, number: number): void => {
  const one = ({ seconds, clientCpu, databaseCpu }: Cost): string =>
    `${seconds.toFixed(2)} s (CPU ${clientCpu.toFixed(2)} + ${databaseCpu.toFixed(2)})`
  const each = formats.map((format) => `${format} ${one(round.ours[format])} ${Math.round(round.ours[format].peakMegabytes)} MB`)
  console.log(
    `  ${number === 0 ? 'not counted' : `round ${number}`}: psql csv ${one(round.theirs.csv)}, row_to_json ${one(round.theirs.json)}; ours ${each.join(', ')}`,
  )
}

/** Goals 1 to 5: a filter's file of everybody with every column, in each format, against psql in the same run. */
export const measureExports = async (registry: Registry, station: Station, rounds: number): Promise<Figure[]> => {
  const filter = await wholeFilter(station)
  await pause(restMs)
  const idle = residentMegabytes(registry.serverPid)
  console.log(`Exports; the idle server has ${Math.round(idle)} MB`)
  const measured: Round[] = []
  // The first round warms both up and does not count.
  for (let number = 0; number <= rounds; number += 1) {
    const round = await measureRound(registry, station, filter, number)
    sameRows(round)
    tell(round, number)
    if (number > 0) measured.push(round)
  }
  return formats.map((format) => figureOf(format, measured, idle))
}
