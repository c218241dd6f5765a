import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startMailReceiver } from '@registry/server/testing/mail-receiver'
import { startSmsReceiver } from '@registry/server/testing/sms-receiver'

/** Starts a mail server and an SMS gateway that write each message as a file. */
export const startMessageFiles = async (directory: string) => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const write = (channel: string, recipient: string, text: string): void => {
    const name = `${new Date().toISOString().replaceAll(':', '')}-${channel}-${recipient.replaceAll(/[^\w@.+-]/g, '_')}.txt`
    writeFileSync(join(directory, name), `${text}\n`, { mode: 0o600 })
  }
  const mail = await startMailReceiver(0, ({ recipients, subject, text }) =>
    recipients.forEach((recipient) => write('mail', recipient, `To: ${recipient}\nSubject: ${subject}\n\n${text}`)),
  )
  const sms = await startSmsReceiver(({ to, text }) => write('sms', to, `To: ${to}\n\n${text}`))
  return {
    SMTP_URL: mail.url,
    SMS_GATEWAY_URL: sms.url,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([mail.close(), sms.close()])
    },
  }
}
