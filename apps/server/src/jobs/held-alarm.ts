import { alarmMessages } from '@registry/domain/messages/alarms'
import type { Deps } from '../app/deps.ts'
import { raiseAlarm } from './alarms.ts'
import type { Claim } from './claim-notifications.ts'

type Needs = Pick<Deps, 'database' | 'outbox' | 'messages'>

/** Notifies the administrators once a day of reached quotas and rejected SMS prefixes (THREAT-14, THREAT-50). */
export const raiseHeldAlarms = async (needs: Needs, { held, refused }: Claim): Promise<void> => {
  for (const { channel, limit, centre, count } of held) {
    const values = { channel: channel === 'sms' ? 'SMS' : 'e-mail', count, ...(centre !== undefined && { centre }) }
    const key = ['messages', channel, limit, centre].filter((part) => part !== undefined).join(' ')
    await raiseAlarm(needs, { key, texts: alarmMessages[limit], values, ...(centre !== undefined && { centre }) })
  }
  if (refused > 0) await raiseAlarm(needs, { key: 'messages prefix', texts: alarmMessages.prefix, values: { count: refused } })
}
