import { z } from 'zod'
import type { Caller } from './caller.ts'
import { withErrorCode } from './fields.ts'

/** The context of a transaction separates codes with commas. `__new__` is the address of the form, and no address can contain the dots. */
export const CentreCode = z
  .string()
  .min(1, withErrorCode('field_required'))
  .max(80, withErrorCode('centre_code_wrong'))
  .refine(
    (code) => code === code.trim() && !/[,\p{Cc}\p{Cs}]/u.test(code) && !['__new__', '.', '..'].includes(code),
    withErrorCode('centre_code_wrong'),
  )

const Text = z
  .string()
  .trim()
  .max(80, withErrorCode('centre_text_too_long'))
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, withErrorCode('field_wrong'))

const content = {
  name: Text.min(1, withErrorCode('field_required')),
  geotreeid: z.string().min(1, withErrorCode('field_required')).max(80, withErrorCode('field_wrong')),
  address: Text.default(''),
  city: Text.default(''),
  ecrf: Text.default(''),
  /** The new e-CRF password. */
  password: z.string().max(1024, withErrorCode('password_too_long')).optional(),
  /** The own password again, if the last check is older than ten minutes (REQ-ACC-21). */
  ownPassword: z.string().max(1024, withErrorCode('password_too_long')).optional(),
}

export const CentreQuery = z.strictObject({ id: CentreCode })
export const NewCentre = z.strictObject({ id: CentreCode, ...content })
/** `version` is the version that the client read; old programs send none. */
export const ChangedCentre = z.strictObject({
  id: CentreCode,
  version: z.number().int().optional(),
  ...content,
  /** How long the former password of the programs stays valid (REQ-IMP-12). */
  overlapHours: z.number().int().min(0, withErrorCode('field_wrong')).max(168, withErrorCode('field_wrong')).default(0),
})

/** A centre, for an administrator. The password never leaves the server (REQ-IMP-12). */
export const Centre = z.object({
  id: z.string(),
  version: z.number().int(),
  name: z.string(),
  geotreeid: z.string(),
  address: z.string(),
  city: z.string(),
  ecrf: z.string(),
  hasPassword: z.boolean(),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
})
export const CentreName = z.object({ id: z.string(), name: z.string() })

export type NewCentre = z.output<typeof NewCentre>
export type ChangedCentre = z.output<typeof ChangedCentre>
export type Centre = z.infer<typeof Centre>
export type CentreName = z.infer<typeof CentreName>

/** The centres of an area (REQ-ADM-06, REQ-GEO-03). */
export type Centres = {
  /** Code and name of the centres that the caller sees (REQ-GEO-02). */
  names(caller: Caller): Promise<CentreName[]>
  list(caller: Caller): Promise<Centre[]>
  detail(caller: Caller, id: string): Promise<Centre>
  create(caller: Caller, centre: NewCentre): Promise<Centre>
  change(caller: Caller, centre: ChangedCentre): Promise<Centre>
}
