import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { RecordQuery } from './ecrf.ts'
import { Done } from './fields.ts'
import { procedure, router } from './trpc.ts'

/** A result of a patient, as sent. `standardValue` is in the unit of the dictionary. */
export const ObservationRow = z.object({
  id: z.number().int(),
  analyte: z.string(),
  takenOn: z.iso.date(),
  comparator: z.enum(['<', '>']).nullable(),
  value: z.number(),
  unit: z.string(),
  standardValue: z.number(),
  sample: z.string().nullable(),
  source: z.string(),
  recordedAt: z.iso.datetime(),
  recordedBy: z.string(),
  /** Set for a result that was corrected or removed. */
  ended: z
    .object({ as: z.enum(['corrected', 'removed', 'undone']), at: z.iso.datetime(), by: z.string(), reason: z.string().nullable() })
    .nullable(),
})
export const ObservationList = z.object({ observations: z.array(ObservationRow) })

const typed = {
  value: z.string().max(80),
  unit: z.string().max(80),
  comparator: z.string().max(10),
  takenOn: z.string().max(40),
  sample: z.string().max(200),
}
const maxResults = 100

/** Results of one patient, as a person typed them. The texts are read like those of a file. */
export const NewObservations = z.strictObject({
  ...RecordQuery.shape,
  results: z
    .array(z.strictObject({ analyte: z.string().max(80), ...typed }))
    .min(1)
    .max(maxResults),
})
/** The errors and warnings of a result name it by its position, as in `0.value`. */
export const ObservationsAdded = z.object({
  added: z.number().int(),
  unchanged: z.number().int(),
  warnings: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
})

const reason = z.string().trim().min(1, withErrorCode('field_required')).max(500)
export const ObservationCorrection = z.strictObject({ ...RecordQuery.shape, id: z.number().int(), ...typed, reason })
export const ObservationRemoval = z.strictObject({ ...RecordQuery.shape, id: z.number().int(), reason })

export type ObservationRow = z.infer<typeof ObservationRow>
export type ObservationList = z.infer<typeof ObservationList>
export type NewObservations = z.infer<typeof NewObservations>
export type ObservationCorrection = z.infer<typeof ObservationCorrection>

export const observations = router({
  /** The results of a patient, also corrected and removed ones, by analyte and day (REQ-OBS-01). @throws AppError import_patient_unknown */
  list: procedure({ permission: 'record:read', audit: ['e_crf', 'OBSERVATIONS'], reads: 'patients' })
    .input(RecordQuery)
    .query(ObservationList),
  /** Adds all results or none (REQ-OBS-02, REQ-OBS-03). @throws AppError validation_failed, import_patient_unknown, consent_medical_missing */
  add: procedure({ permission: 'record:write', audit: ['e_crf', 'ADD_OBSERVATIONS'] })
    .input(NewObservations)
    .mutation(ObservationsAdded),
  /** Corrects a result and keeps the previous one (REQ-OBS-03). @throws AppError validation_failed, observation_ended, not_found */
  correct: procedure({ permission: 'record:write', audit: ['e_crf', 'CORRECT_OBSERVATION'] })
    .input(ObservationCorrection)
    .mutation(Done),
  /** Removes a result and keeps its row. @throws AppError observation_ended, not_found */
  remove: procedure({ permission: 'record:write', audit: ['e_crf', 'REMOVE_OBSERVATION'] })
    .input(ObservationRemoval)
    .mutation(Done),
})
