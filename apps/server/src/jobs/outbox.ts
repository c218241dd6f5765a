import type { TransactionSql } from 'postgres'
import type { RegistryTypes } from '@registry/db/connect'
import type { Transaction } from '@registry/db/transaction'
import type { Deps, Outbox } from '../deps.ts'
import type { Channels } from './channels.ts'
import { claimMessages, type Claim, type Claimed } from './claim.ts'
import { warnOfHeld } from './held-alarm.ts'
import { readMessageLimits } from './message-limits.ts'

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
      INSERT INTO notification (channel, recipient, subject, body, patient_id, expires_at)
      VALUES (${message.channel}, ${message.to}, ${message.channel === 'mail' ? message.subject : ''}, ${message.text}, ${message.patientId ?? null},
        coalesce(${expires}::text::timestamptz, now() + make_interval(days => ${defaultLifeDays})))`
    await wakeOutbox(tx)
  },
}

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

type Needs = Pick<Deps, 'database' | 'log' | 'texts'> & { readonly channels: Channels; readonly pollMs?: number }

const asWorker = async <T>({ database }: Needs, work: (sql: TransactionSql<RegistryTypes>) => Promise<T>): Promise<T> => {
  const { result } = await database.begin(async (sql) => {
    await sql`SET LOCAL ROLE registry_worker`
    return { result: await work(sql) }
  })
  return result
}

/** One process at a time takes messages, so that all count together (T14). */
const claimInTurn = async ({ database }: Needs): Promise<Claim> => {
  const { claim } = await database.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('outbox'))`
    const limits = await readMessageLimits({ sql })
    await sql`SET LOCAL ROLE registry_worker`
    return { claim: await claimMessages(sql, limits) }
  })
  return claim
}

const deliver = async (needs: Needs, message: Claimed): Promise<void> => {
  try {
    await needs.channels[message.channel](message)
  } catch (error) {
    const reason = describe(error)
    needs.log.warn(
      { message: message.id, channel: message.channel, tries: message.tries, reason },
      'a message was not sent and will be tried again',
    )
    await asWorker(needs, (sql) => sql`SELECT postpone_notification(${message.id}, ${backOffSeconds(message.tries)}, ${reason})`)
    return
  }
  await asWorker(needs, (sql) => sql`SELECT mark_notification_sent(${message.id})`)
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
      const claim = await claimInTurn(needs)
      await Promise.all(claim.messages.map((message) => deliver(needs, message)))
      await warnOfHeld({ ...needs, outbox: postgresOutbox }, claim)
      if (claim.messages.length === 0 && !wanted) return
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
