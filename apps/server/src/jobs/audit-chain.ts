import { chainAuditLog } from '@registry/db/audit-chain'
import type { Deps } from '../deps.ts'
import type { SecretKey } from '../auth/secret-key.ts'

type Needs = Pick<Deps, 'database' | 'log'> & { readonly secretKey: SecretKey }

const intervalMs = 1000

/** Derives the key of the audit chain. Write access to the database does not reveal it (THREAT-47). */
export const deriveAuditChainKey = (secretKey: SecretKey): Promise<Uint8Array> => secretKey.derive('audit chain')

/** Chains committed audit entries every second and at the end. Several processes may run it, one at a time works (decision 0026). */
export const startAuditChain = ({ database, log, secretKey }: Needs): { stop(): Promise<void> } => {
  let running: Promise<void> | undefined
  const runOnce = (): Promise<void> => {
    running ??= deriveAuditChainKey(secretKey)
      .then((key) => chainAuditLog(database, key))
      .catch((error: unknown) => log.error({ err: error }, 'the audit log could not be chained'))
      .finally(() => {
        running = undefined
      })
    return running
  }
  const clock = setInterval(() => void runOnce(), intervalMs)
  return {
    stop: async () => {
      clearInterval(clock)
      await running
      await runOnce()
    },
  }
}
