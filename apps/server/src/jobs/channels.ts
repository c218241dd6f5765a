import { join } from 'node:path'
import type { Env } from '../app/env.ts'
import type { DeliverNotification } from './delivery.ts'
import { createMailChannel } from './mail.ts'
import { createFileChannel } from './notification-files.ts'
import { createSmsChannel } from './sms.ts'

/** One delivery function for each channel. `close` ends open connections. */
export type Channels = { readonly mail: DeliverNotification; readonly sms: DeliverNotification; close(): void }

type Settings = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'SMS_GATEWAY_URL' | 'SMS_GATEWAY_TOKEN' | 'DATA_DIR'>

/** Creates the configured channels. Without configuration they write files (REQ-OPS-03). Production requires both. */
export const createChannels = (env: Settings): Channels => {
  const files = createFileChannel(join(env.DATA_DIR, 'outbox'))
  const smtp = env.SMTP_URL ? createMailChannel({ url: env.SMTP_URL, from: env.MAIL_FROM }) : undefined
  return {
    mail: smtp?.deliver ?? files,
    sms: env.SMS_GATEWAY_URL ? createSmsChannel({ url: env.SMS_GATEWAY_URL, token: env.SMS_GATEWAY_TOKEN }) : files,
    close: () => smtp?.close(),
  }
}
