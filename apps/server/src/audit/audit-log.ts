import type postgres from 'postgres'
import type { Database, RegistryTypes } from '@registry/db/connect'
import type { AuditEntry } from './audit-entry.ts'
import { createVisitorRejections, type VisitorRejectionOptions, type VisitorRejections } from './visitor-rejections.ts'

export type AuditLog = {
  /** Resolves when the entries of a call are committed, all or none. */
  write(entries: readonly AuditEntry[]): Promise<void>
  /** Writes the entry of a denied call, or counts it. Returns the seconds to wait if the caller has no session and is above its limit. */
  writeRejection(entry: AuditEntry): Promise<number>
  /** Writes one entry for the counted denials of each ended minute, or of all minutes when the server stops (REQ-ADM-24). */
  writeRejectionCounts: VisitorRejections['writeCounts']
}

type AnySql = postgres.ISql<RegistryTypes>

export const insertAuditEntries = async (sql: AnySql, entries: readonly AuditEntry[]): Promise<void> => {
  const rows = entries.map((entry) => ({
    username: entry.username,
    command: entry.command,
    action: entry.action,
    from_host: entry.ipAddress,
    duration_milli: entry.durationMilli,
    detail: entry.detail,
    outcome: entry.outcome,
    request_id: entry.requestId,
    reads: entry.reads ? JSON.stringify(entry.reads) : null,
  }))
  await sql`insert into audit_log ${sql(rows)}`
}

type PendingCall = { readonly entries: readonly AuditEntry[]; readonly done: () => void; readonly failed: (error: unknown) => void }

const batchSize = 200

/**
 * The audit log of reads and denied calls. Each caller waits for its entry, so one INSERT writes all pending entries. This costs a third of
 * single INSERTs and loses nothing (REQ-ADM-02).
 */
export const createAuditLog = (database: Database, options: VisitorRejectionOptions): AuditLog => {
  let pending: PendingCall[] = []
  let writing = false

  const writeOneByOne = async (batch: readonly PendingCall[]): Promise<void> => {
    for (const { entries, done, failed } of batch) await insertAuditEntries(database, entries).then(done, failed)
  }

  const writePending = async (): Promise<void> => {
    if (writing) return
    writing = true
    while (pending.length > 0) {
      const batch = pending.slice(0, batchSize)
      pending = pending.slice(batchSize)
      // An entry that the table rejects must not fail the other calls of its batch.
      await insertAuditEntries(
        database,
        batch.flatMap(({ entries }) => entries),
      ).then(
        () => batch.forEach(({ done }) => done()),
        () => writeOneByOne(batch),
      )
    }
    writing = false
  }

  const write = (entries: readonly AuditEntry[]): Promise<void> =>
    new Promise((done, failed) => {
      pending.push({ entries, done, failed })
      void writePending()
    })
  const visitorRejections = createVisitorRejections({ ...options, write: (entry) => write([entry]) })
  return {
    write,
    writeRejection: (entry) => (entry.username === '' ? visitorRejections.record(entry) : write([entry]).then(() => 0)),
    writeRejectionCounts: visitorRejections.writeCounts,
  }
}
