import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/** Audit entries without a link in the chain. A trigger adds them, and the chain takes them within seconds (decision 0026). */
export const auditChainPending = pgTable('audit_chain_pending', { entryId: bigint('entry_id', { mode: 'number' }).primaryKey() })

/**
 * The hash chain over the audit log. The HMAC of each link covers its entry and the previous link, under a key that is not in the database
 * (THREAT-47). Links follow the order in which entries were chained.
 */
export const auditChainLink = pgTable('audit_chain_link', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull().unique('audit_chain_link_entry'),
  hash: text('hash').notNull(),
})
