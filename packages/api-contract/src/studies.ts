import { z } from 'zod'
import { permissions } from '@registry/domain/access/permissions'
import { parseDay } from '@registry/domain/calendar'
import { withErrorCode } from '@registry/domain/error'
import { studyConsents } from '@registry/domain/studies/consents'
import { studyFields } from '@registry/domain/studies/editable-fields'
import { requestedOperations } from '@registry/domain/studies/requested-operation'
import { studyAnswers, studyStates } from '@registry/domain/studies/states'
import { isStudyContact } from '@registry/domain/studies/contact'
import { parseVideoAddress } from '@registry/domain/studies/video'
import { Cell, Done, namedCentre, LanguageInput } from './fields.ts'
import { FilterId, WithheldCells } from './saved-filters.ts'
import { CandidateDecisions, CandidateQuery, DecisionResult, RetrievalResult, StudyCandidates, StudyRetrieval } from './study-candidates.ts'
import { StudyId } from './study-id.ts'
import { procedure, router } from './trpc.ts'

/** A day `yyyy-mm-dd`; `dd/MM/yyyy` is read too. */
const Day = z.string().transform((typed, context) => {
  const day = parseDay(typed.trim())
  if (day === undefined) context.addIssue({ code: 'custom', message: 'value_date_invalid' })
  return day ?? ''
})

