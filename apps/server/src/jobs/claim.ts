import type { TransactionSql } from 'postgres'
import type { RegistryTypes } from '@registry/db/connect'
import type { Channel, MessageLimits } from '@registry/domain/messages/limits'
import { Allowance, type Handed, type LimitReached } from './allowance.ts'
import type { Delivery } from './delivery.ts'

type Sql = TransactionSql<RegistryTypes>
export type Claimed = Delivery & { readonly tries: number }

/** Messages that a limit holds back; of one centre where it is the centre's. */
export type Held = { readonly channel: Channel; readonly limit: LimitReached; readonly centre?: string; readonly count: number }
export type Claim = { readonly messages: readonly Claimed[]; readonly held: readonly Held[]; readonly refused: number }

type Handing = Handed['day'][number]
type Due = {
  readonly id: string
  readonly channel: Channel
  readonly centre: string | null
  readonly urgent: boolean
  readonly counted: boolean
  readonly limited: boolean
  readonly length: number
}

const readHanded = async (sql: Sql): Promise<Handed> => {
  const day = await sql<Handing[]>`SELECT * FROM count_sent_notifications()`
  const [spent] = await sql<{ cents: number }[]>`SELECT sum_notification_cents() AS cents`
  return { day, smsCents: spent?.cents ?? 0 }
}

/** How many wait for each limit that was reached. */
const countHeld = async (sql: Sql, allowance: Allowance): Promise<readonly Held[]> => {
  const waiting = await sql<(Handing & { readonly urgent: boolean })[]>`SELECT * FROM count_waiting_notifications()`
  return waiting.flatMap(({ channel, centre, urgent, count }): Held[] => {
    const limit = allowance.limitReached({ channel, centre, urgent, length: 0 })
    return limit ? [{ channel, limit, count, ...(limit === 'centre' && centre !== null && { centre }) }] : []
  })
}

/**
 * Ends what came too late or goes where the registry does not write, and leases what is due and no limit holds back: another process
 * passes over it until the lease ends. The worker reads recipients and texts of what it has leased, and of nothing else (T44).
 */
export const claimMessages = async (sql: Sql, limits: MessageLimits): Promise<Claim> => {
  const [ended] = await sql<{ refused: number }[]>`SELECT fail_undeliverable_notifications(${[...limits.mobilePrefixes]}) AS refused`
  const allowance = new Allowance(limits, await readHanded(sql))
  const full = allowance.full()
  const due = await sql<Due[]>`SELECT * FROM find_due_notifications(${[...full]})`
  const taken = due.filter((message) => message.counted || !message.limited || allowance.take(message) === undefined)
  const messages = await sql<Claimed[]>`
    SELECT * FROM claim_notifications(${taken.map(({ id }) => id)}::uuid[], ${taken.map((message) => allowance.cost(message))}::int[])`
  const held = full.length > 0 || taken.length < due.length ? await countHeld(sql, allowance) : []
  return { messages, held, refused: ended?.refused ?? 0 }
}
