import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoPatientPassword } from '@registry/demo-data/staff'
import { signInPatient, type Client } from './client.ts'
import type { Registry } from './registry.ts'

/** A patient of the demonstration who signs in by mail and has given all consents. */
export const contact = 'p2@demo.example'
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

/** Signs in the patient of the demonstration. */
export const signInDemoPatient = async (registry: Registry): Promise<Client> => {
  const readCode = await prepareToReadCode(registry.scratch)
  return signInPatient(registry.port, contact, demoPatientPassword, readCode)
}