const controlCharacters = /[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/
const Text = z
  .string()
  .trim()
  .min(1, withErrorCode('field_required'))
  .max(255, withErrorCode('study_text_too_long'))
  .refine((text) => !controlCharacters.test(text), withErrorCode('field_wrong'))

/** A text that may be missing. */
const OptionalText = z
  .string()
  .trim()
  .max(255, withErrorCode('study_text_too_long'))
  .refine((text) => !controlCharacters.test(text), withErrorCode('field_wrong'))
  .transform((text) => (text === '' ? null : text))
  .nullable()

const VideoUrl = z
  .string()
  .trim()
  .max(255, withErrorCode('study_video_wrong'))
  .refine((url) => parseVideoAddress(url) !== undefined, withErrorCode('study_video_wrong'))
  .nullable()

/** A contact that may be missing: an e-mail address or a telephone number. */
const StudyContact = OptionalText.refine((contact) => contact === null || isStudyContact(contact), withErrorCode('study_contact_wrong'))

const content = {
  title: Text,
  description: Text,
  titleEn: OptionalText.optional(),
  descriptionEn: OptionalText.optional(),
  purpose: OptionalText.optional(),
  purposeEn: OptionalText.optional(),
  duration: OptionalText.optional(),
  durationEn: OptionalText.optional(),
  contactName: OptionalText.optional(),
  contact: StudyContact.optional(),
  mainCentre: z.string().min(1, withErrorCode('field_required')).max(80, withErrorCode('study_centre_unknown')),
  /** An id of svc_clinical_study_type. */
  type: z.string().min(1, withErrorCode('field_required')).max(80, withErrorCode('study_type_unknown')),
  filterId: FilterId,
  sf36Version: z.number().int().positive(),
  videoUrl: VideoUrl,
}

/** The role in which a staff user reads or acts: a person can hold several (REQ-STU-08). */
export const StudyRole = z.enum(permissions['study:read'])
const reader = { asRole: StudyRole, ...namedCentre }
const ofCentre = { id: StudyId, ...namedCentre }

export const StudyReading = z.strictObject(reader)
export const StudyQuery = z.strictObject({ id: StudyId, ...reader })
/** An end date before the ethics decision is kept, and opens the study at the approval. */
export const NewStudy = z.strictObject({ id: StudyId, ...content, endDate: Day.optional() })
/** Absent fields stay. `version` is the version that the client read; old programs send none. */
export const ChangedStudy = z.strictObject({
  id: StudyId,
  version: z.number().int().optional(),
  ...z.strictObject(content).partial().shape,
  endDate: Day.optional(),
})
export const StudyEndDate = z.strictObject({ id: StudyId, version: z.number().int().optional(), endDate: Day })
export const StudyEthicsDecision = z.strictObject({
  ...ofCentre,
  approved: z.boolean(withErrorCode('field_required')),
  committee: Text,
  decidedOn: Day,
  /** Reason for the correction of a stored decision. */
  reason: Text.optional(),
})
export const StudyAction = z.strictObject({ id: StudyId, version: z.number().int().optional() })

/** Roles that export a study: its DataManager, or the CenterAdmin of a centre that takes part (document 2, section 6). */
export const StudyRun = z.strictObject({
  id: StudyId,
  asRole: z.enum(permissions['study:export']),
  ...namedCentre,
  /** Adds the reasons of missing values as the last column (REQ-EXP-12). */
  missingReasons: z.boolean().optional(),
})

const Named = z.object({ id: z.string(), name: z.string() })
/** One study in a list, for the role of its reader. */
export const StudyRow = z.object({
  id: StudyId,
  version: z.number().int(),
  title: z.string(),
  mainCentre: Named,
  status: z.enum(studyStates),
  suspended: z.boolean(),
  endDate: z.string().nullable(),
  type: z.object({ id: z.string(), label: z.string(), extraeu: z.boolean(), f: z.boolean(), p_db: z.boolean() }),
  filter: z.object({ id: FilterId, name: z.string(), description: z.string() }),
  /** The decision of the main centre. */
  approved: z.boolean().nullable(),
  enrolledCentres: z.array(z.object({ id: z.string(), name: z.string(), approved: z.boolean() })),
  /** At most one operation that the study requests from this role (REQ-STU-08). */
  ops: z.array(z.enum(requestedOperations)),
  readonly: z.boolean(),
})

const EthicsDecision = z.object({
  centre: Named,
  isMain: z.boolean(),
  approved: z.boolean(),
  committee: z.string().nullable(),
  decidedOn: z.string().nullable(),
  enteredAt: z.string(),
  enteredBy: z.string(),
  /** Whether the centre added the document of its committee (REQ-STU-20). */
  hasDocument: z.boolean(),
  /** Whether the reader can correct the decision now, with a reason (REQ-STU-13). */
  mayCorrect: z.boolean(),
  /** The decision as it was before each correction, oldest first. */
  corrections: z.array(z.object({ approved: z.boolean(), reason: z.string(), correctedAt: z.string(), correctedBy: z.string() })),
})

/** Operations that GlobalAdmin can now perform on a study. Each page first shows their effect on `waiting` invitations. */
const studyActions = ['setEndDate', 'terminate', 'suspend', 'reactivate', 'remove'] as const

/** The texts in Italian and English. `title` and `description` are in the reader's language. */
const StudyTexts = z.object({
  title: z.string(),
  description: z.string(),
  titleEn: z.string().nullable(),
  descriptionEn: z.string().nullable(),
  purpose: z.string().nullable(),
  purposeEn: z.string().nullable(),
  duration: z.string().nullable(),
  durationEn: z.string().nullable(),
})

/** The study team: a name, with an e-mail address or a telephone number (REQ-STU-21). */
const Contact = z.object({ name: z.string(), contact: z.string() })

export const Study = StudyRow.extend({
  description: z.string(),
  texts: StudyTexts,
  contact: Contact.nullable(),
  /** The newest information sheet of each language (REQ-STU-22). */
  sheets: z.array(z.object({ language: LanguageInput, name: z.string(), enteredAt: z.string(), enteredBy: z.string() })),
  sf36: z.object({ version: z.number().int(), description: z.string() }),
  videoUrl: z.string().nullable(),
  decisions: z.array(EthicsDecision),
  /** The fields that this role may change now (REQ-STU-05). */
  editable: z.array(z.enum(studyFields)),
  actions: z.array(z.enum(studyActions)),
})

/** A number of patients; null if it would reveal a small group (REQ-UI-17), or is not for the reader. */
const Count = z.number().int().nullable()
const flowCounts = {
  candidates: Count,
  approved: Count,
  refused: Count,
  invited: Count,
  waiting: Count,
  yes: Count,
  no: Count,
  /** Patients who took the Yes back. */
  left: Count,
  exported: Count,
}
/**
 * The patients of a study by their state, in total and for each visible centre. `yes` includes the exported ones. An end or a deletion
 * takes the invitation from `waiting` patients.
 */
export const StudyFlow = z.object({
  /**
   * True for roles that read no rows: their counts are multiples of five, and none is under five (REQ-UI-17). They get no `candidates`,
   * `approved` and `refused`, which are numbers about a filter, and only centres with invited patients.
   */
  isRounded: z.boolean(),
  total: z.object(flowCounts),
  centres: z.array(z.object({ id: z.string(), name: z.string(), ...flowCounts })),
  /** Answers Yes by day and centre, for the recruitment chart. */
  recruitment: z.array(z.object({ day: z.string(), centre: z.string(), yes: z.number().int() })),
})

/** The first 1,000 participants and the count of all. The first column is the pseudonym; the others are field names (REQ-STU-18). */
export const StudyParticipants = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(Cell)),
  total: z.number().int(),
  withheld: z.array(WithheldCells),
  /** The participants who left the study, with the day `yyyy-mm-dd` (REQ-STU-07). */
  departures: z.array(z.object({ pseudonym: z.string(), leftOn: z.string() })),
})

