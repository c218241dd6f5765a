import { z } from 'zod'
import { userOperations } from '@registry/domain/access/user-roles'
import { isCentreCode, isCentreTelephone, maxOverlapHours } from '@registry/domain/centres/form'
import { withErrorCode } from '@registry/domain/error'
import { cleanText } from '@registry/domain/text'
import { procedure, router } from './trpc.ts'
import { Area } from './users.ts'

export const CentreCode = z
  .string()
  .overwrite(cleanText)
  .min(1, withErrorCode('field_required'))
  .refine(isCentreCode, withErrorCode('centre_code_wrong'))

const Text = z
  .string()
  .overwrite(cleanText)
  .max(80, withErrorCode('centre_text_too_long'))
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, withErrorCode('field_wrong'))

const content = {
  name: Text.min(1, withErrorCode('field_required')),
  geotreeid: z.string().min(1, withErrorCode('field_required')).max(80, withErrorCode('field_wrong')),
  address: Text.default(''),
  city: Text.default(''),
  /** Old programs send none, and the stored number stays. */
  telephone: z.string().overwrite(cleanText).refine(isCentreTelephone, withErrorCode('centre_telephone_wrong')).optional(),
  ecrf: Text.default(''),
  /** The new e-CRF password. */
  ecrfPassword: z.string().max(1024, withErrorCode('password_too_long')).optional(),
  /** The caller's password again, if the last check is older than ten minutes (REQ-ACC-21). */
  password: z.string().max(1024, withErrorCode('password_too_long')).optional(),
}

export const CentreQuery = z.strictObject({ id: CentreCode })
export const NewCentre = z.strictObject({ id: CentreCode, ...content })
/** `version` is the version that the client read; old programs send none. */
export const ChangedCentre = z.strictObject({
  id: CentreCode,
  version: z.number().int().optional(),
  ...content,
  /** Overlap in which the previous password of the programs stays valid (REQ-IMP-12). */
  overlapHours: z.number().int().min(0, withErrorCode('field_wrong')).max(maxOverlapHours, withErrorCode('field_wrong')).default(0),
})

export const CentreAction = z.strictObject({ id: CentreCode, version: z.number().int().optional(), password: content.password })

/** A centre, for an administrator. The password never leaves the server (REQ-IMP-12). */
export const Centre = z.object({
  id: z.string(),
  version: z.number().int(),
  name: z.string(),
  geotreeid: z.string(),
  /** The name of the area in the caller's language. */
  area: z.string(),
  address: z.string(),
  city: z.string(),
  telephone: z.string(),
  ecrf: z.string(),
  hasPassword: z.boolean(),
  state: z.enum(['active', 'suspended', 'deleted']),
  /** Operations that the caller may now perform on the centre (REQ-ADM-22). */
  operations: z.array(z.enum(userOperations)),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
  /** The patients who have not withdrawn, and their consents; null if the number or the rest is a small group (REQ-UI-17). */
  patients: z.number().int().nullable(),
  withPersonalConsent: z.number().int().nullable(),
  withMedicalConsent: z.number().int().nullable(),
  /** The moment of the last imported file. */
  lastUpload: z.string().nullable(),
})
/** Options of the form: the areas of the caller, and the e-CRF software of `svc_ecrf`. */
export const CentreOptions = z.object({ areas: Area.array(), software: z.object({ id: z.string(), label: z.string() }).array() })
export const CentreName = z.object({ id: z.string(), name: z.string() })

export type NewCentre = z.output<typeof NewCentre>
export type ChangedCentre = z.output<typeof ChangedCentre>
export type CentreAction = z.infer<typeof CentreAction>
export type Centre = z.infer<typeof Centre>
export type CentreOptions = z.infer<typeof CentreOptions>
export type CentreName = z.infer<typeof CentreName>

export const centres = router({
  /** Code and name of the centres that the caller sees (REQ-GEO-02). */
  names: procedure({ permission: 'centres:list', audit: ['list_center'] }).query(CentreName.array()),
  list: procedure({ permission: 'centres:administer', audit: ['center_admin', 'LIST'] }).query(Centre.array()),
  detail: procedure({ permission: 'centres:administer', audit: ['center_admin', 'GET'] })
    .input(CentreQuery)
    .query(Centre),
  options: procedure({ permission: 'centres:administer', audit: ['center_admin', 'OPTIONS'] }).query(CentreOptions),
  create: procedure({ permission: 'centres:administer', audit: ['center_admin', 'ADD'] })
    .input(NewCentre)
    .mutation(Centre),
  change: procedure({ permission: 'centres:administer', audit: ['center_admin', 'CHANGE'] })
    .input(ChangedCentre)
    .mutation(Centre),
  suspend: procedure({ permission: 'centres:administer', audit: ['center_admin', 'SUSPEND'] })
    .input(CentreAction)
    .mutation(Centre),
  reactivate: procedure({ permission: 'centres:administer', audit: ['center_admin', 'REACTIVATE'] })
    .input(CentreAction)
    .mutation(Centre),
  remove: procedure({ permission: 'centres:administer', audit: ['center_admin', 'DELETE'] })
    .input(CentreAction)
    .mutation(Centre),
  restore: procedure({ permission: 'centres:administer', audit: ['center_admin', 'RESTORE'] })
    .input(CentreAction)
    .mutation(Centre),
})
