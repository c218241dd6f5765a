import { z } from 'zod'
import { Done } from './fields.ts'
import { LoginMode } from './session.ts'
import { CodeSent, OneTimeCode } from './sign-in.ts'
import { procedure, router } from './trpc.ts'

/**
 * An open request of guardians to anonymise (v2) or erase (v3) a patient: the day of the first, and the first day on which the centre may carry
 * it out, both in Italy (REQ-GRD-12).
 */
export const WithdrawalRequest = z.object({ choice: z.enum(['v2', 'v3']), askedOn: z.iso.date(), dueOn: z.iso.date() })

/** `own`: this guardian asked too. `missing` is the number of guardians who must still confirm, of whom a guardian learns nothing else. */
const ChildRequest = WithdrawalRequest.extend({ own: z.boolean(), missing: z.number().int() })

/** A patient of the guardian. The name of one that is not accepted is the first name only, because the contact may be mistyped (THREAT-63). */
const Child = z.object({
  patient: z.uuid(),
  name: z.string(),
  centre: z.string(),
  accepted: z.boolean(),
  /** Whether this guardian may ask to anonymise or erase the patient. */
  mayAsk: z.boolean(),
  request: ChildRequest.nullable(),
})
export const Children = z.array(Child)

export const ChildQuery = z.strictObject({ patient: z.uuid() })
/** `stop` answers No to every question. v2 and v3 also ask the centre to anonymise or erase, or confirm what another guardian asked. */
export const ChildStop = z.strictObject({ ...ChildQuery.shape, choice: z.enum(['stop', 'v2', 'v3']) })
/** `null` is the guardian's own record, if the guardian is a patient. */
export const ChildChoice = z.strictObject({ patient: z.uuid().nullable() })

/** The contact of the sign-in mode, e-mail or mobile. */
export const GuardianContact = z.strictObject({
  loginMode: LoginMode,
  email: z.string().max(255).optional(),
  mobile: z.string().max(40).optional(),
  /** Required if the last check is older than ten minutes (REQ-ACC-21). */
  password: z.string().max(1000).optional(),
  /** The code that was sent to the new contact. */
  otp: OneTimeCode.optional(),
})
/** The message with the code that a new contact was sent, before anything is saved. Null after the save. */
export const GuardianContactSaved = z.object({ codeSent: CodeSent.nullable() })

export type GuardianContact = z.infer<typeof GuardianContact>
export type Children = z.infer<typeof Children>

/** A guardian's patients (REQ-GRD-02). */
export const guardian = router({
  children: procedure({ permission: 'children:own', audit: ['children', 'LIST'] }).query(Children),
  /** @throws AppError reauthentication_required, guardian_contact_of_patient; code_refused at `otp`, contact_taken (REQ-GRD-14) */
  changeContact: procedure({ permission: 'guardian-contact:own', audit: ['children', 'CHANGE_CONTACT'] })
    .input(GuardianContact)
    .mutation(GuardianContactSaved),
  /** Chooses the patient for whom the session acts. @throws AppError permission_denied */
  actFor: procedure({ permission: 'children:own', audit: ['children', 'ACT_FOR'] })
    .input(ChildChoice)
    .mutation(Done),
  /** Accepts a guardianship. @throws AppError permission_denied */
  accept: procedure({ permission: 'children:own', audit: ['children', 'ACCEPT'] })
    .input(ChildQuery)
    .mutation(Done),
  /** Declines a guardianship that waits: the holder of the contact is another person. @throws AppError permission_denied */
  decline: procedure({ permission: 'children:own', audit: ['children', 'DECLINE'] })
    .input(ChildQuery)
    .mutation(Done),
  /**
   * Stops all use of the patient's data, until a guardian or the patient answers again (REQ-GRD-11), or a request is carried out (REQ-GRD-12).
   * @throws AppError permission_denied, withdrawal_request_other_choice
   */
  stop: procedure({ permission: 'children:own', audit: ['children', 'STOP'] })
    .input(ChildStop)
    .mutation(Done),
  /** Takes back the request for all guardians, by one who asked. The answers stay No until somebody answers again. @throws AppError permission_denied, withdrawal_request_missing */
  takeBack: procedure({ permission: 'children:own', audit: ['children', 'TAKE_BACK'] })
    .input(ChildQuery)
    .mutation(Done),
})
