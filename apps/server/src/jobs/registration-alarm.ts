import { alarmMessages } from '@registry/domain/messages/alarms'
import type { Deps } from '../deps.ts'
import { raiseAlarm } from './alarms.ts'
import { readNotificationLimits } from './notification-limits.ts'

type Needs = Pick<Deps, 'database' | 'outbox' | 'messages'>

/** Raises an alarm when a centre registers unusually many patients in 24 hours, dry runs included (THREAT-50). */
export const raiseRegistrationAlarm = async (needs: Needs, { centre, newInADay }: { centre: string; newInADay: number }): Promise<void> => {
  const limits = await readNotificationLimits({ sql: needs.database })
  if (newInADay < limits.newPatientsAlarmPerCentre) return
  const values = { centre, count: newInADay, limit: limits.newPatientsPerCentre }
  await raiseAlarm(needs, { key: `registrations ${centre}`, centre, texts: alarmMessages.manyRegistrations, values })
}
