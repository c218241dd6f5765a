import PQueue from 'p-queue'
import type { TransactionSql } from 'postgres'
import type { RegistryTypes } from '@registry/db/connect'
import type { Transaction } from '@registry/db/transaction'
import type { Channel } from '@registry/domain/messages/limits'
import { alarmMessages } from '@registry/domain/messages/alarms'
import type { Deps, Outbox } from '../app/deps.ts'
import type { Channels } from './channels.ts'
import { claimNotifications, type Claim, type ClaimedNotification } from './claim-notifications.ts'
import { mailConnections } from './mail.ts'
import { readNotificationLimits } from './notification-limits.ts'
import { raiseAlarm } from './alarms.ts'

/** Notifies the administrators once a day of reached quotas and rejected SMS prefixes (THREAT-14, THREAT-50). */
const raiseHeldAlarms = async (needs: Pick<Deps, 'database' | 'outbox' | 'messages'>, { held, rejected }: Claim): Promise<void> => {
  for (const { channel, limit, centre, count } of held) {
    const values = { channel: channel === 'sms' ? 'SMS' : 'e-mail', count, ...(centre !== undefined && { centre }) }
    const key = ['messages', channel, limit, centre].filter((part) => part !== undefined).join(' ')
    await raiseAlarm(needs, { key, texts: alarmMessages[limit], values, ...(centre !== undefined && { centre }) })
  }
  if (rejected > 0) await raiseAlarm(needs, { key: 'messages prefix', texts: alarmMessages.prefix, values: { count: rejected } })
}

const listenChannel = 'outbox'

/** Wakes the outbox workers of all processes after the commit. */
export const wakeOutbox = async ({ sql }: Transaction): Promise<void> => {
  await sql`SELECT pg_notify(${listenChannel}, '')`
}

/** Retries end after this time by default. */
const defaultLifeDays = 7

/** Adds one notification in the caller's transaction. A rollback removes it (REQ-OPS-03). */
export const postgresOutbox: Outbox = {
  put: async (tx, notification) => {
    const expires = notification.expiresAt?.toISOString() ?? null
    const { subject, attachment } = notification.channel === 'mail' ? notification : { subject: '' }
    await tx.sql`
      INSERT INTO notification (channel, recipient, subject, body, attachment, attachment_name, patient_id, is_reset, expires_at)
      VALUES (${notification.channel}, ${notification.to}, ${subject}, ${notification.text}, ${attachment?.bytes ?? null}, ${attachment?.name ?? null}, ${notification.patientId ?? null}, ${notification.isReset ?? false},
        coalesce(${expires}::text::timestamptz, now() + make_interval(days => ${defaultLifeDays})))`
    await wakeOutbox(tx)
  },
}

const pollEachMs = 15_000

/** Calculates the seconds until the next attempt: 5, 10, 20 … up to an hour. */
const calculateBackOff = (attempts: number): number => Math.min(5 * 2 ** (attempts - 1), 3600)

/** Describes a failure by its type. The message of an SMTP server repeats the address (THREAT-36). */
const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const details = [
    'code' in error ? error.code : undefined,
    'command' in error ? error.command : undefined,
    'responseCode' in error ? error.responseCode : undefined,
  ]
  return [error.name, ...details.filter((part) => typeof part === 'string' || typeof part === 'number')].join(' ')
}

type Needs = Pick<Deps, 'database' | 'log' | 'messages'> & {
  readonly channels: Channels
  readonly pollMs?: number
  /** Adds messages of communications before each claim, and returns whether it added any (REQ-COM-05). */
  readonly fill?: () => Promise<boolean>
}

const withWorkerRole = async <T>({ database }: Needs, work: (sql: TransactionSql<RegistryTypes>) => Promise<T>): Promise<T> => {
  const { result } = await database.begin(async (sql) => {
    await sql`SET LOCAL ROLE registry_worker`
    return { result: await work(sql) }
  })
  return result
}

