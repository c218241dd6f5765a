import type { Database } from '@registry/db/connect'

/** Lets the answers from before a majority lapse that are due by the clock of the database: `all`, or those since the last run (REQ-GRD-06). */
export const lapseDueConsents = async (database: Database, which: 'all' | 'new'): Promise<void> => {
  await database`SELECT lapse_due_consents(${which === 'all'})`
}
