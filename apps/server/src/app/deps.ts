import type { Caller } from '@registry/api-contract/caller'
import type { ConsentDocument } from '@registry/api-contract/consents'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '@registry/db/connect'
import type { Transaction } from '@registry/db/transaction'
import type { Answers } from '@registry/domain/consent/questions'
import type { ReceiptSource } from '@registry/domain/consent/receipt-source'
import type { ReaderPool } from '@registry/tabular/worker/reader-pool'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Exports } from '../features/filters/exports/create-exports.ts'
import type { Uploads } from '../http/uploads.ts'
import type { Env } from './env.ts'
import type { WorkQueue } from '../shared/work-queue.ts'
import type { TimeLimit } from '../http/time-limit.ts'
import type { Timer } from '../auth/constant-time.ts'
import type { Hashing } from '../auth/password-hashing.ts'
import type { KeyedHash } from '../auth/keyed-hash.ts'
import type { Encryption } from '../auth/encryption.ts'
import type { SecretKey } from '../auth/secret-key.ts'
import type { ReceiptKey } from '../auth/receipt-key.ts'
import type { Messages } from '../shared/messages.ts'
import type { PdfPrinter } from '../shared/pdf/pdf-printer.ts'

/** A notification to one person, in the recipient's language. SMS gateways require the number with its prefix. */
export type OutgoingNotification = NotificationDetails &
  (
    | {
        readonly channel: 'mail'
        readonly to: string
        readonly subject: string
        readonly text: string
        readonly attachment?: Attachment
      }
    | { readonly channel: 'sms'; readonly to: string; readonly text: string }
  )

/** The signed file of a receipt, and the name of its PDF. The PDF is rendered when the mail is sent. It stays in the outbox until then. */
export type Attachment = { readonly name: string; readonly bytes: Uint8Array }

/** The patient, whose withdrawal removes the notification, the expiry, and whether it is a password reset link (THREAT-14). */
type NotificationDetails = { readonly patientId?: number; readonly expiresAt?: Date; readonly isReset?: boolean }

/** Notifications are written by the transaction that causes them. */
export type Outbox = { put(tx: Transaction, message: OutgoingNotification): Promise<void> }

/**
 * Requires the password again before irreversible actions: always, or if the last check is older than ten minutes (REQ-ACC-21).
 * @throws AppError reauthentication_required without a password, password_wrong with a wrong one, both at the field `password`
 */
export type Reauthenticate = (caller: Caller, password: string | undefined, when?: 'always') => Promise<void>

/** The answers of one save, as stored in the ledger. */
export type SavedAnswers = {
  readonly subject: string
  readonly patientId: number
  readonly client: 'myconsent' | 'legacy' | 'paper' | 'desk'
  /** The signed form of answers on paper. */
  readonly paper?: ReceiptSource['paper']
  readonly information: { readonly version: number; readonly hash: string } | undefined
  readonly preliminary: { readonly version: number; readonly hash: string }
  readonly document: ConsentDocument
  readonly answers: Answers
  /** The fields that a minor, or a person with a guardian, agreed to, which is no consent (REQ-GRD-03). */
  readonly assents?: readonly string[]
  /** The positions of the first and last answer in the ledger, the time, and the last chain hash. */
  readonly ledger: { readonly first: number; readonly last: number; readonly at: string; readonly chainHash: string }
}

/** Signs and stores the receipt of a save, and queues its message to the patient. */
export type IssueReceipt = (tx: Transaction, saved: SavedAnswers) => Promise<void>

export type Imports = { readonly queue: WorkQueue; readonly timeLimit: TimeLimit }

/** The dependencies of HTTP, jobs and features. The clock is one of them, so tests can move it. No feature or job is imported here. */
export type Deps = {
  readonly env: Env
  readonly database: Database
  readonly clock: () => Date
  readonly log: FastifyBaseLogger
  readonly messages: Messages
  readonly auditLog: AuditLog
  readonly outbox: Outbox
  readonly hashing: Hashing
  readonly readers: ReaderPool
  readonly uploads: Uploads
  readonly imports: Imports
  readonly exports: Exports
  readonly secretKey: SecretKey
  readonly encryption: Encryption
  readonly keyedHash: KeyedHash
  readonly timer: Timer
  readonly pdf: PdfPrinter
  readonly reauthenticate: Reauthenticate
  readonly receiptKey: ReceiptKey
  readonly issueReceipt: IssueReceipt
  /** Names this process among all of the installation. */
  readonly processName: string
  /** The version of the server, sent as be_version (REQ-UI-09). */
  readonly version: string
}
