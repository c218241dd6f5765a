import { join } from 'node:path'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import type { Env } from '../app/env.ts'
import type { DeliverNotification } from './delivery.ts'
import { createMailChannel } from './mail.ts'

/** Sends SMS through the HTTP gateway (REQ-OPS-03): JSON `{ to, text }` with a bearer token. Each status except 2xx is a failure. */
const createSmsChannel =
  ({ url, token, timeoutMs }: { url: string; token: string | undefined; timeoutMs: number }): DeliverNotification =>
  async ({ id, recipient, body }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': id, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ to: recipient, text: body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new GatewayError(isUnreachable(error) ? 'CONN' : 'unconfirmed')
    })
    await response.body?.cancel()
    if (!response.ok) throw new GatewayError(`HTTP ${response.status}`)
  }

/** Errors before the gateway received a byte. After any other one it may have sent the SMS (FAULT-08). */
const unreachable: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && unreachable.has(error.cause.code)

/** The gateway did not accept the notification. The code is stored for the operator. */
class GatewayError extends Error {
  readonly code: string

  constructor(code: string) {
    super('the SMS gateway did not accept the notification')
    this.name = 'GatewayError'
    this.code = code
  }
}

/**
 * Writes notifications as text files, for demonstrations without a mail server (REQ-OPS-03). The name is `{channel}-{recipient}-{id}.txt`.
 * A repeated notification replaces its file, and an attachment is a separate file. A rename makes each file appear complete.
 */
const createFileChannel =
  (directory: string): DeliverNotification =>
  async ({ id, channel, recipient, subject, body, attachment, attachment_name: attachmentName, unsubscribe_url: unsubscribeUrl }) => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const name = `${channel}-${recipient.replaceAll(/[^\w@.+-]/g, '_')}-${id}.txt`
    const unsubscribe = unsubscribeUrl === null ? [] : [`List-Unsubscribe: <${unsubscribeUrl}>`]
    const head = subject === '' ? [`To: ${recipient}`] : [`To: ${recipient}`, `Subject: ${subject}`, ...unsubscribe]
    const write = async (file: string, content: string | Uint8Array): Promise<void> => {
      const temporaryPath = join(directory, `.${file}`)
      await writeFile(temporaryPath, content, { mode: 0o600 })
      await rename(temporaryPath, join(directory, file))
    }
    if (attachment && attachmentName !== null) await write(`${name}.${attachmentName}`, attachment)
    await write(name, `${head.join('\n')}\n\n${body}\n`)
  }

/** One delivery function for each channel. `close` ends open connections. */
export type Channels = { readonly mail: DeliverNotification; readonly sms: DeliverNotification; close(): void }

type Settings = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'SMS_GATEWAY_URL' | 'SMS_GATEWAY_TOKEN' | 'DATA_DIR'>

/** Creates the configured channels. Without configuration they write files (REQ-OPS-03). Production requires both. */
export const createChannels = (env: Settings, { gatewayMs = 10_000 }: { readonly gatewayMs?: number } = {}): Channels => {
  const files = createFileChannel(join(env.DATA_DIR, 'outbox'))
  const smtp = env.SMTP_URL ? createMailChannel({ url: env.SMTP_URL, from: env.MAIL_FROM }) : undefined
  return {
    mail: smtp?.deliver ?? files,
    sms: env.SMS_GATEWAY_URL ? createSmsChannel({ url: env.SMS_GATEWAY_URL, token: env.SMS_GATEWAY_TOKEN, timeoutMs: gatewayMs }) : files,
    close: () => smtp?.close(),
  }
}
