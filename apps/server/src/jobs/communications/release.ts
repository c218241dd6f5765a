import { systemContext, withRole, withTransaction, type Transaction } from '@registry/db/transaction'
import type { CommunicationContent } from '@registry/domain/communications/content'
import { calculateQuotas, type CentreCount } from '@registry/domain/communications/quotas'
import { countSmsParts } from '@registry/domain/messages/gsm'
import type { NotificationLimits } from '@registry/domain/messages/limits'
import type { Deps } from '../../app/deps.ts'
import { readSentCounts } from '../claim-notifications.ts'
import { readNotificationLimits } from '../notification-limits.ts'
import { buildChannelTexts, buildUnsubscribeUrl, type ChannelText } from './texts.ts'

type Needs = Pick<Deps, 'database' | 'env' | 'messages'>
type Sending = Pick<CommunicationContent, 'type' | 'texts'> & { readonly id: number }

/** The assumed length of a name in an SMS, when its cost is estimated. The outbox calculates the cost of each SMS exactly. */
const greeting = 'x'.repeat(40)

const estimateSmsParts = (texts: readonly ChannelText[]): number =>
  Math.max(0, ...texts.filter(({ channel }) => channel === 'sms').map(({ body }) => countSmsParts(body + greeting)))

const findQuotas = async (
  { sql }: Transaction,
  limits: NotificationLimits,
  id: number,
  texts: readonly ChannelText[],
): Promise<readonly CentreCount[]> => {
  const waiting = await sql<CentreCount[]>`SELECT * FROM count_waiting_recipients(${id})`
  const released = await sql<CentreCount[]>`SELECT * FROM count_released_recipients()`
  const { day, smsCents } = await readSentCounts(sql)
  return calculateQuotas({
    limits,
    sent: day,
    released,
    waiting,
    smsCents: smsCents.main + smsCents.reset,
    smsParts: estimateSmsParts(texts),
  })
}

/** Only one process releases at a time, so that the quotas count all messages (THREAT-14). */
const release = (needs: Needs, sending: Sending): Promise<boolean> =>
  withTransaction(needs.database, systemContext, async (tx) => {
    await tx.sql`SELECT pg_advisory_xact_lock(hashtext('communications'))`
    const limits = await readNotificationLimits(tx)
    const texts = buildChannelTexts(needs, sending)
    const [released] = await withRole(tx, 'registry_worker', async (inside) => {
      const quotas = await findQuotas(inside, limits, sending.id, texts)
      return inside.sql<{ moved: boolean }[]>`
        SELECT release_recipients(${sending.id}, ${JSON.stringify(quotas)}::text::jsonb, ${JSON.stringify(texts)}::text::jsonb, ${buildUnsubscribeUrl(needs)}) AS moved`
    })
    return released?.moved ?? false
  })

/**
 * Moves recipients of running communications into the outbox, within the quotas (docs/policies.md), and ends those without more. Returns
 * whether it moved any.
 */
export const releaseCommunications = async (needs: Needs): Promise<boolean> => {
  const running = await withTransaction(needs.database, systemContext, (tx) =>
    withRole(tx, 'registry_worker', ({ sql }) => sql<Sending[]>`SELECT * FROM list_sending_communications()`),
  )
  let moved = false
  for (const sending of running) moved = (await release(needs, sending)) || moved
  return moved
}
