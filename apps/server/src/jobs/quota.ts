import type { Channel, NotificationLimits } from '@registry/domain/messages/limits'

/** A code or link for which a person waits; a password reset link by SMS; any other message. */
export type NotificationKind = 'code' | 'reset' | 'other'

/** The notifications sent in the last 24 hours by channel, centre and kind, and the SMS costs of 30 days. */
export type SentCounts = {
  readonly day: readonly {
    readonly channel: Channel
    readonly centre: string | null
    readonly kind: NotificationKind
    readonly count: number
  }[]
  readonly smsCents: { readonly main: number; readonly reset: number }
}

/** A pending notification. `parts` are the billed parts of an SMS. */
export type PendingNotification = {
  readonly channel: Channel
  readonly centre: string | null
  readonly kind: NotificationKind
  readonly parts: number
}

/** The quota that holds notifications back. */
export type ReachedLimit = 'centre' | 'day' | 'spend'

/**
 * The share of each quota. Password reset links, which anybody can request, have their own tenth of the SMS. So they never use up the codes
 * for sign-in. Codes have another tenth, so invitations cannot block the sign-in.
 */
const shares: Readonly<Record<Channel, Readonly<Record<NotificationKind, number>>>> = {
  mail: { other: 0.8, code: 1, reset: 1 },
  sms: { other: 0.8, code: 0.9, reset: 0.1 },
}

const channels = ['mail', 'sms'] as const
const kinds = ['code', 'reset', 'other'] as const

type Pool = 'main' | 'reset'
const findPool = ({ channel, kind }: Pick<PendingNotification, 'channel' | 'kind'>): Pool =>
  channel === 'sms' && kind === 'reset' ? 'reset' : 'main'

/** Counts notifications against the quotas (THREAT-14). */
export class NotificationQuota {
  readonly #limits: NotificationLimits
  readonly #counts = new Map<string, number>()
  readonly #centres = new Set<string>()
  readonly #smsCents: Record<Pool, number>

  constructor(limits: NotificationLimits, { day, smsCents }: SentCounts) {
    this.#limits = limits
    this.#smsCents = { ...smsCents }
    for (const sent of day) this.#add(sent, sent.count)
  }

  /** Counts the notification and returns undefined, or returns the reached quota. */
  take(message: PendingNotification): ReachedLimit | undefined {
    const reached = this.findReachedLimit(message)
    if (!reached) {
      this.#add(message, 1)
      this.#smsCents[findPool(message)] += this.calculateCost(message)
    }
    return reached
  }

  findReachedLimit(message: PendingNotification): ReachedLimit | undefined {
    const { channel, centre, kind } = message
    const share = shares[channel][kind]
    const pool = findPool(message)
    const { perCentre, inAll, smsCentsPer30Days } = this.#limits
    if (channel === 'sms' && this.#smsCents[pool] + this.calculateCost(message) > smsCentsPer30Days * share) return 'spend'
    if (this.#count(`${channel} ${pool}`) + 1 > inAll[channel] * share) return 'day'
    // The limits of codes and links belong to the account, so the quotas of its centre do not stop them.
    if (channel === 'sms' && kind !== 'other') return undefined
    return centre !== null && this.#count(`${channel} ${pool} ${centre}`) + 1 > perCentre[channel] * share ? 'centre' : undefined
  }

  /** Lists the kinds of notifications above their quota, as `{channel} {kind}` and `{channel} {kind} {centre}`. */
  listExhausted(): readonly string[] {
    const sorts = channels.flatMap((channel) => kinds.map((kind) => ({ channel, kind, parts: 0 })))
    return sorts.flatMap((sort) =>
      [null, ...this.#centres].flatMap((centre) =>
        this.findReachedLimit({ ...sort, centre }) ? [[sort.channel, sort.kind, centre].filter((part) => part !== null).join(' ')] : [],
      ),
    )
  }

  /** The price of a notification at the gateway, in cents. */
  calculateCost({ channel, parts }: Pick<PendingNotification, 'channel' | 'parts'>): number {
    return channel === 'sms' ? Math.max(1, parts) * this.#limits.smsPartCents : 0
  }

  #count(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  #add(message: Pick<PendingNotification, 'channel' | 'centre' | 'kind'>, count: number): void {
    const { channel, centre } = message
    const pool = `${channel} ${findPool(message)}`
    const keys = centre === null ? [pool] : [pool, `${pool} ${centre}`]
    for (const key of keys) this.#counts.set(key, this.#count(key) + count)
    if (centre !== null) this.#centres.add(centre)
  }
}
