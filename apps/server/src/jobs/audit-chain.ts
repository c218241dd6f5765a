import { chainAuditLog } from '@registry/db/audit-chain'
import type { Deps } from '../app/deps.ts'
import type { SecretKey } from '../auth/secret-key.ts'
import { startJob, type JobHolder, type RepeatedWork } from './repeat.ts'

type Needs = Pick<Deps, 'database' | 'log'> & { readonly secretKey: SecretKey }

/** Derives the key of the audit chain. Write access to the database does not reveal it (THREAT-47). */
export const deriveAuditChainKey = (secretKey: SecretKey): Promise<Uint8Array> => secretKey.derive('audit chain')

/** Chains committed audit entries every second and at the end (decision 0026). */
export const startAuditChain = (needs: Needs & JobHolder): RepeatedWork =>
  startJob(needs, {
    name: 'audit chain',
    atStop: true,
    run: async () => chainAuditLog(needs.database, await deriveAuditChainKey(needs.secretKey)),
    onFailure: (error) => needs.log.error({ err: error }, 'the audit log could not be chained'),
  })
