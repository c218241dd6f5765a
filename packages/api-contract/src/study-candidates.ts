import { z } from 'zod'
import { participationStates } from '@registry/domain/studies/states'
import { withErrorCode } from '@registry/domain/error'
import { namedCentre } from './fields.ts'
import { StudyId } from './study-id.ts'

const ofCentre = { id: StudyId, ...namedCentre }

/** The candidates of the caller's centre, a page at a time. `search` is a part of the code, the surname or the name. */
export const CandidateQuery = z.strictObject({
  ...ofCentre,
  search: z.string().trim().max(80).optional(),
  /** `undecided`, or the state of an invited patient. */
  state: z.enum(['undecided', 'refused', ...participationStates]).optional(),
  offset: z.number().int().nonnegative().default(0),
  limit: z.number().int().min(1).max(1000).default(1000),
})

/** A candidate with the code and the name that only the candidate's centre sees (REQ-STU-06, REQ-PAT-09). */
export const StudyCandidate = z.object({
  /** The address of the record on the staff site. */
  record: z.uuid(),
  centrePatientCode: z.string(),
  surname: z.string(),
  name: z.string(),
  approved: z.boolean().nullable(),
  status: z.enum(participationStates).nullable(),
  invitedAt: z.string().nullable(),
  answeredAt: z.string().nullable(),
  /** Time at which the patient withdrew the Yes answer. */
  leftAt: z.string().nullable(),
  /** Whether the filter and the consents select the patient, at the latest retrieval. */
  matches: z.boolean(),
  /** Today: the consents to the registry and to the contact for studies, without which nobody is a candidate. */
  consents: z.object({ c_db: z.boolean().nullable(), c_s: z.boolean().nullable() }),
  /** For each condition of the filter, in order, today: met, not met, or unknown because of a missing value or consent. */
  conditions: z.array(z.boolean().nullable()),
})

export const StudyCandidates = z.object({
  /** The conditions of the filter in words of the caller's language. */
  conditions: z.array(z.string()),
  total: z.number().int(),
  rows: z.array(StudyCandidate),
})

export const StudyRetrieval = z.strictObject(ofCentre)
/** Changes made by a retrieval. Patients with a decision or an answer are never removed. */
export const RetrievalResult = z.object({ added: z.number().int(), removed: z.number().int(), total: z.number().int() })

/** Decisions of a centre about its candidates. `null` takes a decision back. A patient who answered is not decided again. */
export const CandidateDecisions = z.strictObject({
  ...ofCentre,
  decisions: z
    .array(
      z.strictObject({ centrePatientCode: z.string().min(1, withErrorCode('field_required')).max(80), approved: z.boolean().nullable() }),
    )
    .min(1)
    .max(5000),
})
export const DecisionResult = z.object({
  /** Patients with a new decision, and those who were invited by it. */
  changed: z.number().int(),
  invited: z.number().int(),
  /** Rejected decisions, each with its reason in the caller's language. */
  refused: z.array(z.object({ centrePatientCode: z.string(), code: z.string(), message: z.string() })),
})

export type StudyCandidate = z.infer<typeof StudyCandidate>
export type CandidateQuery = z.infer<typeof CandidateQuery>
export type StudyCandidates = z.infer<typeof StudyCandidates>
export type StudyRetrieval = z.infer<typeof StudyRetrieval>
export type RetrievalResult = z.infer<typeof RetrievalResult>
export type CandidateDecisions = z.infer<typeof CandidateDecisions>
export type DecisionResult = z.infer<typeof DecisionResult>
