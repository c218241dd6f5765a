import type { TransactionSql } from 'postgres'
import type { RegistryTypes } from '@registry/db/connect'
import type { Channel } from '@registry/domain/messages/limits'
import { Allowance, type Handed, type LimitReached } from './allowance.ts'
import type { Delivery } from './delivery.ts'
import { readMessageLimits } from './message-limits.ts'

type Sql = TransactionSql<RegistryTypes>
export type Claimed = Delivery & { readonly tries: number }

/** Messages that a limit holds back; of one centre where it is the centre's. */
export type Held = { readonly channel: Channel; readonly limit: LimitReached; readonly centre?: string; readonly count: number }
export type Claim = { readonly messages: readonly Claimed[]; readonly held: readonly Held[]; readonly refused: number }

const batchSize = 20
/** Longer than any delivery can take, so that a message is not taken twice while its sender lives. */
const leaseSeconds = 300

const readHanded = async (sql: Sql): Promise<Handed> => {
  const day = await sql<{ channel: Channel; centre: string | null; count: number }[]>`
    SELECT m.channel, p.center_code AS centre, count(*)::int AS count FROM message m LEFT JOIN patient p ON p.id = m.patient_id
    WHERE m.counted_at > now() - interval '1 day' AND (m.channel = 'sms' OR m.patient_id IS NOT NULL) GROUP BY 1, 2`
  const [spent] = await sql<{ cents: number }[]>`
    SELECT coalesce(sum(cost_cents), 0)::int AS cents FROM message WHERE counted_at > now() - interval '30 days'`
  return { day, smsCents: spent?.cents ?? 0 }
}

type Due = Claimed & { readonly centre: string | null; readonly urgent: boolean; readonly counted: boolean; readonly limited: boolean }

/**
 * What is due and no limit holds back. Mails to staff are under no limit, since the alarms are such mails; nor is what was handed over
 * once already. What expires first goes first, so that a code does not wait behind a thousand invitations.
 */
const findDue = (sql: Sql, full: readonly string[]): PromiseLike<readonly Due[]> => sql<Due[]>`
  SELECT m.id, m.channel, m.recipient, m.subject, m.body, m.tries, p.center_code AS centre, sort.urgent, m.counted_at IS NOT NULL AS counted, sort.limited
  FROM message m LEFT JOIN patient p ON p.id = m.patient_id
  CROSS JOIN LATERAL (SELECT coalesce(m.expires_at <= m.created_at + interval '1 hour', false) AS urgent, m.channel = 'sms' OR m.patient_id IS NOT NULL AS limited) AS sort
  WHERE m.sent_at IS NULL AND m.failed_at IS NULL AND m.next_at <= now()
    AND (m.counted_at IS NOT NULL OR NOT sort.limited OR NOT (
      concat_ws(' ', m.channel, sort.urgent::text) = ANY (${[...full]}) OR concat_ws(' ', m.channel, sort.urgent::text, p.center_code) = ANY (${[...full]})))
  ORDER BY m.expires_at, m.next_at LIMIT ${batchSize} FOR UPDATE OF m SKIP LOCKED`

/** How many wait for each limit that was reached. */
const countHeld = async (sql: Sql, allowance: Allowance): Promise<readonly Held[]> => {
  const waiting = await sql<{ channel: Channel; centre: string | null; urgent: boolean; count: number }[]>`
    SELECT m.channel, p.center_code AS centre, coalesce(m.expires_at <= m.created_at + interval '1 hour', false) AS urgent, count(*)::int AS count
    FROM message m LEFT JOIN patient p ON p.id = m.patient_id
    WHERE m.sent_at IS NULL AND m.failed_at IS NULL AND m.next_at <= now() AND m.counted_at IS NULL AND (m.channel = 'sms' OR m.patient_id IS NOT NULL)
    GROUP BY 1, 2, 3`
  return waiting.flatMap(({ channel, centre, urgent, count }): Held[] => {
    const limit = allowance.limitReached({ channel, centre, urgent, body: '' })
    return limit ? [{ channel, limit, count, ...(limit === 'centre' && centre !== null && { centre }) }] : []
  })
}

/**
 * Marks what came too late or goes where the registry does not write, and leases what is due: another process passes over it until the
 * lease ends.
 */
export const claimMessages = async (sql: Sql): Promise<Claim> => {
  await sql`
    UPDATE message SET failed_at = now(), recipient = '', body = '', last_error = 'expired'
    WHERE sent_at IS NULL AND failed_at IS NULL AND expires_at <= now()`
  const limits = await readMessageLimits({ sql })
  const refused = await sql`
    UPDATE message SET failed_at = now(), recipient = '', body = '', last_error = 'prefix_not_allowed'
    WHERE sent_at IS NULL AND failed_at IS NULL AND channel = 'sms'
      AND NOT EXISTS (SELECT FROM unnest(${[...limits.mobilePrefixes]}::text[]) AS prefix WHERE starts_with(recipient, prefix))`
  const allowance = new Allowance(limits, await readHanded(sql))
  const full = allowance.full()
  const due = await findDue(sql, full)
  const taken = due.filter((message) => message.counted || !message.limited || allowance.take(message) === undefined)
  const messages = await sql<Claimed[]>`
    UPDATE message AS m SET tries = m.tries + 1, next_at = now() + make_interval(secs => ${leaseSeconds}), counted_at = coalesce(m.counted_at, now()),
      cost_cents = CASE WHEN m.counted_at IS NULL THEN taken.cents ELSE m.cost_cents END
    FROM unnest(${taken.map(({ id }) => id)}::uuid[], ${taken.map((message) => allowance.cost(message))}::int[]) AS taken (id, cents)
    WHERE m.id = taken.id RETURNING m.id, m.channel, m.recipient, m.subject, m.body, m.tries`
  const held = full.length > 0 || taken.length < due.length ? await countHeld(sql, allowance) : []
  return { messages, held, refused: refused.count }
}
