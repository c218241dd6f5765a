import { join } from 'node:path'
import type { Env } from '../env.ts'
import type { Deliver } from './delivery.ts'
import { smtpMail } from './mail.ts'
import { messageFiles } from './message-files.ts'
import { gatewaySms } from './sms.ts'

/** One way out for each channel. `close` ends open connections. */
export type Channels = { readonly mail: Deliver; readonly sms: Deliver; close(): void }

type Settings = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'SMS_GATEWAY_URL' | 'SMS_GATEWAY_TOKEN' | 'DATA_DIR'>

/** The ways out that the environment names; without one, files (D15). In production the environment must name both. */
export const channelsOf = (env: Settings): Channels => {
  const files = messageFiles(join(env.DATA_DIR, 'outbox'))
  const smtp = env.SMTP_URL ? smtpMail({ url: env.SMTP_URL, from: env.MAIL_FROM }) : undefined
  return {
    mail: smtp?.deliver ?? files,
    sms: env.SMS_GATEWAY_URL ? gatewaySms({ url: env.SMS_GATEWAY_URL, token: env.SMS_GATEWAY_TOKEN }) : files,
    close: () => smtp?.close(),
  }
}
