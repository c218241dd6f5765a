import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeliverNotification } from './delivery.ts'

/**
 * Writes notifications as text files, for demonstrations without a mail server (REQ-OPS-03). The name is `{channel}-{recipient}-{id}.txt`.
 * A repeated notification replaces its file, and an attachment is a separate file. A rename makes each file appear complete.
 */
export const createFileChannel =
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
