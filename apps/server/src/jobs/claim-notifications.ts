import type { Queries } from '@registry/db/connect'
import type { Channel, NotificationLimits } from '@registry/domain/messages/limits'
import { NotificationQuota, type NotificationKind, type ReachedLimit, type SentCounts } from './quota.ts'
import type { Delivery } from './delivery.ts'

type Sql = Queries
export type ClaimedNotification = Delivery & { readonly attempts: number }

/** Notifications above a quota, with the centre if the quota belongs to one. */
export type HeldNotifications = {
  readonly channel: Channel
  readonly limit: ReachedLimit
  readonly centre?: string
  readonly count: number
}
export type Claim = {
  readonly notifications: readonly ClaimedNotification[]
  readonly held: readonly HeldNotifications[]
  readonly rejected: number
}

type SentCount = SentCounts['day'][number]
type DueNotification = {
  readonly id: string
  readonly channel: Channel
  readonly centre: string | null
  readonly kind: NotificationKind
  readonly counted: boolean
  readonly limited: boolean
  readonly parts: number
}

/** Counts the messages of the last 24 hours and the SMS costs of 30 days, including communications. */
export const readSentCounts = async (sql: Sql): Promise<SentCounts> => {
  const day = await sql<SentCount[]>`SELECT * FROM count_sent_notifications()`
  const [smsCents = { main: 0, reset: 0 }] = await sql<SentCounts['smsCents'][]>`SELECT * FROM sum_notification_cents()`
  return { day, smsCents }
}

const countHeldNotifications = async (sql: Sql, quota: NotificationQuota): Promise<readonly HeldNotifications[]> => {
  const waiting = await sql<SentCount[]>`SELECT * FROM count_waiting_notifications()`
  return waiting.flatMap(({ channel, centre, kind, count }): HeldNotifications[] => {
    const limit = quota.findReachedLimit({ channel, centre, kind, parts: 0 })
    return limit ? [{ channel, limit, count, ...(limit === 'centre' && centre !== null && { centre }) }] : []
  })
}

/**
 * Ends expired and rejected notifications, then leases due ones of the channels that are not busy, within the quotas. Other processes skip them until the lease ends. The
 * worker reads only the recipients and texts that it leased (THREAT-44).
 */
export const claimNotifications = async (sql: Sql, limits: NotificationLimits, busy: readonly Channel[]): Promise<Claim> => {
  const [ended] = await sql<{ rejected: number }[]>`SELECT fail_undeliverable_notifications(${[...limits.mobilePrefixes]}) AS rejected`
  const quota = new NotificationQuota(limits, await readSentCounts(sql))
  const full = quota.listExhausted()
  const due = await sql<DueNotification[]>`SELECT * FROM find_due_notifications(${[...full, ...busy]})`
  const taken = due.filter((message) => message.counted || !message.limited || quota.take(message) === undefined)
  const notifications = await sql<ClaimedNotification[]>`
    SELECT * FROM claim_notifications(${taken.map(({ id }) => id)}::uuid[], ${taken.map((message) => quota.calculateCost(message))}::int[])`
  const held = full.length > 0 || taken.length < due.length ? await countHeldNotifications(sql, quota) : []
  return { notifications, held, rejected: ended?.rejected ?? 0 }
}
