import PQueue from 'p-queue'
import type { Deps } from '../../app/deps.ts'
import type { Channels } from '../../jobs/channels.ts'
import { readPublicKeys } from './keys.ts'
import { printReceipt } from './receipt-document.ts'
import { readReceiptFile } from './receipt-files.ts'

type Needs = Pick<Deps, 'database' | 'keyedHash' | 'messages' | 'pdf' | 'receiptKey'>

/**
 * Renders the receipt of a mail when the mail is sent, so that saving answers never waits for the printer (REQ-CON-15). A failure postpones
 * the mail. A file that the registry did not sign, written into the outbox by somebody, is never rendered and signed (THREAT-53).
 */
export const printReceiptsOfMails = (needs: Needs, channels: Channels): Channels => {
  // Renders one at a time. A batch of mails must not fill the printer's queue while patients wait for downloads.
  const queue = new PQueue({ concurrency: 1 })
  const print = async (signedFile: Uint8Array): Promise<Uint8Array> => {
    const receipt = readReceiptFile(signedFile, await readPublicKeys(needs))
    if (!receipt) throw new Error('a receipt in the outbox does not match its signature')
    return printReceipt(needs, receipt)
  }
  return {
    ...channels,
    mail: async (mail) => {
      const { attachment } = mail
      await channels.mail(attachment === null ? mail : { ...mail, attachment: await queue.add(() => print(attachment)) })
    },
  }
}
