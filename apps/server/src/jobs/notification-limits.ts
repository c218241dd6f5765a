import type { Queries } from '@registry/db/connect'
import { notificationLimitSettings, parseNotificationLimits, type NotificationLimits } from '@registry/domain/messages/limits'

/** Each use reads the settings, so a change applies immediately in every process. */
export const readNotificationLimits = async ({ sql }: { readonly sql: Queries }): Promise<NotificationLimits> => {
  const rows = await sql<
    { key: string; value: string }[]
  >`SELECT key, value FROM setting WHERE key = ANY (${Object.keys(notificationLimitSettings)})`
  return parseNotificationLimits(new Map(rows.map(({ key, value }) => [key, value])))
}
