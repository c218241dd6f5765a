import { z } from 'zod'
import { incidentalFindings } from '@registry/domain/consent/incidental-findings'
import { sources } from '@registry/domain/ecrf/history'
import { recordAlerts } from '@registry/domain/ecrf/summary'
import { workListTasks } from '@registry/domain/ecrf/work-list'
import { followUpFields } from '@registry/domain/indicators/indicators'
import { withErrorCode } from '@registry/domain/error'
import { findField, type FieldName } from '@registry/domain/fields/dictionary'
import { missingReasons } from '@registry/domain/fields/missing'
import { ValueMark } from '@registry/domain/observations/value-sources'
import { cleanText } from '@registry/domain/text'
import { PaperConsent } from './consents.ts'
import { Done, namedCentre } from './fields.ts'
import { LoginMode } from './session.ts'
import { procedure, router } from './trpc.ts'
import { WorkListOrder, WorkListTasks } from './work-list-views.ts'

const PatientCode = z.string().overwrite(cleanText).min(1, withErrorCode('field_required')).max(80)

export const StoredValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly(), z.null()])
export const FieldNameText = z.custom<FieldName>((name) => typeof name === 'string' && findField(name)?.name === name)

const PatientCursor = z.strictObject({ key: z.union([z.string().max(300), z.number(), z.null()]), code: z.string().max(80) })

export const PatientSearch = z.strictObject({
  ...namedCentre,
  /** Part of a code or of a name. */
  search: z.string().max(80).optional(),
  /** Only the patient with this code. */
  code: PatientCode.optional(),
  phenotype: z.string().max(80).optional(),
  /** Only patients with all of this work. */
  tasks: WorkListTasks.optional(),
  /** Patients without a value in the column come last. */
  order: WorkListOrder.optional(),
  /** The last patient of the previous page in the same order. */
  cursor: PatientCursor.optional(),
  /** TanStack Query sends the direction of its infinite queries. */
  direction: z.enum(['forward', 'backward']).optional(),
})

/** The address of a record on the staff site. */
const RecordId = z.uuid()

export const ListedPatient = z.object({
  record: RecordId,
  code: z.string(),
  surname: z.string(),
  name: z.string(),
  personal: z.boolean(),
  medical: z.boolean(),
  withdrawn: z.boolean(),
  age: z.number().int().nullable(),
  sex: z.string().nullable(),
  phenotype: z.string().nullable(),
  /** The last save of a section that the centre sees. */
  updated: z.iso.datetime(),
  /** The numbers of filled fields and of fields that apply, in the sections with consent. */
  filled: z.number().int(),
  total: z.number().int(),
  alerts: z.array(z.enum(recordAlerts)),
  /** The open discrepancies. */
  discrepancies: z.number().int(),
  ferritin: z.number().nullable(),
  /** The day of the last LIC or T2*. */
  mri: z.string().nullable(),
  /** The last signature of the current year. */
  signature: z.enum(['valid', 'broken']).nullable(),
})
/** `count` is the number of patients on all pages. */
export const PatientPage = z.object({ patients: z.array(ListedPatient), next: PatientCursor.nullable(), count: z.number().int() })

/** The patients of the centre, and those with each work, whatever the list shows. `months` has the intervals of the values to measure again. */
export const WorkListCounts = z.object({
  patients: z.number().int(),
  tasks: z.record(z.enum(workListTasks), z.number().int()),
  months: z.record(z.enum(followUpFields), z.number().int()),
})

export const RecordQuery = z.strictObject({ ...namedCentre, code: PatientCode })
export const RecordAddress = z.strictObject({ ...namedCentre, record: RecordId })

/** A value that another person changed, as a save needs it (REQ-CRF-04). */
export const ValueChange = z.object({
  field: FieldNameText,
  old: StoredValue,
  new: StoredValue,
  at: z.string(),
  actor: z.string(),
  source: z.enum(sources),
  reason: z.string().nullable(),
})

export const Discrepancy = z.object({ field: z.string(), code: z.string(), message: z.string() })