/** The centres, types, filters and questionnaires that a study can have. */
export const StudyOptions = z.object({
  centres: z.array(Named),
  types: z.array(z.object({ id: z.string(), label: z.string() })),
  filters: z.array(z.object({ id: FilterId, name: z.string(), description: z.string() })),
  questionnaires: z.array(z.object({ version: z.number().int(), description: z.string() })),
})

/** A study as shown to a patient. */
export const OwnStudyRow = z.object({
  id: StudyId,
  title: z.string(),
  /** Italian if the study has no title in the reader's language. */
  titleLanguage: LanguageInput,
  /** `waiting` accepts an answer now. `ended` was never answered and accepts none any more. */
  state: z.enum(['waiting', 'suspended', 'answered', 'ended']),
  answer: z.enum(studyAnswers).nullable(),
  answeredAt: z.string().nullable(),
  /** Time at which the patient withdrew the Yes answer. */
  leftAt: z.string().nullable(),
  /** The answers that the patient may give now: Yes while the study enrols, No at any time after Yes (REQ-STU-07). */
  possibleAnswers: z.array(z.enum(studyAnswers)),
  invitedAt: z.string(),
  endDate: z.string().nullable(),
})

export const OwnStudy = OwnStudyRow.extend({
  description: z.string(),
  texts: StudyTexts,
  contact: Contact.nullable(),
  /** The language of the information sheet that the patient reads; null without a sheet (REQ-STU-22). */
  sheet: LanguageInput.nullable(),
  videoUrl: z.string().nullable(),
  mainCentre: z.string(),
  partners: z.object({ extraeu: z.boolean(), f: z.boolean(), p_db: z.boolean() }),
  neededConsents: z.array(z.enum(studyConsents)),
  /** Consents required for a Yes answer (REQ-STU-07). */
  missingConsents: z.array(z.enum(studyConsents)),
})

export const StudyAnswerInput = z.strictObject({ id: StudyId, answer: z.enum(studyAnswers, withErrorCode('study_answer_required')) })

export type StudyReading = z.infer<typeof StudyReading>
export type StudyQuery = z.infer<typeof StudyQuery>
export type NewStudy = z.infer<typeof NewStudy>
export type ChangedStudy = z.infer<typeof ChangedStudy>
export type StudyEndDate = z.infer<typeof StudyEndDate>
export type StudyEthicsDecision = z.infer<typeof StudyEthicsDecision>
/** A decision as the server stores it. */
export type StoredEthicsDecision = Omit<StudyEthicsDecision, 'committee' | 'decidedOn'> & {
  readonly committee: string | null
  readonly decidedOn: string | null
}
export type StudyRun = z.infer<typeof StudyRun>
export type StudyParticipants = z.infer<typeof StudyParticipants>
export type StudyAction = z.infer<typeof StudyAction>
export type StudyRow = z.infer<typeof StudyRow>
export type Study = z.infer<typeof Study>
export type StudyFlow = z.infer<typeof StudyFlow>
export type StudyOptions = z.infer<typeof StudyOptions>
export type OwnStudyRow = z.infer<typeof OwnStudyRow>
export type OwnStudy = z.infer<typeof OwnStudy>
export type StudyAnswerInput = z.infer<typeof StudyAnswerInput>

