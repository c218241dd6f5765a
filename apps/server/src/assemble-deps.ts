import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '@registry/db/connect'
import type { Deps } from './deps.ts'
import { createAuditLog } from './audit/audit-log.ts'
import { createUploads } from './http/uploads.ts'
import type { Env } from './env.ts'
import { loadManual } from './features/help/manual.ts'
import { createImports } from './features/imports/limits.ts'
import { createFileReaders } from './features/imports/file-readers.ts'
import { realPace, type Pace } from './auth/constant-time.ts'
import { createHashing } from './auth/password-hashing.ts'
import { stepUp } from './auth/reauthentication.ts'
import { postgresOutbox } from './jobs/outbox.ts'
import { createKeyedHash } from './auth/keyed-hash.ts'
import { createSealing } from './auth/encryption.ts'
import { createSecretKey } from './auth/secret-key.ts'
import { loadTexts } from './texts.ts'

export type Outside = {
  readonly env: Env
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly clock: () => Date
  readonly version: string
  readonly pace?: Pace
}

/** What services need, made from what differs between a process and a test. */
export const assembleDeps = async ({ pace = realPace, ...outside }: Outside): Promise<Deps> => {
  const hashing = createHashing()
  const texts = await loadTexts()
  const secretKey = createSecretKey(outside.env)
  const sealing = createSealing(secretKey)
  return {
    ...outside,
    pace,
    hashing,
    readers: createFileReaders(outside.env),
    uploads: createUploads(outside.env, outside.log),
    imports: createImports(),
    secretKey,
    sealing,
    keyedHash: createKeyedHash(secretKey),
    texts,
    manual: await loadManual(texts),
    auditLog: createAuditLog(outside.database),
    outbox: postgresOutbox,
    stepUp: stepUp({ ...outside, hashing, sealing }),
  }
}
