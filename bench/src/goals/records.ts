import { z } from 'zod'
import { demoStaffPassword } from '@registry/demo-data/staff'
import { callProcedure, sendFile, signIn, type Client } from '../client.ts'
import { formatMs, formatMsSpread, median, type Figure } from '../figures.ts'
import { timeMs } from '../measure.ts'
import type { Registry } from '../registry.ts'
import { centreSize, registerCentre } from './centre.ts'
import { columnCount } from './imported-fields.ts'
import { uploadFields } from './imports.ts'
import { writeMedicalFiles } from './medical-files.ts'

const records = 200
const dryRunRows = 10_000
const targets = { open: 150, save: 100, dryRun: 3000 } as const

const PatientPage = z.object({
  patients: z.array(z.object({ code: z.string(), medical: z.boolean(), withdrawn: z.boolean() })),
  next: z.string().nullable(),
})
const Opened = z.object({ version: z.string(), values: z.object({ HB: z.number().nullable().optional() }) })

/** Lists patients of the centre whose clinical data can be saved. */
const listCodes = async (client: Client): Promise<readonly string[]> => {
  const codes: string[] = []
  let cursor: string | undefined
  do {
    const page = PatientPage.parse(await callProcedure(client, 'ecrf.patients', cursor === undefined ? {} : { cursor }))
    codes.push(...page.patients.filter(({ medical, withdrawn }) => medical && !withdrawn).map(({ code }) => code))
    cursor = page.next ?? undefined
  } while (cursor !== undefined && codes.length < records)
  return codes.slice(0, records)
}

/** Returns the time that 95 of 100 tasks do not exceed. */
const find95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN

/** Opens each record as its page does, and saves one field of it. Returns both times in milliseconds, one of each for a record. */
const openAndSave = async (client: Client, codes: readonly string[]): Promise<{ open: number[]; save: number[] }> => {
  const times = { open: [] as number[], save: [] as number[] }
  for (const code of codes) {
    let opened: unknown
    times.open.push(
      await timeMs(async () => {
        ;[opened] = await Promise.all([callProcedure(client, 'ecrf.read', { code }), callProcedure(client, 'ecrf.signatures', { code })])
      }),
    )
    const { version, values } = Opened.parse(opened)
    const changes = { HB: values.HB === 9.1 ? 9.2 : 9.1 }
    times.save.push(await timeMs(() => callProcedure(client, 'ecrf.save', { code, version, changes })))
  }
  return times
}

const toFigure = (work: string, target: number, times: readonly number[], reached: number, measured: string): Figure => ({
  goal: 'e-CRF',
  work: `${work}, ${times.length} times`,
  target: `≤ ${target} ms`,
  measured,
  cpu: '–',
  memory: '–',
  met: reached <= target,
})

/** Opening and saving a record over HTTP, and the dry run of a file (REQ-CRF-01, REQ-IMP-04). */
export const measureRecords = async (registry: Registry, rounds: number): Promise<Figure[]> => {
  const client = await signIn(registry.port, 'ca.rm01@demo.example', demoStaffPassword)
  const codes = await listCodes(client)
  console.log(`Records of ${codes.length} patients`)
  await openAndSave(client, codes.slice(0, 20))
  const { open, save } = await openAndSave(client, codes)
  for (const [name, times] of [
    ['open', open],
    ['save', save],
  ] as const)
    console.log(`  ${name}: ${formatMsSpread(times)}, 95 % within ${formatMs(find95(times))} ms`)
  await registerCentre(registry, centreSize)
  const dryRun: number[] = []
  for (let number = 0; number <= rounds; number += 1) {
    const { sent } = await writeMedicalFiles(registry.scratch, dryRunRows, number)
    const fields = { ...uploadFields, dry_run: 'true' }
    const time = await timeMs(() => sendFile(registry.port, '/putMedicalData', fields, sent.path))
    console.log(`  dry run, ${number === 0 ? 'not counted' : `round ${number}`}: ${formatMs(time)} ms`)
    if (number > 0) dryRun.push(time)
  }
  const within = (times: readonly number[]): string => `95 % within ${formatMs(find95(times))} ms, median ${formatMs(median(times))} ms`
  return [
    toFigure('open a record', targets.open, open, find95(open), within(open)),
    toFigure('save one field of a record', targets.save, save, find95(save), within(save)),
    toFigure(
      `dry run of ${dryRunRows.toLocaleString('en')} rows × ${columnCount} columns`,
      targets.dryRun,
      dryRun,
      median(dryRun),
      formatMsSpread(dryRun),
    ),
  ]
}
