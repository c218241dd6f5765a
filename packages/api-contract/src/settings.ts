import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { settingKeys } from '@registry/domain/settings/settings'
import { procedure, router } from './trpc.ts'

const SettingKey = z.enum(settingKeys)
/** The value as text, as the database stores it: a whole number, `true` or `false`. */
const Value = z.string().max(10, withErrorCode('field_wrong'))

/** A setting of the global configuration (REQ-ADM-08, REQ-ADM-14). */
export const Setting = z.object({
  key: SettingKey,
  value: z.string(),
  version: z.number().int(),
  /** Null while nobody has changed the first value. */
  changedAt: z.string().nullable(),
  changedBy: z.string().nullable(),
})
export const ChangedSettings = z.strictObject({
  settings: z
    .array(z.strictObject({ key: SettingKey, value: Value, version: z.number().int() }))
    .min(1)
    .max(settingKeys.length),
  /** The password again, if the last check is older than ten minutes (REQ-ACC-21). */
  password: z.string().max(1024, withErrorCode('password_too_long')).optional(),
})
export type Setting = z.infer<typeof Setting>
export type ChangedSettings = z.infer<typeof ChangedSettings>

export const settings = router({
  list: procedure({ permission: 'settings:administer', audit: ['globalconfig'] }).query(Setting.array()),
  change: procedure({ permission: 'settings:administer', audit: ['globalconfig', 'CHANGE'] })
    .input(ChangedSettings)
    .mutation(Setting.array()),
})
