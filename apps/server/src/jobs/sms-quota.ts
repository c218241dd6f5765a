import { systemContext, withRole, withTransaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../app/deps.ts'
import { NotificationQuota, type NotificationKind } from './quota.ts'
import { readSentCounts } from './claim-notifications.ts'
import { readNotificationLimits } from './notification-limits.ts'

/**
 * Checks that the quotas allow an SMS of this kind, so that nobody waits for one that cannot be sent (THREAT-14). The result depends on the
 * quotas of the whole installation, so it reveals no account.
 * @throws AppError sms_unavailable
 */
export const requireSmsQuota = async ({ database }: Pick<Deps, 'database'>, kind: NotificationKind): Promise<void> => {
  const limits = await readNotificationLimits({ sql: database })
  const sent = await withTransaction(database, systemContext, (tx) => withRole(tx, 'registry_worker', ({ sql }) => readSentCounts(sql)))
  const reached = new NotificationQuota(limits, sent).findReachedLimit({ channel: 'sms', centre: null, kind, parts: 1 })
  if (reached) throw new AppError('sms_unavailable')
}
