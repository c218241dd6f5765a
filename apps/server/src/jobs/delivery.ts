/** A message as the outbox hands it to a channel. The id is the message's own for ever, so that receivers can drop doubles. */
export type Delivery = {
  readonly id: string
  readonly channel: 'mail' | 'sms'
  readonly recipient: string
  readonly subject: string
  readonly body: string
}

/** Resolves when the next system has taken the message over; anything else is a failure and is tried again (D15). */
export type DeliverNotification = (delivery: Delivery) => Promise<void>
