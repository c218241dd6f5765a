import { createHash } from 'node:crypto'
import type { Database } from '@registry/db/connect'
import { EnvError } from '../app/env.ts'
import type { ReceiptKey } from './receipt-key.ts'
import type { SecretKey } from './secret-key.ts'

type Keys = { readonly secretKey: SecretKey; readonly receiptKey: ReceiptKey }
type KeyName = 'SECRET_KEY' | 'RECEIPT_KEY'

const computeFingerprints = async ({ secretKey, receiptKey }: Keys): Promise<readonly (readonly [KeyName, string])[]> => {
  const { kid } = await receiptKey.readPublicKey()
  return [
    ['SECRET_KEY', Buffer.from(await secretKey.derive('fingerprint')).toString('hex')],
    ['RECEIPT_KEY', createHash('sha256').update(kid).digest('hex')],
  ]
}

const abbreviate = (fingerprint: string): string => `${fingerprint.slice(0, 8)}…`

/**
 * Compares the keys with those of the database. The first start in a new database notes its keys, under a lock, so that two servers with
 * different keys cannot both note theirs (REQ-OPS-11).
 * @throws EnvError for a key that never wrote in this database
 */
export const checkKeys = async (database: Database, keys: Keys): Promise<void> => {
  const fingerprints = await computeFingerprints(keys)
  await database.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('key_fingerprint'))`
    for (const [name, fingerprint] of fingerprints) {
      const known = await sql<
        { fingerprint: string }[]
      >`SELECT fingerprint FROM key_fingerprint WHERE name = ${name} ORDER BY first_used_at DESC`
      const [newest] = known
      if (!newest) await sql`INSERT INTO key_fingerprint (name, fingerprint) VALUES (${name}, ${fingerprint})`
      else if (!known.some((key) => key.fingerprint === fingerprint))
        throw new EnvError(name, `this database belongs to the key ${abbreviate(newest.fingerprint)}, not ${abbreviate(fingerprint)}`)
    }
  })
}