export const PatientRecordView = z.object({
  record: RecordId,
  code: z.string(),
  surname: z.string(),
  name: z.string(),
  /** The birth date of the registration, which needs no consent. Null for a patient registered without one (REQ-GRD-01). */
  birthDate: z.iso.date().nullable(),
  consents: z.object({ personal: z.boolean(), medical: z.boolean() }),
  /** The papers of another registry behind these consents (REQ-CON-21). */
  paperConsents: z.object({ personal: PaperConsent.exactOptional(), medical: PaperConsent.exactOptional() }),
  withdrawn: z.boolean(),
  /** The patient's choice about incidental findings (REQ-CRF-17). Null without an answer and after a withdrawal. */
  incidentalFindings: z.enum(incidentalFindings).nullable(),
  /** The contact that the centre corrected and whose holder has not confirmed it (REQ-PAT-24). */
  pendingContact: z.object({ contact: z.string(), at: z.string(), actor: z.string(), expiresAt: z.string() }).nullable(),
  /** Changes with each save. A save names the version that its person saw. */
  version: z.string(),
  values: z.record(z.string(), StoredValue),
  /** Reasons for missing values, by field (REQ-CRF-16). A save sends the cell of a reason, such as `\N:unknown`; histories have it too. */
  missing: z.record(z.string(), z.enum(missingReasons)),
  /** The source and day of each statistic of dated results, by field (REQ-OBS-05). Without a mark a value was reported. */
  sources: z.record(z.string(), ValueMark),
  /** The present dated results by analyte: the first and the last day, and how many they are (REQ-OBS-01). */
  results: z.record(z.string(), z.object({ first: z.iso.date(), last: z.iso.date(), count: z.number().int() })),
  /** Start of permanent rejections by the patient's mail server. Null after a sent mail. */
  mailRejectedAt: z.iso.datetime().nullable(),
  /** The day of the last LIC or T2*, for an alert (REQ-CRF-09). */
  lastMri: z.string().nullable(),
})

const maxChangedFields = 250
/** The changed fields by name. The dictionary checks each value. */
export const RecordChanges = z
  .record(
    z.string().max(80),
    z.union([z.string().max(40_000), z.number(), z.boolean(), z.array(z.string().max(80)).max(1000).readonly(), z.null()]),
  )
  .refine((changes) => Object.keys(changes).length <= maxChangedFields)

/** The versions of the identity and of the two data domains, as the record view has them. */
const RecordVersion = z
  .string()
  .max(40)
  .regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/)

export const RecordSave = z.strictObject({
  ...namedCentre,
  code: PatientCode,
  version: RecordVersion.optional(),
  changes: RecordChanges,
  reason: z.string().trim().max(500).optional(),
})

/** With `conflicts` nothing is saved. `others` are the changes of other people to fields that this save does not touch. */
export const RecordSaved = z.object({
  record: PatientRecordView,
  conflicts: z.array(ValueChange),
  others: z.array(ValueChange),
  warnings: z.array(Discrepancy),
})

/** A correction of the registration in the record: all its values, as the person sees them, and why (REQ-PAT-24). */
export const RegistrationCorrection = z.strictObject({
  ...namedCentre,
  code: PatientCode,
  version: RecordVersion,
  surname: z.string().max(80),
  name: z.string().max(80),
  loginMode: LoginMode,
  mobile: z.string().max(40),
  email: z.string().max(255),
  /** That of the registration. Without it, or for a patient registered without one, it stays. */
  birthDate: z.iso.date().optional(),
  reason: z.string().trim().min(1, withErrorCode('field_required')).max(500),
  /** Required to correct a contact if the last check is older than ten minutes (REQ-ACC-21). */
  password: z.string().max(1000).optional(),
})

/** Effect of the correction on the sign-in contact: nothing, a new invitation, or a request to confirm it. */
export const RegistrationCorrected = z.object({ record: PatientRecordView, contact: z.enum(['unchanged', 'invited', 'pending']) })

/** Warnings after a registration, such as a code that differs from another one only by letter case. */
export const PatientAdded = z.object({ warnings: z.array(Discrepancy) })

