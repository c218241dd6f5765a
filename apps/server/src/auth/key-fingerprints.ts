import { createHash } from 'node:crypto'
import type { Database, Queries } from '@registry/db/connect'
import { EnvError } from '../app/env.ts'
import type { ReceiptKey } from './receipt-key.ts'
import type { SecretKey } from './secret-key.ts'

type Keys = { readonly secretKey: SecretKey; readonly receiptKey: ReceiptKey }
export type KeyName = 'SECRET_KEY' | 'RECEIPT_KEY'

const computeFingerprints = async ({ secretKey, receiptKey }: Keys): Promise<readonly (readonly [KeyName, string])[]> => {
  const { kid } = await receiptKey.readPublicKey()
  return [
    ['SECRET_KEY', Buffer.from(await secretKey.derive('fingerprint')).toString('hex')],
    ['RECEIPT_KEY', createHash('sha256').update(kid).digest('hex')],
  ]
}

const abbreviate = (fingerprint: string): string => `${fingerprint.slice(0, 8)}…`

/** Returns the beginning of the fingerprint of each key. It names the key and reveals nothing about it. */
export const nameKeys = async (keys: Keys): Promise<Readonly<Record<KeyName, string>>> => {
  const names = new Map((await computeFingerprints(keys)).map(([name, fingerprint]) => [name, abbreviate(fingerprint)]))
  return { SECRET_KEY: names.get('SECRET_KEY') ?? '', RECEIPT_KEY: names.get('RECEIPT_KEY') ?? '' }
}

type Known = { readonly name: string; readonly fingerprint: string }

/** Returns the keys that the database does not know, described in one line each. A name without any known key is unused. */
const describeUnknown = (fingerprints: Awaited<ReturnType<typeof computeFingerprints>>, known: readonly Known[]): EnvError[] =>
  fingerprints.flatMap(([name, fingerprint]) => {
    const ofName = known.filter((key) => key.name === name)
    const [newest] = ofName
    if (!newest || ofName.some((key) => key.fingerprint === fingerprint)) return []
    return new EnvError(name, `this database belongs to the key ${abbreviate(newest.fingerprint)}, not ${abbreviate(fingerprint)}`)
  })

const listKnown = (sql: Queries): Promise<readonly Known[]> =>
  sql<Known[]>`SELECT name, fingerprint FROM key_fingerprint ORDER BY first_used_at DESC`

export type KeyState = { readonly unused: boolean; readonly problems: readonly EnvError[] }

/** Compares the keys with those of the database, and changes nothing. A database without any known key is unused. */
export const readKeyState = async (database: Database, keys: Keys): Promise<KeyState> => {
  const known = await listKnown(database)
  return { unused: known.length === 0, problems: describeUnknown(await computeFingerprints(keys), known) }
}

/**
 * Compares the keys with those of the database. The first start in a new database notes its keys, under a lock, so that two servers with
 * different keys cannot both note theirs (REQ-OPS-11).
 * @throws EnvError for a key that never wrote in this database
 */
export const checkKeys = async (database: Database, keys: Keys): Promise<void> => {
  const fingerprints = await computeFingerprints(keys)
  await database.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('key_fingerprint'))`
    const known = await listKnown(sql)
    const [unknown] = describeUnknown(fingerprints, known)
    if (unknown) throw unknown
    for (const [name, fingerprint] of fingerprints)
      if (!known.some((key) => key.name === name))
        await sql`INSERT INTO key_fingerprint (name, fingerprint) VALUES (${name}, ${fingerprint})`
  })
}
