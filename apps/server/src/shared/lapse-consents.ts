import type { Database } from '@registry/db/connect'

/** Lets the answers from before a majority lapse that are due by the clock of the database (REQ-GRD-06). */
export const lapseDueConsents = async (database: Database, birthdaysOfYears = 1): Promise<void> => {
  await database`SELECT lapse_due_consents(${birthdaysOfYears})`
}
