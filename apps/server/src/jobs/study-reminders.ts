import { systemContext, withRole, withTransaction } from '@registry/db/transaction'
import { formatItalianDay } from '../shared/day.ts'
import type { Deps } from '../app/deps.ts'
import { wakeOutbox } from './outbox.ts'
import { remindStudyPatients, type OpenStudy } from './study-messages.ts'

type Needs = Pick<Deps, 'database' | 'env' | 'messages' | 'clock'>

/** Reminds patients who have waited for a week, at most twice (REQ-STU-16). Each study is one transaction and one statement. */
export const remindStudies = async (needs: Needs): Promise<void> => {
  const today = formatItalianDay(needs.clock())
  const studies = await withTransaction(needs.database, systemContext, (tx) =>
    withRole(tx, 'registry_worker', ({ sql }) => sql<OpenStudy[]>`SELECT id, end_date::text AS "endDate" FROM list_open_studies(${today})`),
  )
  for (const study of studies) {
    await withTransaction(needs.database, systemContext, async (tx) => {
      const reminded = await withRole(tx, 'registry_worker', (inside) => remindStudyPatients(needs, inside, study, today))
      if (reminded > 0) await wakeOutbox(tx)
    })
  }
}
