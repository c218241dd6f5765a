import { systemContext, withRole, withTransaction } from '@registry/db/transaction'
import { alarmMessages } from '@registry/domain/messages/alarms'
import { areUnusualDenials, areUnusualSignIns, isUnusualExport, type Occurrences } from '@registry/domain/anomalies/anomalies'
import type { Deps } from '../app/deps.ts'
import { raiseAlarm } from './alarms.ts'
import { startJob, type JobHolder, type RepeatedWork } from './repeat.ts'

type Needs = Pick<Deps, 'database' | 'outbox' | 'messages' | 'log'>
type Numbers = {
  readonly exports: readonly (Occurrences & { readonly actor: string })[]
  readonly denials: readonly { readonly actor: string; readonly count: number }[]
  readonly signIns: readonly Occurrences[]
}

const readNumbers = (database: Needs['database']): Promise<Numbers> =>
  withTransaction(database, systemContext, (tx) =>
    withRole(tx, 'registry_worker', async ({ sql }) => ({
      exports: await sql<Numbers['exports'][number][]>`SELECT actor, count, usual FROM count_recent_exports()`,
      denials: await sql<Numbers['denials'][number][]>`SELECT actor, count FROM count_recent_denials()`,
      signIns: await sql<Occurrences[]>`SELECT count, usual FROM count_recent_failed_sign_ins()`,
    })),
  )

/** Compares the last hours with the usual counts, and sends the GlobalAdmins each alert once a day (THREAT-19, THREAT-50). */
export const raiseAnomalyAlerts = async (needs: Needs): Promise<void> => {
  const { exports, denials, signIns } = await readNumbers(needs.database)
  for (const { actor, count, usual } of exports.filter(isUnusualExport))
    await raiseAlarm(needs, {
      key: `exports ${actor}`,
      texts: alarmMessages.manyExports,
      values: { actor, count, usual: Math.round(usual) },
    })
  for (const { actor, count } of denials.filter((rejected) => areUnusualDenials(rejected.count)))
    await raiseAlarm(needs, { key: `denials ${actor}`, texts: alarmMessages.manyDenials, values: { actor, count } })
  for (const { count, usual } of signIns.filter(areUnusualSignIns))
    await raiseAlarm(needs, {
      key: 'failed sign-ins',
      texts: alarmMessages.manyFailedSignIns,
      values: { count, usual: Math.round(usual) },
    })
}

/** Raises alerts within half a minute of their cause. */
export const startAnomalyAlerts = (needs: Needs & JobHolder): RepeatedWork =>
  startJob(needs, {
    name: 'anomaly alerts',
    atStop: false,
    run: () => raiseAnomalyAlerts(needs),
    onFailure: (error) => needs.log.error({ err: error }, 'the anomaly alerts could not be computed'),
  })
