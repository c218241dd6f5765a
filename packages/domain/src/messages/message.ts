/** A text in the catalogues: Italian here, English in locales/en.po. */
export type Message = { readonly id: string; readonly message: string }

/** One message as each channel writes it: a mail has a subject, an SMS is one short text (D15). */
export type NotificationMessages = { readonly subject: Message; readonly mail: Message; readonly sms: Message }
