import type { Database } from '@registry/db/connect'
import { systemContext, withRole, withTransaction } from '@registry/db/transaction'

/**
 * Publishes the due anonymous records, in a separate transaction. The id of the withdrawal's transaction would link a record to the log
 * (REQ-CON-08).
 */
export const publishAnonymousRecords = (database: Database): Promise<void> =>
  withTransaction(database, systemContext, async (tx) => {
    await withRole(tx, 'registry_worker', ({ sql }) => sql`SELECT publish_anonymous_records()`)
  })
