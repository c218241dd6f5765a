/** A text in the catalogues: Italian here, English in locales/en.po. */
export type Text = { readonly id: string; readonly message: string }

/** One message as each channel writes it: a mail has a subject, an SMS is one short text (D15). */
export type MessageTexts = { readonly subject: Text; readonly mail: Text; readonly sms: Text }