export const studies = router({
  /** Returns the studies in the order of their requested operations (REQ-STU-08). */
  list: procedure({ permission: 'study:read', audit: ['clinical_study', 'LIST'] })
    .input(StudyReading)
    .query(StudyRow.array()),
  detail: procedure({ permission: 'study:read', audit: ['clinical_study', 'GET'] })
    .input(StudyQuery)
    .query(Study),
  flow: procedure({ permission: 'study:read', audit: ['clinical_study', 'FLOW'], reads: 'counts' })
    .input(StudyQuery)
    .query(StudyFlow),
  options: procedure({ permission: 'study:write', audit: ['clinical_study', 'OPTIONS'] }).query(StudyOptions),
  create: procedure({ permission: 'study:write', audit: ['clinical_study', 'ADD'] })
    .input(NewStudy)
    .mutation(Study),
  change: procedure({ permission: 'study:write', audit: ['clinical_study', 'CHANGE'] })
    .input(ChangedStudy)
    .mutation(Study),
  /** Opens the study to patients, or moves the last day of the enrolment (REQ-STU-03). */
  setEndDate: procedure({ permission: 'study:write', audit: ['clinical_study', 'CHANGE'] })
    .input(StudyEndDate)
    .mutation(Study),
  /** Old programs send neither committee nor day. */
  decideEthics: procedure({ permission: 'study:decide', audit: ['clinical_study', 'ETHIC_APPROVAL'] })
    .input(StudyEthicsDecision)
    .mutation(Study),
  /** Matches the candidates of the caller's centre again (REQ-STU-06). */
  retrieveCandidates: procedure({ permission: 'study:decide', audit: ['getStudyPatients', 'MATCH'], reads: 'counts' })
    .input(StudyRetrieval)
    .mutation(RetrievalResult),
  candidates: procedure({ permission: 'study:decide', audit: ['getStudyPatients'], reads: 'patients' })
    .input(CandidateQuery)
    .query(StudyCandidates),
  decideCandidates: procedure({ permission: 'study:decide', audit: ['putStudyPatients'] })
    .input(CandidateDecisions)
    .mutation(DecisionResult),
  /** Returns the first participants under their pseudonyms, with the fields of the study's filter. It marks nobody (REQ-STU-18). */
  participants: procedure({ permission: 'study:export', audit: ['clinical_study', 'RUN'], reads: 'patients' })
    .input(StudyRun)
    .query(StudyParticipants),
  terminate: procedure({ permission: 'study:write', audit: ['clinical_study', 'TERMINATE'] })
    .input(StudyAction)
    .mutation(Study),
  suspend: procedure({ permission: 'study:write', audit: ['clinical_study', 'SUSPEND'] })
    .input(StudyAction)
    .mutation(Study),
  reactivate: procedure({ permission: 'study:write', audit: ['clinical_study', 'REACTIVATE'] })
    .input(StudyAction)
    .mutation(Study),
  remove: procedure({ permission: 'study:write', audit: ['clinical_study', 'DELETE'] })
    .input(StudyAction)
    .mutation(Done),
  /** Returns the studies that invited the patient, those to answer first. */
  mine: procedure({ permission: 'study:own', audit: ['JoinStudy', 'LIST'], reads: 'own' }).query(z.array(OwnStudyRow)),
  own: procedure({ permission: 'study:own', audit: ['JoinStudy', 'GET'], reads: 'own' })
    .input(z.strictObject({ id: StudyId }))
    .query(OwnStudy),
  /** Stores or changes the answer. The consents count at this moment (REQ-STU-07). */
  answer: procedure({ permission: 'study:own', audit: ['JoinStudy'], reads: 'own' })
    .input(StudyAnswerInput)
    .mutation(OwnStudy),
})
