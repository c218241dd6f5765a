import { resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '@registry/db/connect'
import { createReaderPool, type ReaderPool } from '@registry/tabular/worker/reader-pool'
import type { Deps } from './deps.ts'
import { createAuditLog } from '../audit/audit-log.ts'
import { visitorRejectionLimits, type VisitorRejectionOptions } from '../audit/visitor-rejections.ts'
import { createExports } from '../features/filters/exports/create-exports.ts'
import { createUploads } from '../http/uploads.ts'
import type { Env } from './env.ts'
import { createIssueReceipt } from '../features/receipts/issue.ts'
import { loadManual, type Manual } from '../features/help/manual.ts'
import { createImports } from '../features/imports/limits.ts'
import { systemTimer, type Timer } from '../auth/constant-time.ts'
import { createHashing, type Hashing } from '../auth/password-hashing.ts'
import { createReauthenticate } from '../auth/reauthentication.ts'
import { postgresOutbox } from '../jobs/outbox.ts'
import { createKeyedHash } from '../auth/keyed-hash.ts'
import { createEncryption } from '../auth/encryption.ts'
import { createReceiptKey } from '../auth/receipt-key.ts'
import { createSecretKey } from '../auth/secret-key.ts'
import { loadMessages } from '../shared/messages.ts'
import { createPdfPrinter } from '../shared/pdf/pdf-printer.ts'
import { processName } from '../shared/process-name.ts'

export type DepsOptions = {
  readonly env: Env
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly clock: () => Date
  readonly version: string
  readonly timer?: Timer
  readonly hashing?: Hashing
  readonly rejections?: VisitorRejectionOptions
}

/** The dependencies of the whole process, with those of a single feature. */
export type AppDeps = Deps & { readonly manual: Manual }

/** A centre's program sends its files one after the other, so the next file can use the same reader process. */
export const readerIdleSeconds = 60

/** The processes that read uploaded files. Their compiled modules are stored in the server's own directory. */
const createFileReaders = ({ UPLOAD_DIR, DATA_DIR }: Pick<Env, 'UPLOAD_DIR' | 'DATA_DIR'>): ReaderPool =>
  createReaderPool({ compileCache: resolve(UPLOAD_DIR ?? DATA_DIR, 'compile-cache'), idleSeconds: readerIdleSeconds })

/** Builds the dependencies from the options that differ between a process and a test. */
export const assembleDeps = async ({
  timer = systemTimer,
  hashing = createHashing(),
  rejections = { now: () => performance.now(), limits: visitorRejectionLimits },
  ...options
}: DepsOptions): Promise<AppDeps> => {
  const messages = await loadMessages()
  const secretKey = createSecretKey(options.env)
  const encryption = createEncryption(secretKey)
  const keyedHash = createKeyedHash(secretKey)
  const receiptKey = createReceiptKey(options.env)
  const pdf = createPdfPrinter({ ...options, messages })
  return {
    ...options,
    processName,
    receiptKey,
    issueReceipt: createIssueReceipt({ ...options, messages, keyedHash, receiptKey, outbox: postgresOutbox }),
    timer,
    hashing,
    readers: createFileReaders(options.env),
    uploads: createUploads(options.env, options.log, options.database),
    imports: createImports(options.database),
    exports: createExports(options.database),
    secretKey,
    encryption,
    keyedHash,
    messages,
    pdf,
    manual: await loadManual(messages, options.env),
    auditLog: createAuditLog(options.database, rejections),
    outbox: postgresOutbox,
    reauthenticate: createReauthenticate({ ...options, hashing, encryption }),
  }
}
