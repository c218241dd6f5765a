import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { connect } from '@registry/db/connect'
import { demoCentrePassword } from '@registry/demo-data/staff'
import { sendFile } from '../client.ts'
import { formatMs, formatMsSpread, median, type Figure } from '../figures.ts'
import { timeMs } from '../measure.ts'
import type { Registry } from '../registry.ts'

const centre = 'RM01'
const rows = 200
/** The pairs of imports in each round. */
const pairs = 20
/** Without a difference, the import with known contacts is the slower one of half of the pairs. */
const maxDistance = 0.15

const listKnownContacts = async ({ owner }: Registry): Promise<readonly string[]> => {
  const database = connect(owner, { max: 1 })
  try {
    const found = await database<{ email: string }[]>`
      SELECT email FROM patient_identity WHERE email IS NOT NULL AND centre_code <> ${centre} ORDER BY patient_id LIMIT ${rows}`
    if (found.length < rows) throw new Error(`Only ${found.length} patients have an e-mail: use more --patients`)
    return found.map(({ email }) => email)
  } finally {
    await database.end()
  }
}

/** Writes a file that registers patients with these contacts. Each contact has the same length in both files. */
const writeContacts = async ({ scratch }: Registry, name: string, contacts: readonly string[]): Promise<string> => {
  const path = join(scratch, name)
  const lines = contacts.map((contact, row) => `BENCH-${row},ROSSI,ADA,Email,${contact}`)
  await writeFile(path, ['CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL', ...lines, ''].join('\n'))
  return path
}

/** Nobody in the demonstration data has an address that begins so. */
const toUnknown = (contact: string): string => `_${contact.slice(1)}`

/**
 * The time of a trial import whose contacts belong to patients of other centres, against one whose contacts nobody uses. An answer that comes
 * later would tell a centre who is a patient elsewhere (THREAT-12).
 */
export const measureContacts = async (registry: Registry, rounds: number): Promise<Figure[]> => {
  console.log(`Imports with ${rows} known or unknown contacts`)
  const contacts = await listKnownContacts(registry)
  const known = await writeContacts(registry, 'known.csv', contacts)
  const unknown = await writeContacts(registry, 'unknown.csv', contacts.map(toUnknown))
  const fields = { centerCode: centre, centerPwd: demoCentrePassword(centre), format: 'csv', dry_run: 'true' }
  const send = (file: string): Promise<number> => timeMs(() => sendFile(registry.port, '/createPatients', fields, file))
  const times: { readonly known: number; readonly unknown: number }[] = []
  // The first round warms up. Every second pair runs in reverse order.
  for (let number = 0; number < (rounds + 1) * pairs; number += 1) {
    const first = await send(number % 2 === 0 ? known : unknown)
    const second = await send(number % 2 === 0 ? unknown : known)
    if (number >= pairs) times.push(number % 2 === 0 ? { known: first, unknown: second } : { known: second, unknown: first })
  }
  const ofKnown = times.map((pair) => pair.known)
  const ofUnknown = times.map((pair) => pair.unknown)
  const slower = times.filter((pair) => pair.known > pair.unknown).length / times.length
  console.log(`  known ${formatMs(median(ofKnown))} ms, unknown ${formatMs(median(ofUnknown))} ms, load ${loadavg()[0]?.toFixed(1)}`)
  return [
    {
      goal: 'THREAT-12',
      work: `trial import of ${rows} patients with contacts of other patients, against unknown contacts (${formatMsSpread(ofUnknown)})`,
      target: 'slower in half of the pairs',
      measured: `${formatMsSpread(ofKnown)}, slower in ${Math.round(slower * 100)} % of ${times.length} pairs`,
      cpu: '–',
      memory: '–',
      met: Math.abs(slower - 0.5) <= maxDistance,
    },
  ]
}
