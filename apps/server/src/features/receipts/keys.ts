import type { Transaction } from '@registry/db/transaction'
import { constantTimeEqual } from '../../auth/tokens.ts'
import type { PublicKeys } from '../../auth/receipt-signature.ts'
import type { Deps } from '../../app/deps.ts'
import { insertKey, listKeys } from './queries.ts'

type Needs = Pick<Deps, 'keyedHash' | 'receiptKey'>

const formatKey = (kid: string, publicKey: string): string => `${kid} ${publicKey}`

/** Stores the public key with the receipts that it signed, because the private key may change (REQ-CON-16). */
export const storePublicKey = async (needs: Needs, tx: Transaction): Promise<void> => {
  const { kid, publicKey } = await needs.receiptKey.readPublicKey()
  await insertKey(tx, { kid, publicKey, mac: (await needs.keyedHash('receipt key', formatKey(kid, publicKey))).toString('hex') })
}

/** Returns the keys of this registry. A key that somebody added in the database has no valid MAC (THREAT-53). */
export const readPublicKeys = async (needs: Pick<Deps, 'keyedHash' | 'database'>): Promise<PublicKeys> => {
  const stored = await listKeys(needs.database)
  const checked = await Promise.all(
    stored.map(async ({ kid, publicKey, mac }) => ({
      entry: [kid, publicKey] as const,
      valid: (await needs.keyedHash.all('receipt key', formatKey(kid, publicKey))).some((each) =>
        constantTimeEqual(each, Buffer.from(mac, 'hex')),
      ),
    })),
  )
  return new Map(checked.flatMap(({ entry, valid }) => (valid ? [entry] : [])))
}
