import { z } from 'zod'
import { correctionAnswers, correctionStates, maxCorrectionText } from '@registry/domain/corrections/corrections'
import { withErrorCode } from '@registry/domain/error'
import { FieldNameText } from './ecrf.ts'
import { Done, namedCentre, WrittenText } from './fields.ts'
import { procedure, router } from './trpc.ts'

const Id = z.number().int().min(1).max(2_147_483_647)
const Text = WrittenText.min(1, withErrorCode('field_required')).max(maxCorrectionText, withErrorCode('correction_too_long'))

/** A request about a field, or about the record in general. */
export const CorrectionAsked = z.strictObject({
  field: FieldNameText.optional(),
  /** The value on the page. It stays with the request when the record changes. */
  shownValue: z.union([WrittenText.max(2000), z.number(), z.boolean()]).optional(),
  text: Text,
})

/** A request as the patient reads it, in the language of the caller. */
export const Correction = z.object({
  id: Id,
  field: z.string().nullable(),
  label: z.string().nullable(),
  shownValue: z.string().nullable(),
  text: z.string(),
  askedAt: z.string(),
  state: z.enum(correctionStates),
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
})

/** An open request, for the centre of the patient. */
export const OpenCorrection = Correction.pick({ id: true, field: true, label: true, shownValue: true, text: true, askedAt: true }).extend({
  /** The address of the patient's record. */
  record: z.uuid(),
  code: z.string(),
  name: z.string(),
  surname: z.string(),
  byGuardian: z.boolean(),
  /** The present value in words, which may differ from what the patient read. Null without a value, or for a request in general. */
  currentValue: z.string().nullable(),
  /** Open for more than 30 days. */
  overdue: z.boolean(),
})

const CorrectionId = z.strictObject({ id: Id })
export const CorrectionAnswer = z.strictObject({ ...namedCentre, id: Id, state: z.enum(correctionAnswers), text: Text })

export type Correction = z.infer<typeof Correction>
export type CorrectionAsked = z.infer<typeof CorrectionAsked>
export type OpenCorrection = z.infer<typeof OpenCorrection>

export const corrections = router({
  /** The same open request twice is one. @throws AppError correction_limit */
  ask: procedure({ permission: 'corrections:own', audit: ['Corrections', 'ASK'], reads: 'own' })
    .input(CorrectionAsked)
    .mutation(Correction),
  list: procedure({ permission: 'corrections:own', audit: ['Corrections', 'LIST'], reads: 'own' }).query(z.array(Correction)),
  /** @throws AppError not_found, correction_closed */
  withdraw: procedure({ permission: 'corrections:own', audit: ['Corrections', 'WITHDRAW'], reads: 'own' })
    .input(CorrectionId)
    .mutation(Correction),
  /** The open requests of the caller’s centre or of one of its records, the oldest first. */
  open: procedure({ permission: 'correction:answer', audit: ['Corrections', 'OPEN'], reads: 'patients' })
    .input(z.strictObject({ ...namedCentre, record: z.uuid().optional() }).nullish())
    .query(z.array(OpenCorrection)),
  /** The first of two answers counts. @throws AppError not_found, correction_closed */
  answer: procedure({ permission: 'correction:answer', audit: ['Corrections', 'ANSWER'] })
    .input(CorrectionAnswer)
    .mutation(Done),
})