export const NewPatient = z.strictObject({
  ...namedCentre,
  code: PatientCode,
  surname: z.string().max(80),
  name: z.string().max(80),
  loginMode: LoginMode.or(z.literal('')),
  mobilePrefix: z.string().max(5).optional(),
  mobile: z.string().max(40).optional(),
  email: z.string().max(255).optional(),
  /** The birth date and the parent or guardian of a minor, who needs no contact then (REQ-GRD-01). */
  birthDate: z.string().max(40).optional(),
  guardianSurname: z.string().max(80).optional(),
  guardianName: z.string().max(80).optional(),
  guardianEmail: z.string().max(255).optional(),
  guardianMobile: z.string().max(40).optional(),
  /** C_DB: the authorisation to be registered. */
  authorised: z.boolean().optional(),
})

/** A value of a choice, with the columns that the rules between fields read. */
export const RecordChoice = z.object({
  id: z.string(),
  name: z.string(),
  /** The drugs of a regimen. */
  components: z.array(z.string()).optional(),
  /** The family of a diagnosis or genotype. */
  family: z.string().optional(),
  /** The level of care or of transfusion. */
  level: z.union([z.string(), z.number()]).optional(),
})

/** The values of the choices by reference table. */
export const RecordChoices = z.record(z.string(), z.array(RecordChoice))

/** A signature of a record for a year. A change of what was signed breaks it (REQ-CRF-15). */
export const RecordSignature = z.object({ year: z.number().int(), by: z.string(), at: z.string(), broken: z.boolean() })
export const RecordSignatures = z.object({ signatures: z.array(RecordSignature) })
export const RecordSigning = z.strictObject({ ...RecordQuery.shape, year: z.number().int().min(1900).max(2200), version: RecordVersion })

/** A PDF of one page, in base64. */
export const VisitDocument = z.object({ pdf: z.base64() })

/** The history of all fields, or of some, such as those of the charts (REQ-CRF-13). */
export const HistoryQuery = z.strictObject({ ...RecordQuery.shape, fields: z.array(FieldNameText).max(maxChangedFields).optional() })
export const RecordHistory = z.object({ changes: z.array(ValueChange) })

/** The saves of a record, the newest first, and only their changes of one field if it is named. */
export const RecordSavesQuery = z.strictObject({
  ...RecordQuery.shape,
  field: FieldNameText.optional(),
  /** The moment of the last save on the previous page. */
  cursor: z.iso.datetime().optional(),
  /** TanStack Query sends the direction of its infinite queries. */
  direction: z.enum(['forward', 'backward']).optional(),
})
const Save = ValueChange.pick({ at: true, actor: true, source: true, reason: true }).extend({
  changes: z.array(ValueChange.pick({ field: true, old: true, new: true })),
})
/** `fields` are all fields that ever changed, in the order of the form. */
export const RecordSaves = z.object({ saves: z.array(Save), fields: z.array(FieldNameText), next: z.string().nullable() })
export const RecordSnapshotQuery = z.strictObject({ ...RecordQuery.shape, at: z.iso.datetime() })
export const RecordSnapshot = z.object({ values: z.record(z.string(), StoredValue) })

export type PatientSearch = z.infer<typeof PatientSearch>
export type ListedPatient = z.infer<typeof ListedPatient>
export type PatientPage = z.infer<typeof PatientPage>
export type WorkListCounts = z.infer<typeof WorkListCounts>
export type RecordQuery = z.infer<typeof RecordQuery>
export type ValueChange = z.infer<typeof ValueChange>
export type PatientRecordView = z.infer<typeof PatientRecordView>
export type RecordChanges = z.infer<typeof RecordChanges>
export type RecordSave = z.infer<typeof RecordSave>
export type RegistrationCorrection = z.infer<typeof RegistrationCorrection>
export type RegistrationCorrected = z.infer<typeof RegistrationCorrected>
export type RecordSaved = z.infer<typeof RecordSaved>
export type NewPatient = z.infer<typeof NewPatient>
export type PatientAdded = z.infer<typeof PatientAdded>
export type RecordChoices = z.infer<typeof RecordChoices>
export type RecordSignature = z.infer<typeof RecordSignature>
export type RecordSignatures = z.infer<typeof RecordSignatures>
export type RecordSigning = z.infer<typeof RecordSigning>
export type VisitDocument = z.infer<typeof VisitDocument>
export type HistoryQuery = z.infer<typeof HistoryQuery>
export type RecordHistory = z.infer<typeof RecordHistory>
export type RecordSavesQuery = z.infer<typeof RecordSavesQuery>
export type RecordSaves = z.infer<typeof RecordSaves>
export type RecordSnapshotQuery = z.infer<typeof RecordSnapshotQuery>
export type RecordSnapshot = z.infer<typeof RecordSnapshot>

