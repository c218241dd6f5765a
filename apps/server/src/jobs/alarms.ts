import { systemContext, withTransaction } from '@registry/db/transaction'
import { alarmMessages } from '@registry/domain/messages/alarms'
import type { Message } from '@registry/domain/messages/message'
import type { Deps } from '../app/deps.ts'
import { consumeAttempt } from '../auth/rate-limit.ts'
import { readNotificationLimits } from './notification-limits.ts'
import { findGlobalAdmins, findUserAdmins, mailStaff } from './staff-mail.ts'

type Needs = Pick<Deps, 'database' | 'outbox' | 'messages'>

const dailyLimit = { attempts: 1, seconds: 86_400 }

export type Alarm = {
  /** Identifies the problem. Each alert is sent once in 24 hours. */
  readonly key: string
  /** The UserAdmins of the centre's area also receive the alert. */
  readonly centre?: string
  readonly texts: { readonly subject: Message; readonly mail: Message }
  readonly values: Readonly<Record<string, string | number>>
}

/** Sends the GlobalAdmins a mail about an unusual event (THREAT-50). */
export const raiseAlarm = async (needs: Needs, { key, centre, texts, values }: Alarm): Promise<void> => {
  if ((await consumeAttempt(needs.database, `alarm ${key}`, dailyLimit)) > 0) return
  await withTransaction(needs.database, systemContext, async (tx) => {
    const recipients = [...(await findGlobalAdmins(tx)), ...(centre === undefined ? [] : await findUserAdmins(tx, centre))]
    await mailStaff(needs, tx, recipients, texts, values)
  })
}

/** Raises an alert when a centre registers unusually many patients in 24 hours, including dry runs (THREAT-50). */
export const raiseRegistrationAlarm = async (needs: Needs, { centre, newInADay }: { centre: string; newInADay: number }): Promise<void> => {
  const limits = await readNotificationLimits({ sql: needs.database })
  if (newInADay < limits.newPatientsAlarmPerCentre) return
  const values = { centre, count: newInADay, limit: limits.newPatientsPerCentre }
  await raiseAlarm(needs, { key: `registrations ${centre}`, centre, texts: alarmMessages.manyRegistrations, values })
}
