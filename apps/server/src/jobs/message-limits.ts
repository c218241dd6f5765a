import type { Queries } from '@registry/db/connect'
import { messageLimitSettings, parseMessageLimits, type MessageLimits } from '@registry/domain/messages/limits'

/** Read at each use: a change of the settings holds at once on every process. */
export const readMessageLimits = async ({ sql }: { readonly sql: Queries }): Promise<MessageLimits> => {
  const rows = await sql<
    { key: string; value: string }[]
  >`SELECT key, value FROM setting WHERE key = ANY (${Object.keys(messageLimitSettings)})`
  return parseMessageLimits(new Map(rows.map(({ key, value }) => [key, value])))
}
