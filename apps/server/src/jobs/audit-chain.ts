import { chainAuditLog } from '@registry/db/audit-chain'
import type { Queries } from '@registry/db/connect'
import type { Deps } from '../app/deps.ts'
import { followWritingKey } from '../auth/key-fingerprints.ts'
import type { SecretKey } from '../auth/secret-key.ts'
import { startJob, type JobHolder, type RepeatedWork } from './repeat.ts'

type Needs = Pick<Deps, 'database' | 'log'> & { readonly secretKey: SecretKey }

/** Derives the keys of the audit chain. Write access to the database does not reveal them (THREAT-47). */
export const deriveAuditChainKeys = (secretKey: SecretKey): Promise<readonly Uint8Array[]> => secretKey.deriveAll('audit chain')

/** Derives the key that writes now. @throws when this process does not have it */
export const chooseAuditChainKey = async (sql: Queries, secretKey: SecretKey): Promise<Uint8Array> => {
  await followWritingKey(sql, secretKey)
  const [writing] = await deriveAuditChainKeys(secretKey)
  if (!writing) throw new Error('there is no key')
  return writing
}

/** Chains committed audit entries every second and at the end (decision 0026). */
export const startAuditChain = (needs: Needs & JobHolder): RepeatedWork =>
  startJob(needs, {
    name: 'audit chain',
    atStop: true,
    run: () => chainAuditLog(needs.database, (sql) => chooseAuditChainKey(sql, needs.secretKey)),
    onFailure: (error) => needs.log.error({ err: error }, 'the audit log could not be chained'),
  })