/** Only one process at a time claims notifications, so the quotas count all of them (THREAT-14). */
const claimWithLock = async ({ database }: Needs, busy: readonly Channel[]): Promise<Claim> => {
  const { claim } = await database.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('outbox'))`
    const limits = await readNotificationLimits({ sql })
    await sql`SET LOCAL ROLE registry_worker`
    return { claim: await claimNotifications(sql, limits, busy) }
  })
  return claim
}

const postpone = (needs: Needs, { id }: ClaimedNotification, seconds: number, reason: string): Promise<unknown> =>
  withWorkerRole(needs, (sql) => sql`SELECT postpone_notification(${id}, ${seconds}, ${reason})`)

/**
 * Delivers a claimed notification. It may have waited for a slow mail server, so its lease is renewed first: it is not sent if the patient
 * has withdrawn, and another worker does not send it too (FAULT-07).
 */
const deliver = async (needs: Needs, notification: ClaimedNotification): Promise<void> => {
  const { id, channel, attempts } = notification
  const [renewed] = await withWorkerRole(
    needs,
    (sql) => sql<{ renewed: true | null }[]>`SELECT renew_notification(${id}, ${attempts}) AS renewed`,
  )
  if (!renewed?.renewed) return
  try {
    await needs.channels[channel](notification)
  } catch (error) {
    const reason = describeFailure(error)
    needs.log.warn({ notification: id, channel, attempts, reason }, 'a notification was not sent and will be retried')
    await postpone(needs, notification, calculateBackOff(attempts), reason)
    return
  }
  await withWorkerRole(needs, (sql) => sql`SELECT mark_notification_sent(${id})`)
}

const channels: readonly Channel[] = ['mail', 'sms']
/** Parallel deliveries. */
const concurrency: Readonly<Record<Channel, number>> = { mail: mailConnections, sms: 20 }

export type OutboxWorker = {
  /** Waits for running deliveries, and releases those that have not started. Pending notifications stay in the database. */
  stop(): Promise<void>
}

/**
 * Sends notifications after each commit, and at intervals in case a wake-up is lost. Several processes may run it, because each
 * notification is leased to one (REQ-OPS-03). A slow mail server does not delay SMS, nor a slow gateway mails (FAULT-07, FAULT-08).
 */
export const startOutbox = async (needs: Needs): Promise<OutboxWorker> => {
  let stopped = false
  let releases = false
  let wakeRequested = false
  let running: Promise<void> | undefined
  const queues: Readonly<Record<Channel, PQueue>> = {
    mail: new PQueue({ concurrency: concurrency.mail }),
    sms: new PQueue({ concurrency: concurrency.sms }),
  }
  const isBusy = (channel: Channel): boolean => queues[channel].size > 0 || queues[channel].pending >= concurrency[channel]
  const reportFailure = (error: unknown): void =>
    needs.log.error({ reason: describeFailure(error) }, 'the outbox could not be read or written')

  const addDelivery = async (notification: ClaimedNotification): Promise<void> => {
    const { channel } = notification
    await queues[channel]
      .add(() => (releases ? postpone(needs, notification, 0, 'not started') : deliver(needs, notification)))
      .catch(reportFailure)
    if (!isBusy(channel)) wake()
  }
  const sendAll = async (): Promise<void> => {
    while (!stopped) {
      wakeRequested = false
      const busy = channels.filter(isBusy)
      // The end of a delivery wakes the worker.
      if (busy.length === channels.length) return
      const filled = busy.length === 0 && ((await needs.fill?.()) ?? false)
      const claim = await claimWithLock(needs, busy)
      for (const notification of claim.notifications) void addDelivery(notification)
      await raiseHeldAlarms({ ...needs, outbox: postgresOutbox }, claim)
      if (claim.notifications.length === 0 && !filled && !wakeRequested) return
    }
  }
  const wake = (): void => {
    wakeRequested = true
    if (stopped || running) return
    running = sendAll()
      .catch(reportFailure)
      .finally(() => {
        running = undefined
        if (wakeRequested) wake()
      })
  }

  const clock = setInterval(wake, needs.pollMs ?? pollEachMs)
  const listening = await needs.database.listen(listenChannel, wake, wake)
  return {
    stop: async () => {
      stopped = true
      clearInterval(clock)
      await listening.unlisten()
      await running
      releases = true
      await Promise.all(channels.map((channel) => queues[channel].onIdle()))
      needs.channels.close()
    },
  }
}
