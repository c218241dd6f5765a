import type { Channel, NotificationLimits } from '../messages/limits.ts'

/** The share of each limit that communications use. The rest stays for codes, invitations and receipts (docs/policies.md). */
export const bulkShare = 0.5

/** Messages of a communication that wait in the outbox at most. */
export const releaseSize = 200

/** Messages of a channel for the patients of a centre. Staff have no centre and no limit. */
export type CentreCount = { readonly channel: Channel; readonly centre: string | null; readonly count: number }

export type QuotaInput = {
  readonly limits: NotificationLimits
  /** Messages of the last 24 hours, those of communications included. */
  readonly sent: readonly CentreCount[]
  /** Messages of communications in the outbox without an attempt. */
  readonly released: readonly CentreCount[]
  readonly waiting: readonly CentreCount[]
  /** The SMS costs of 30 days, and the parts of one SMS of this communication. */
  readonly smsCents: number
  readonly smsParts: number
}

const sum = (counts: readonly CentreCount[], matches: (count: CentreCount) => boolean): number =>
  counts.filter(matches).reduce((total, { count }) => total + count, 0)

/** Calculates how many recipients of each centre may follow into the outbox now, within the share of each limit (THREAT-14). */
export const calculateQuotas = ({ limits, sent, released, waiting, smsCents, smsParts }: QuotaInput): readonly CentreCount[] => {
  const used = [...sent, ...released].filter(({ centre }) => centre !== null)
  const matches =
    (channel: Channel, centre?: string | null) =>
    (count: CentreCount): boolean =>
      count.channel === channel && (centre === undefined || count.centre === centre)
  const smsCost = smsParts * limits.smsPartCents
  const releasedCents = sum(released, matches('sms')) * smsCost
  const affordable = smsCost === 0 ? Infinity : Math.floor((limits.smsCentsPer30Days * bulkShare - smsCents - releasedCents) / smsCost)
  const left: Record<Channel, number> = {
    mail: limits.inAll.mail * bulkShare - sum(used, matches('mail')),
    sms: Math.min(limits.inAll.sms * bulkShare - sum(used, matches('sms')), affordable),
  }
  let places = releaseSize - sum(released, () => true)
  return waiting.flatMap(({ channel, centre, count }): CentreCount[] => {
    const ofCentre = limits.perCentre[channel] * bulkShare - sum(used, matches(channel, centre))
    const allowed = centre === null ? count : Math.min(count, Math.floor(ofCentre), Math.floor(left[channel]))
    const quota = Math.min(allowed, places)
    if (quota <= 0) return []
    places -= quota
    if (centre !== null) left[channel] -= quota
    return [{ channel, centre, count: quota }]
  })
}
