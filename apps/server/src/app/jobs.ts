import { startAnomalyAlerts } from '../jobs/anomaly-alerts.ts'
import { startAuditChain } from '../jobs/audit-chain.ts'
import { createChannels } from '../jobs/channels.ts'
import { startCohorts } from '../jobs/cohorts.ts'
import { fillFromCommunications } from '../jobs/communications/fill.ts'
import { startHousekeeping } from '../jobs/housekeeping.ts'
import { startOutbox } from '../jobs/outbox.ts'
import { startRecordChecks } from '../jobs/record-checks.ts'
import { printReceiptsOfMails } from '../features/receipts/print-for-mail.ts'
import type { AppDeps } from './assemble-deps.ts'
import { withCleanup, runCleanup } from './cleanup.ts'

/** Starts the work without a caller. Returns what stops it. */
export const startJobs = (deps: AppDeps): Promise<() => Promise<void>> =>
  withCleanup(async (cleanup) => {
    const channels = printReceiptsOfMails(deps, createChannels(deps.env))
    const outbox = await startOutbox({ ...deps, channels, fill: () => fillFromCommunications(deps) })
    cleanup.push(() => outbox.stop())
    for (const start of [startHousekeeping, startRecordChecks, startCohorts, startAnomalyAlerts, startAuditChain]) {
      const job = start(deps)
      cleanup.push(() => job.stop())
    }
    return () => runCleanup(cleanup)
  })