export const ecrf = router({
  /** Lists the patients of the centre with what is to do, page by page (REQ-CRF-21). */
  patients: procedure({ permission: 'record:read', audit: ['e_crf', 'LIST_PATIENTS'], reads: 'patients' })
    .input(PatientSearch)
    .query(PatientPage),
  /** Counts the patients of the centre with each work. */
  workCounts: procedure({ permission: 'record:read', audit: ['e_crf', 'WORK_COUNTS'], reads: 'counts' })
    .input(z.strictObject(namedCentre))
    .query(WorkListCounts),
  choices: procedure({ permission: 'record:read', audit: ['e_crf', 'CHOICES'] }).query(RecordChoices),
  /** Opens the record of an address. @throws AppError record_not_found */
  open: procedure({ permission: 'record:read', audit: ['e_crf', 'GET_PATIENT_DATA'], reads: 'patients' })
    .input(RecordAddress)
    .query(PatientRecordView),
  /** @throws AppError import_patient_unknown */
  read: procedure({ permission: 'record:read', audit: ['e_crf', 'GET_PATIENT_DATA'], reads: 'patients' })
    .input(RecordQuery)
    .query(PatientRecordView),
  /** @throws AppError validation_failed with the error of each rejected field; then nothing is saved (REQ-CRF-02, REQ-CRF-04) */
  save: procedure({ permission: 'record:write', audit: ['e_crf', 'PUT_PATIENT_DATA'], reads: 'patients' })
    .input(RecordSave)
    .mutation(RecordSaved),
  /** Corrects names and contacts of the centre's registration. @throws AppError validation_failed, record_changed, record_nothing_changed, too_many_attempts (REQ-PAT-24) */
  correct: procedure({ permission: 'record:write', audit: ['e_crf', 'CORRECT_REGISTRATION'], reads: 'patients' })
    .input(RegistrationCorrection)
    .mutation(RegistrationCorrected),
  /** @throws AppError validation_failed; record_code_in_use (REQ-PAT-01) */
  add: procedure({ permission: 'record:write', audit: ['e_crf', 'ADD_PATIENT'] })
    .input(NewPatient)
    .mutation(PatientAdded),
  /** The newest changes of the record, with person, time and source (REQ-CRF-03). */
  history: procedure({ permission: 'record:read', audit: ['e_crf', 'HISTORY'], reads: 'patients' })
    .input(HistoryQuery)
    .query(RecordHistory),
  /** The saves of the record with their changes, page by page (REQ-CRF-03). */
  saves: procedure({ permission: 'record:read', audit: ['e_crf', 'SAVES'], reads: 'patients' })
    .input(RecordSavesQuery)
    .query(RecordSaves),
  past: procedure({ permission: 'record:read', audit: ['e_crf', 'PAST'], reads: 'patients' })
    .input(RecordSnapshotQuery)
    .query(RecordSnapshot),
  /** Prints the summary of a record for a visit (REQ-CRF-14). @throws AppError import_patient_unknown, busy */
  printVisit: procedure({ permission: 'record:read', audit: ['e_crf', 'PRINT_VISIT'], reads: 'patients' })
    .input(RecordQuery)
    .query(VisitDocument),
  /** The last signature of each year. */
  signatures: procedure({ permission: 'record:read', audit: ['e_crf', 'SIGNATURES'], reads: 'patients' })
    .input(RecordQuery)
    .query(RecordSignatures),
  /** Signs the record for a year. @throws AppError import_patient_unknown, record_year_not_signable, record_changed_unsigned */
  sign: procedure({ permission: 'record:write', audit: ['e_crf', 'SIGN'] })
    .input(RecordSigning)
    .mutation(Done),
})
