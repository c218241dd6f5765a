import { readdir, readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoPatientPassword } from '@registry/demo-data/staff'
import { downloadFile, postJson, readReceiptNumber, signInPatient, type Client } from '../client.ts'
import { median, type Figure } from '../figures.ts'
import type { Registry } from '../registry.ts'

const targetMs = 300
/** A patient of the demonstration who signs in by mail. */
const contact = 'p2@demo.example'
const answers = { C_DB_P: true, C_DB_M: true, C_S: true, C_EXTRAEU: false, C_P_DB: false, C_F: true, C_INCIDENTAL: 2 }
const codeTries = 100

const listMails = async (directory: string): Promise<readonly string[]> => {
  const names = await readdir(join(directory, 'outbox')).catch(() => [])
  return names.filter((name) => name.startsWith(`mail-${contact}`) && name.endsWith('.txt'))
}

/** Returns a function that waits for a later mail with a code, which the server writes as a file. */
const prepareToReadCode = async (directory: string): Promise<() => Promise<string>> => {
  const before = new Set(await listMails(directory))
  return async () => {
    for (let tries = 0; tries < codeTries; tries += 1) {
      const name = (await listMails(directory)).find((found) => !before.has(found))
      const [code] = name === undefined ? [] : (/\b\d{6}\b/.exec(await readFile(join(directory, 'outbox', name), 'utf8')) ?? [])
      if (code !== undefined) return code
      await pause(100)
    }
    throw new Error('No code was sent')
  }
}

const time = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

type Times = { readonly save: number; readonly pdf: number; readonly json: number }

const measureRound = async (client: Client): Promise<Times> => {
  const save = await time(() => postJson(client, '/patient/UpdateConsents', answers))
  const path = `/patient/ConsentReceipt?receipt=${await readReceiptNumber(client)}`
  return {
    save,
    pdf: await time(() => downloadFile(client, `${path}&format=pdf`)),
    json: await time(() => downloadFile(client, `${path}&format=json`)),
  }
}

const formatMs = (ms: number): string => ms.toFixed(0)

const works = [
  ['save', 'save of consents, which signs their receipt and queues its mail'],
  ['pdf', 'PDF of a receipt, printed and signed'],
  ['json', 'JSON of a receipt'],
] as const

/** The time in which a receipt is made, from the request to the end of the answer (REQ-CON-15). */
export const measureReceipts = async (registry: Registry, rounds: number): Promise<Figure[]> => {
  console.log('Consent receipts')
  const readCode = await prepareToReadCode(registry.scratch)
  const client = await signInPatient(registry.port, contact, demoPatientPassword, readCode)
  await postJson(client, '/consent', { action: 'GET', lang: 'it', id: 'pre_consent1' })
  await postJson(client, '/patient/GetConsentPoints', { lang: 'it' })
  const measured: Times[] = []
  // The first round warms up: it starts the printing thread.
  for (let number = 0; number <= rounds; number += 1) {
    const times = await measureRound(client)
    const shown = works.map(([part]) => `${part} ${formatMs(times[part])} ms`).join(', ')
    console.log(`  ${number === 0 ? 'not counted' : `round ${number}`}: ${shown}, load ${loadavg()[0]?.toFixed(1)}`)
    if (number > 0) measured.push(times)
  }
  return works.map(([part, work]) => {
    const times = measured.map((round) => round[part])
    return {
      goal: 'REQ-CON-15',
      work,
      target: `≤ ${targetMs} ms`,
      measured: `${formatMs(median(times))} ms (${formatMs(Math.min(...times))}–${formatMs(Math.max(...times))})`,
      cpu: '–',
      memory: '–',
      met: median(times) <= targetMs,
    }
  })
}
