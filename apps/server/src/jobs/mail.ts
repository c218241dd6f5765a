import { createTransport } from 'nodemailer'
import type { DeliverNotification } from './delivery.ts'

/** Mail servers of hospitals accept few connections of one sender. */
export const mailConnections = 3

/**
 * Sends mail through SMTP (REQ-OPS-03). The recipient is one address that is never parsed, so no user's text becomes a header or a second
 * recipient (THREAT-45).
 */
export const createMailChannel = ({ url, from }: { url: string; from: string }): { deliver: DeliverNotification; close(): void } => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: mailConnections,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const host = from.slice(from.lastIndexOf('@') + 1)
  return {
    deliver: async ({ id, recipient, subject, body, attachment, attachment_name: name, unsubscribe_url: unsubscribeUrl }) => {
      const attachments = attachment && name !== null ? [{ filename: name, content: Buffer.from(attachment) }] : []
      await transport.sendMail({
        from,
        to: { name: '', address: recipient },
        subject,
        text: body,
        attachments,
        messageId: `<${id}@${host}>`,
        ...(unsubscribeUrl !== null && {
          headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        }),
      })
    },
    close: () => transport.close(),
  }
}
