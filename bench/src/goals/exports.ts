import { setTimeout as pause } from 'node:timers/promises'
import { demoCentres } from '@registry/demo-data/centres'
import { listSelectedFields, medicalCategories } from '@registry/domain/filter/selected-fields'
import { tableFormats, type TableFormat } from '@registry/tabular/format'
import { download, findOrCreateFilter, signIn } from '../client.ts'
import { cpuRatio, measureServer, runRounds, serverMegabytes, speedRatio, type Cost } from '../measure.ts'
import { measurePsql } from '../psql.ts'
import type { Registry } from '../registry.ts'
import { formatRatios, median, timeResult, type Result } from '../results.ts'

/** The speed that each format reaches of its reference, and its memory above the idle server. */
const goals = {
  csv: { reference: 'csv', speed: 0.8, megabytes: 64 },
  json: { reference: 'json', speed: 1.3, megabytes: 64 },
  xlsx: { reference: 'csv', speed: 0.3, megabytes: 128 },
  xml: { reference: 'csv', speed: 0.4, megabytes: 64 },
} as const satisfies Record<TableFormat, unknown>
const referenceNames = { csv: 'psql `\\copy`', json: 'psql `row_to_json`' } as const

const columns = listSelectedFields({
  PATIENT: 'ALL',
  MEDICAL_DATA: Object.fromEntries(medicalCategories.map((category) => [category, 'ALL'])),
}).map(({ column }) => `"${column}"`)

// A condition on the centres replaces row security.
const centres = demoCentres.map(({ code }) => `'${code}'`).join(', ')
const select = `SELECT ${columns.join(', ')} FROM filter_patient WHERE centre_code IN (${centres}) ORDER BY id`
const references = {
  csv: `\\copy (${select}) TO '/dev/null' WITH (FORMAT csv, HEADER)`,
  json: `\\copy (SELECT row_to_json(r) FROM (${select}) AS r) TO '/dev/null'`,
} as const

/** After this time without requests the server counts as idle. */
const idleMs = 3000

/** Exports of all patients with all columns in each format, compared with psql (REQ-EXP-04). */
export const measureExports = async (registry: Registry, rounds: number): Promise<Result[]> => {
  const client = await signIn(registry.port, 'dm@demo.example')
  const everyone = await findOrCreateFilter(client, 'Misura: tutti, ogni campo')
  const ofCentre = await findOrCreateFilter(client, 'Misura: un centro', {
    PATIENT: [['center_code', '=', demoCentres[0]?.code]],
    MEDICAL_DATA: [],
  })
  await pause(idleMs)
  const idle = serverMegabytes(registry)
  const measured = await runRounds(rounds, async (round) => {
    const reference: Record<string, Cost> = {}
    const exported: Record<string, Cost & { readonly peakMegabytes: number; readonly firstByteMs: number }> = {}
    const tasks = [
      ...(['csv', 'json'] as const).map((name) => async () => {
        reference[name] = await measurePsql(registry, [references[name]])
      }),
      ...tableFormats.map((format) => async () => {
        exported[format] = await measureServer(registry, () => download(client, everyone, format))
      }),
    ]
    // Every second round runs in reverse order, so that the order does not matter.
    for (const task of round % 2 === 1 ? tasks : tasks.toReversed()) await task()
    const rows = new Set([...Object.values(reference), ...Object.values(exported)].map((cost) => cost.rows))
    if (rows.size !== 1) throw new Error(`The numbers of exported rows differ: ${[...rows].join(', ')}`)
    return { reference, exported, centreFirstByteMs: (await download(client, ofCentre, 'csv')).firstByteMs }
  })
  const formats = tableFormats.map((format): Result => {
    const { reference: name, speed, megabytes } = goals[format]
    const pairs = measured.flatMap(({ reference, exported }) => {
      const [subject, other] = [exported[format], reference[name]]
      return subject && other ? [{ subject, other }] : []
    })
    const speeds = pairs.map(({ subject, other }) => speedRatio(subject, other))
    const cpu = median(pairs.map(({ subject, other }) => cpuRatio(subject, other)))
    const above = Math.max(...pairs.map(({ subject }) => subject.peakMegabytes)) - idle
    return {
      goal: `export ${format.toUpperCase()}, ${pairs[0]?.subject.rows.toLocaleString('en')} rows × ${columns.length} columns: ≥ ${speed} of ${referenceNames[name]}, idle + ${megabytes} MB`,
      measured: `${formatRatios(speeds)}, CPU ${cpu.toFixed(2)} ×, idle ${idle.toFixed(0)} + ${above.toFixed(0)} MB`,
      met: median(speeds) >= speed && above <= megabytes,
    }
  })
  const firstBytes = measured.flatMap(({ exported }) => Object.values(exported).map(({ firstByteMs }) => firstByteMs))
  return [
    ...formats,
    timeResult('first byte of an export of everybody', firstBytes, 1500),
    timeResult(
      'first byte of an export of one centre',
      measured.map(({ centreFirstByteMs }) => centreFirstByteMs),
      300,
    ),
  ]
}
