/** The settings that limit notifications, with their defaults (THREAT-14). */
export const notificationLimitSettings = {
  mobile_prefixes: '+39',
  new_patients_per_centre_day: '2000',
  new_patients_alarm_per_centre_day: '200',
  sms_invitations_per_centre_day: '300',
  sms_per_centre_day: '1000',
  mail_per_centre_day: '5000',
  sms_per_day: '3000',
  mail_per_day: '30000',
  sms_part_cents: '8',
  sms_cents_per_30_days: '100000',
} as const

export type NotificationLimitSetting = keyof typeof notificationLimitSettings

/** Daily limits apply to the last 24 hours. Amounts are in cents. */
export type NotificationLimits = {
  readonly mobilePrefixes: readonly string[]
  readonly newPatientsPerCentre: number
  readonly newPatientsAlarmPerCentre: number
  readonly smsInvitationsPerCentre: number
  readonly perCentre: Readonly<Record<Channel, number>>
  readonly inAll: Readonly<Record<Channel, number>>
  readonly smsPartCents: number
  readonly smsCentsPer30Days: number
}
export type Channel = 'mail' | 'sms'

/** Parses the settings. An invalid or missing value becomes the default, so that a typing error removes no limit. */
export const parseNotificationLimits = (settings: ReadonlyMap<string, string>): NotificationLimits => {
  const text = (key: NotificationLimitSetting): string => settings.get(key) ?? notificationLimitSettings[key]
  const number = (key: NotificationLimitSetting): number => Number(/^\d{1,9}$/.test(text(key)) ? text(key) : notificationLimitSettings[key])
  const prefixes = text('mobile_prefixes')
    .split(',')
    .map((prefix) => prefix.trim())
  return {
    mobilePrefixes: prefixes.every((prefix) => /^\+[1-9]\d{0,3}$/.test(prefix)) ? prefixes : [notificationLimitSettings.mobile_prefixes],
    newPatientsPerCentre: number('new_patients_per_centre_day'),
    newPatientsAlarmPerCentre: number('new_patients_alarm_per_centre_day'),
    smsInvitationsPerCentre: number('sms_invitations_per_centre_day'),
    perCentre: { sms: number('sms_per_centre_day'), mail: number('mail_per_centre_day') },
    inAll: { sms: number('sms_per_day'), mail: number('mail_per_day') },
    smsPartCents: number('sms_part_cents'),
    smsCentsPer30Days: number('sms_cents_per_30_days'),
  }
}
