import { expect } from '@playwright/test'
import type { Notification } from './notification-server.ts'

/** The one-time code of six digits in a notification. */
const codePattern = /\b\d{6}\b/

/** The received mails and SMS, by recipient. */
export type Mailbox = {
  /** The texts that this recipient has received, oldest first. */
  list(to: string): Promise<readonly string[]>
  /** The files that this recipient has received by mail, oldest first. */
  listFiles(to: string): Promise<readonly { readonly name: string; readonly bytes: Buffer }[]>
  /** Runs `action` and returns the text of the next notification to this recipient. */
  waitForNext(to: string, action: () => Promise<unknown>): Promise<string>
  /** Runs `action` and returns the next code for this recipient, whatever else arrives before it. */
  waitForCode(to: string, action: () => Promise<unknown>): Promise<string>
}

/** Opens the mailbox of all recipients at the `readUrl` of a notification server. */
export const openMailbox = (readUrl: string): Mailbox => {
  const listReceived = async (to: string): Promise<readonly Notification[]> => {
    const notifications = (await (await fetch(readUrl)).json()) as readonly Notification[]
    return notifications.filter((notification) => notification.to === to)
  }
  const list = async (to: string): Promise<readonly string[]> => (await listReceived(to)).map(({ text }) => text)
  const waitFor = async (to: string, pattern: RegExp, action: () => Promise<unknown>): Promise<string> => {
    const countBefore = (await list(to)).length
    await action()
    const findNew = async () => (await list(to)).slice(countBefore).find((text) => pattern.test(text)) ?? ''
    await expect.poll(findNew, { message: `a notification to ${to}` }).not.toBe('')
    return findNew()
  }
  return {
    list,
    listFiles: async (to) => {
      const received = await listReceived(to)
      return received.flatMap(({ files }) => files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, 'base64') })))
    },
    waitForNext: (to, action) => waitFor(to, /./, action),
    waitForCode: async (to, action) => findMatch(await waitFor(to, codePattern, action), codePattern, 'code'),
  }
}

const findMatch = (text: string, pattern: RegExp, name: string): string => {
  const [match] = pattern.exec(text) ?? []
  if (match === undefined) throw new Error(`The notification contains no ${name}: ${text}`)
  return match
}

/** The link of an invitation or a forgotten password. @throws Error without a link */
export const findLink = (text: string): string => findMatch(text, /https?:\/\/\S+/, 'link')
