import type { TransactionSql } from 'postgres'
import type { RegistryTypes } from '@registry/db/connect'
import type { Channel, NotificationLimits } from '@registry/domain/messages/limits'
import { NotificationAllowance, type SentCounts, type ReachedLimit } from './allowance.ts'
import type { Delivery } from './delivery.ts'

type Sql = TransactionSql<RegistryTypes>
export type ClaimedNotification = Delivery & { readonly attempts: number }

/** Notifications above a limit, with the centre where the limit belongs to one. */
export type HeldNotifications = {
  readonly channel: Channel
  readonly limit: ReachedLimit
  readonly centre?: string
  readonly count: number
}
export type Claim = {
  readonly notifications: readonly ClaimedNotification[]
  readonly held: readonly HeldNotifications[]
  readonly refused: number
}

type SentCount = SentCounts['day'][number]
type DueNotification = {
  readonly id: string
  readonly channel: Channel
  readonly centre: string | null
  readonly urgent: boolean
  readonly counted: boolean
  readonly limited: boolean
  readonly length: number
}

/** The messages of the last 24 hours and the SMS costs of 30 days, those of communications included. */
export const readSentCounts = async (sql: Sql): Promise<SentCounts> => {
  const day = await sql<SentCount[]>`SELECT * FROM count_sent_notifications()`
  const [spent] = await sql<{ cents: number }[]>`SELECT sum_notification_cents() AS cents`
  return { day, smsCents: spent?.cents ?? 0 }
}

const countHeldNotifications = async (sql: Sql, allowance: NotificationAllowance): Promise<readonly HeldNotifications[]> => {
  const waiting = await sql<(SentCount & { readonly urgent: boolean })[]>`SELECT * FROM count_waiting_notifications()`
  return waiting.flatMap(({ channel, centre, urgent, count }): HeldNotifications[] => {
    const limit = allowance.findReachedLimit({ channel, centre, urgent, length: 0 })
    return limit ? [{ channel, limit, count, ...(limit === 'centre' && centre !== null && { centre }) }] : []
  })
}

/**
 * Ends expired and refused notifications, then leases due ones within the limits. Other processes skip them until the lease ends. The
 * worker reads only the recipients and texts that it leased (THREAT-44).
 */
export const claimNotifications = async (sql: Sql, limits: NotificationLimits): Promise<Claim> => {
  const [ended] = await sql<{ refused: number }[]>`SELECT fail_undeliverable_notifications(${[...limits.mobilePrefixes]}) AS refused`
  const allowance = new NotificationAllowance(limits, await readSentCounts(sql))
  const full = allowance.listExhausted()
  const due = await sql<DueNotification[]>`SELECT * FROM find_due_notifications(${[...full]})`
  const taken = due.filter((message) => message.counted || !message.limited || allowance.take(message) === undefined)
  const notifications = await sql<ClaimedNotification[]>`
    SELECT * FROM claim_notifications(${taken.map(({ id }) => id)}::uuid[], ${taken.map((message) => allowance.calculateCost(message))}::int[])`
  const held = full.length > 0 || taken.length < due.length ? await countHeldNotifications(sql, allowance) : []
  return { notifications, held, refused: ended?.refused ?? 0 }
}
