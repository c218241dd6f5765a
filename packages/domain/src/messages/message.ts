/** A text of the catalogues: Italian here, English in locales/en.po. */
export type Message = { readonly id: string; readonly message: string }

/** One notification for both channels: a mail with a subject, and a short SMS. */
export type NotificationMessages = { readonly subject: Message; readonly mail: Message; readonly sms: Message }
