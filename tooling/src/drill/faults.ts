import type { Drill } from './drill.ts'
import { runTests } from './run-tests.ts'
import { measureSlowClients } from './slow-clients.ts'

/** The promise of a step, its test file, and the rounds that the drill runs instead of the test's few. */
const promises: readonly { readonly promise: string; readonly file: string; readonly rounds?: number }[] = [
  {
    promise: 'mail and SMS: nothing lost, doubled, late for others, or sent after a withdrawal',
    file: 'apps/server/src/jobs/outbox.test.ts',
  },
  {
    promise: 'communications: everybody once, after kill -9 and after an hour without a mail server',
    file: 'apps/server/src/features/communications/delivery.test.ts',
  },
  {
    promise: 'kill -9 in a withdrawal and while invitations are sent: nothing half done, nobody missed',
    file: 'apps/server/src/app/kills.test.ts',
  },
  { promise: 'kill -9 in an import with its invitations: all or nothing', file: 'apps/server/src/features/imports/kill.test.ts' },
  { promise: 'the same request 50 times at once: one effect', file: 'apps/server/src/app/same-request.test.ts' },
  { promise: 'a clock an hour off: codes, links and sessions end on time', file: 'apps/server/src/app/wrong-clock.test.ts' },
  { promise: 'overload and 500 connections: 503 with Retry-After, then the first rate', file: 'apps/server/src/http/overload.test.ts' },
  {
    promise: '100 readers of 1 KB at a time: the server reads ahead of none, others are answered',
    file: 'apps/server/src/http/downloads.test.ts',
    rounds: 100,
  },
  {
    promise: 'a database that crashes 20 times in three ways: nothing acknowledged lost',
    file: 'apps/server/src/app/database-loss.test.ts',
  },
]

export const faults: Drill = {
  name: 'faults',
  description: 'Runs the faults of docs/security.md that a server survives without help, in their large versions.',
  steps: async (step) => {
    for (const { promise, file, rounds } of promises)
      await step(promise, async () => {
        const env = rounds === undefined ? {} : { FAULT_ROUNDS: String(rounds) }
        return { ...(await runTests([file], env)), ...(rounds !== undefined && { rounds }) }
      })
    await step(
      '500 idle connections and 100 readers of 1 KB a second: the memory of the server, and others are answered',
      measureSlowClients,
    )
  },
}
