/** A notification for a channel. Its id never changes, so receivers can drop duplicates. */
export type Delivery = {
  readonly id: string
  readonly channel: 'mail' | 'sms'
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** The file of a mail with its name. */
  readonly attachment: Uint8Array | null
  readonly attachment_name: string | null
  /** The unsubscribe address of a newsletter (REQ-COM-07). */
  readonly unsubscribe_url: string | null
}

/** Resolves when the next system has accepted the notification. Any error is a failure and leads to a retry. */
export type DeliverNotification = (delivery: Delivery) => Promise<void>
