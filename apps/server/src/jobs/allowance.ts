import { countSmsParts, type Channel, type NotificationLimits } from '@registry/domain/messages/limits'

/** The notifications sent in the last 24 hours by channel and centre, and the SMS costs of 30 days. */
export type SentCounts = {
  readonly day: readonly { readonly channel: Channel; readonly centre: string | null; readonly count: number }[]
  readonly smsCents: number
}

/** A pending notification. It is `urgent` when it expires within an hour, like a code or a reset link. `length` is the length of its text. */
export type PendingNotification = {
  readonly channel: Channel
  readonly centre: string | null
  readonly urgent: boolean
  readonly length: number
}

/** The limit that holds notifications back. */
export type ReachedLimit = 'centre' | 'day' | 'spend'

/** One fifth of each limit is reserved for codes and links, so invitations cannot block the sign-in. */
const nonUrgentShare = 0.8

const channels = ['mail', 'sms'] as const

/** Counts notifications against the limits (THREAT-14). */
export class NotificationAllowance {
  readonly #limits: NotificationLimits
  readonly #counts = new Map<string, number>()
  readonly #centres = new Set<string>()
  #smsCents: number

  constructor(limits: NotificationLimits, { day, smsCents }: SentCounts) {
    this.#limits = limits
    this.#smsCents = smsCents
    for (const { channel, centre, count } of day) this.#add(channel, centre, count)
  }

  /** Counts the notification and returns undefined, or returns the reached limit. */
  take(message: PendingNotification): ReachedLimit | undefined {
    const reached = this.findReachedLimit(message)
    if (!reached) {
      this.#add(message.channel, message.centre, 1)
      this.#smsCents += this.calculateCost(message)
    }
    return reached
  }

  findReachedLimit({ channel, centre, urgent, length }: PendingNotification): ReachedLimit | undefined {
    const share = urgent ? 1 : nonUrgentShare
    const { perCentre, inAll, smsCentsPer30Days } = this.#limits
    if (channel === 'sms' && this.#smsCents + this.calculateCost({ channel, length }) > smsCentsPer30Days * share) return 'spend'
    if (this.#count(channel) + 1 > inAll[channel] * share) return 'day'
    return centre !== null && this.#count(`${channel} ${centre}`) + 1 > perCentre[channel] * share ? 'centre' : undefined
  }

  /** Lists the kinds of notifications above their limit, as `{channel} {urgent}` and `{channel} {urgent} {centre}`. */
  listExhausted(): readonly string[] {
    const sorts = channels.flatMap((channel) => [true, false].map((urgent) => ({ channel, urgent, length: 0 })))
    return sorts.flatMap((sort) =>
      [null, ...this.#centres].flatMap((centre) =>
        this.findReachedLimit({ ...sort, centre }) ? [[sort.channel, sort.urgent, centre].filter((part) => part !== null).join(' ')] : [],
      ),
    )
  }

  /** The price of a notification at the gateway, in cents. */
  calculateCost({ channel, length }: Pick<PendingNotification, 'channel' | 'length'>): number {
    return channel === 'sms' ? countSmsParts(length) * this.#limits.smsPartCents : 0
  }

  #count(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  #add(channel: Channel, centre: string | null, count: number): void {
    const keys = centre === null ? [channel] : [channel, `${channel} ${centre}`]
    for (const key of keys) this.#counts.set(key, this.#count(key) + count)
    if (centre !== null) this.#centres.add(centre)
  }
}
