import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/** Entries of the audit log that the chain does not hold yet. Written by trigger, emptied within seconds (decision 0026). */
export const auditChainPending = pgTable('audit_chain_pending', { entryId: bigint('entry_id', { mode: 'number' }).primaryKey() })

/**
 * The chain over the audit log: the HMAC of each link covers its entry and the link before, under a key that is not in the database
 * (THREAT-47). The order is that in which entries were committed and chained.
 */
export const auditChainLink = pgTable('audit_chain_link', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull().unique('audit_chain_link_entry'),
  hash: text('hash').notNull(),
})
