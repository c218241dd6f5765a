import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { guardianEvidence, guardianKinds, soleReasons } from '@registry/domain/guardians/kinds'
import { RecordQuery } from './ecrf.ts'
import { WithdrawalRequest } from './guardian.ts'
import { Done } from './fields.ts'
import { LoginMode } from './session.ts'
import { procedure, router } from './trpc.ts'

/**
 * A guardian of a patient, as the centre entered it. `pending`: the holder of the contact has not accepted; `over`: the right ended by the
 * 18th birthday or the day of the decree; `ended`: the centre ended it.
 */
export const ListedGuardian = z.object({
  id: z.number().int(),
  kind: z.enum(guardianKinds),
  mustSign: z.boolean(),
  reason: z.enum(soleReasons).nullable(),
  evidence: z.enum(guardianEvidence),
  surname: z.string(),
  name: z.string(),
  contact: z.string(),
  validUntil: z.string().nullable(),
  state: z.enum(['pending', 'active', 'over', 'ended']),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  endedAt: z.iso.datetime().nullable(),
  endedBy: z.string().nullable(),
  endReason: z.string().nullable(),
})

/**
 * `birthDate` is that of the registration. `reachable`: the patient or a guardian can get messages. `signed`: the guardians whose Yes waits for another
 * signature. `missing`: the guardians who must still confirm.
 */
export const GuardianList = z.object({
  birthDate: z.string().nullable(),
  majority: z.string().nullable(),
  reachable: z.boolean(),
  guardians: z.array(ListedGuardian),
  signed: z.array(z.number().int()),
  request: WithdrawalRequest.extend({ missing: z.array(z.number().int()) }).nullable(),
})

/** An open request about a patient of the caller's centres. `missing` is the number of guardians who must still confirm. */
export const ListedRequests = z.array(
  WithdrawalRequest.extend({ centre: z.string(), code: z.string(), record: z.uuid(), missing: z.number().int() }),
)

/** The password is needed ten minutes after the last check (REQ-ACC-21). */
export const CarriedOutRequest = z.strictObject({
  ...RecordQuery.shape,
  password: z.string().max(1024, withErrorCode('password_too_long')).optional(),
})

export const NewGuardian = z.strictObject({
  ...RecordQuery.shape,
  kind: z.enum(guardianKinds),
  mustSign: z.boolean(),
  /** The reason why one guardian signs alone although the record names another one. */
  reason: z.enum(soleReasons).optional(),
  evidence: z.enum(guardianEvidence),
  /** The patient's birth date, which a minor needs. */
  birthDate: z.iso.date().optional(),
  /** The last day of a decree. */
  validUntil: z.iso.date().optional(),
  surname: z.string().max(80),
  name: z.string().max(80),
  loginMode: LoginMode,
  email: z.string().max(255).optional(),
  mobile: z.string().max(40).optional(),
})

const reason = z.string().trim().min(1, withErrorCode('field_required')).max(500)
export const GuardianEnd = z.strictObject({ ...RecordQuery.shape, id: z.number().int(), reason })

export type ListedGuardian = z.infer<typeof ListedGuardian>
export type ListedRequests = z.infer<typeof ListedRequests>
export type GuardianList = z.infer<typeof GuardianList>
export type NewGuardian = z.infer<typeof NewGuardian>

/** The guardians of the centre's patients (REQ-GRD-01). */
export const guardians = router({
  /** @throws AppError import_patient_unknown */
  list: procedure({ permission: 'guardian:manage', audit: ['guardian', 'LIST'], reads: 'patients' })
    .input(RecordQuery)
    .query(GuardianList),
  /** @throws AppError validation_failed, import_patient_unknown, consent_withdrawn */
  add: procedure({ permission: 'guardian:manage', audit: ['guardian', 'ADD'] })
    .input(NewGuardian)
    .mutation(Done),
  /** @throws AppError guardian_not_found */
  end: procedure({ permission: 'guardian:manage', audit: ['guardian', 'END'] })
    .input(GuardianEnd)
    .mutation(Done),
  /** The open requests to anonymise or erase patients of the caller's centres, the first due first (REQ-GRD-12). */
  requests: procedure({ permission: 'guardian:manage', audit: ['guardian', 'REQUESTS'], reads: 'patients' }).query(ListedRequests),
  /**
   * Anonymises or erases a patient as the guardians asked.
   * @throws AppError import_patient_unknown, withdrawal_request_missing, withdrawal_request_unconfirmed, withdrawal_request_early, reauthentication_required
   */
  carryOut: procedure({ permission: 'guardian:manage', audit: ['guardian', 'CARRY_OUT'] })
    .input(CarriedOutRequest)
    .mutation(Done),
})
