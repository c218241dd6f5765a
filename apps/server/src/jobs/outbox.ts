import type { FastifyBaseLogger } from 'fastify'
import type { TransactionSql } from 'postgres'
import type { Database, RegistryTypes } from '@registry/db/connect'
import type { Transaction } from '@registry/db/transaction'
import type { Outbox } from '../deps.ts'
import type { Channels } from './channels.ts'
import type { Delivery } from './delivery.ts'

const outboxChannel = 'outbox'

/** Wakes every process that sends messages, once the transaction that put some there has committed. */
export const wakeOutbox = async ({ sql }: Transaction): Promise<void> => {
  await sql`SELECT pg_notify(${outboxChannel}, '')`
}

/** A message is kept trying for so long unless it says otherwise; after that nobody expects it. */
const defaultLifeDays = 7

/** Puts one message into the caller's transaction: a rollback takes it back (D15). */
export const postgresOutbox: Outbox = {
  put: async (tx, message) => {
    const expires = message.expiresAt?.toISOString() ?? null
    await tx.sql`
      INSERT INTO message (channel, recipient, subject, body, patient_id, expires_at)
      VALUES (${message.channel}, ${message.to}, ${message.channel === 'mail' ? message.subject : ''}, ${message.text}, ${message.patientId ?? null},
        coalesce(${expires}::text::timestamptz, now() + make_interval(days => ${defaultLifeDays})))`
    await wakeOutbox(tx)
  },
}

type Claimed = Delivery & { readonly tries: number }

const batchSize = 20
/** Longer than any delivery can take, so that a message is not taken twice while its sender lives. */
const leaseSeconds = 300
/** How often it looks by itself, in milliseconds. */
const pollEachMs = 15_000

/** Seconds until the next try: 5, 10, 20 … up to an hour. */
const backOffSeconds = (tries: number): number => Math.min(5 * 2 ** (tries - 1), 3600)

/** What may be kept of a failure: its kind. An SMTP server's sentence repeats the address (T36). */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const details = ['code' in error ? error.code : undefined, 'responseCode' in error ? error.responseCode : undefined]
  return [error.name, ...details.filter((part) => typeof part === 'string' || typeof part === 'number')].join(' ')
}

type Needs = { readonly database: Database; readonly channels: Channels; readonly log: FastifyBaseLogger; readonly pollMs?: number }

const asWorker = async <T>({ database }: Needs, work: (sql: TransactionSql<RegistryTypes>) => Promise<T>): Promise<T> => {
  const { result } = await database.begin(async (sql) => {
    await sql`SET LOCAL ROLE registry_worker`
    return { result: await work(sql) }
  })
  return result
}

/**
 * Marks what came too late, and leases what is due: another process passes over it until the lease ends. What expires first
 * goes first, so that a code does not wait behind a thousand invitations.
 */
const claim = (needs: Needs): Promise<readonly Claimed[]> =>
  asWorker(needs, async (sql) => {
    await sql`
      UPDATE message SET failed_at = now(), recipient = '', body = '', last_error = 'expired'
      WHERE sent_at IS NULL AND failed_at IS NULL AND expires_at <= now()`
    return sql<Claimed[]>`
      UPDATE message SET tries = tries + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
      WHERE id IN (
        SELECT id FROM message WHERE sent_at IS NULL AND failed_at IS NULL AND next_at <= now()
        ORDER BY expires_at, next_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
      RETURNING id, channel, recipient, subject, body, tries`
  })

const deliver = async (needs: Needs, message: Claimed): Promise<void> => {
  try {
    await needs.channels[message.channel](message)
  } catch (error) {
    const reason = describe(error)
    needs.log.warn(
      { message: message.id, channel: message.channel, tries: message.tries, reason },
      'a message was not sent and will be tried again',
    )
    await asWorker(
      needs,
      (sql) => sql`
        UPDATE message SET next_at = now() + make_interval(secs => ${backOffSeconds(message.tries)}), last_error = ${reason}
        WHERE id = ${message.id}`,
    )
    return
  }
  // What was sent may hold a code or a link, and may have been a last word to somebody who is erased (D8): only the fact is kept.
  await asWorker(
    needs,
    (sql) => sql`UPDATE message SET sent_at = now(), recipient = '', body = '', last_error = NULL WHERE id = ${message.id}`,
  )
}

export type Pump = {
  /** Ends when what is being sent is sent; what still waits stays in the database. */
  stop(): Promise<void>
}

/**
 * Sends what the outbox holds, woken by each commit that puts something there and, should a wake-up be lost, by a clock.
 * Several processes may run one each: a message is leased to one of them (D15).
 */
export const startOutbox = async (needs: Needs): Promise<Pump> => {
  let stopped = false
  let wanted = false
  let turn: Promise<void> | undefined

  const sendAll = async (): Promise<void> => {
    while (!stopped) {
      wanted = false
      const batch = await claim(needs)
      await Promise.all(batch.map((message) => deliver(needs, message)))
      if (batch.length === 0 && !wanted) return
    }
  }
  const wake = (): void => {
    wanted = true
    if (stopped || turn) return
    turn = sendAll()
      .catch((error: unknown) => needs.log.error({ reason: describe(error) }, 'the outbox could not be read'))
      .finally(() => {
        turn = undefined
      })
  }

  const clock = setInterval(wake, needs.pollMs ?? pollEachMs)
  const listening = await needs.database.listen(outboxChannel, wake, wake)
  return {
    stop: async () => {
      stopped = true
      clearInterval(clock)
      await listening.unlisten()
      await turn
      needs.channels.close()
    },
  }
}
