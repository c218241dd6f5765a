import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeliverNotification } from './delivery.ts'

/**
 * Writes notifications as text files, for demonstrations without a mail server (REQ-OPS-03). The name is `{channel}-{recipient}-{id}.txt`. A
 * repeated notification replaces its file. A rename makes each file appear complete.
 */
export const createFileChannel =
  (directory: string): DeliverNotification =>
  async ({ id, channel, recipient, subject, body }) => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const name = `${channel}-${recipient.replaceAll(/[^\w@.+-]/g, '_')}-${id}.txt`
    const head = subject === '' ? [`To: ${recipient}`] : [`To: ${recipient}`, `Subject: ${subject}`]
    const temporaryPath = join(directory, `.${name}`)
    await writeFile(temporaryPath, `${head.join('\n')}\n\n${body}\n`, { mode: 0o600 })
    await rename(temporaryPath, join(directory, name))
  }
