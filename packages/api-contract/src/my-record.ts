import { z } from 'zod'
import { sources } from '@registry/domain/ecrf/history'
import { missingReasons } from '@registry/domain/fields/missing'
import { withErrorCode } from '@registry/domain/error'
import { maxAllergiesText } from '@registry/domain/my-record/emergency'
import { observedAnalytes } from '@registry/domain/observations/analytes'
import { observationSources } from '@registry/domain/observations/observation'
import { ownSectionNames } from '@registry/domain/my-record/sections'
import { FieldNameText, RecordQuery, StoredValue } from './ecrf.ts'
import { LanguageInput, WrittenText } from './fields.ts'
import { CodeSent, OneTimeCode } from './sign-in.ts'
import { procedure, router } from './trpc.ts'

/** The zone of a value between usual limits. A drawing shows it, and `label` says it. */
const OwnBand = z.object({
  limits: z.array(z.number()),
  labels: z.array(z.string()),
  /** The position of the value's zone among them. */
  index: z.number().int(),
})

const OwnField = z.object({
  field: FieldNameText,
  label: z.string(),
  /** The value as GET_PATIENT_DATA has it; `text` is the same in words. */
  value: StoredValue,
  text: z.string().nullable(),
  /** The reason why there is no value, as a code and in words. */
  missing: z.enum(missingReasons).nullable(),
  missingText: z.string().nullable(),
  applies: z.boolean(),
  day: z.iso.date().nullable(),
  source: z.enum(sources).nullable(),
  meaning: z.string(),
  band: OwnBand.nullable(),
  /** The analyte whose dated results `series` returns. */
  analyte: z.string().nullable(),
  /** The day from which a new value is readable; value, reason, day and source are null until then (REQ-PAT-31). */
  readableFrom: z.iso.date().nullable(),
})

const OwnSection = z.object({
  section: z.enum(ownSectionNames),
  label: z.string(),
  /** Whether centre and researchers may use the section. Stored values are readable all the same. */
  inUse: z.boolean(),
  fields: z.array(OwnField),
})

/** The record of a patient, in the language of the caller (REQ-PAT-25). */
export const OwnRecord = z.object({
  sections: z.array(OwnSection),
  lastChange: z.iso.date().nullable(),
  /** The days of the setting `record_delay_days` if it delays a value or a dated result now, otherwise 0. */
  delayDays: z.number().int(),
})

/** The code that `requestCode` sent, unless this session entered one less than ten minutes ago. */
export const RecordCode = z.strictObject({ otp: OneTimeCode.optional() })

const observedNames = observedAnalytes.map(({ name }) => name)

/** An analyte with dated results. */
export const SeriesQuery = RecordCode.extend({
  analyte: z.string().refine((name) => observedNames.includes(name), withErrorCode('field_wrong')),
})

/** The dated results of an analyte, the oldest first, in the unit of the dictionary. */
export const OwnSeries = z.object({
  label: z.string(),
  meaning: z.string(),
  /** The usual limits and the words between them; empty for an analyte or person without usual limits. */
  limits: z.array(z.number()),
  labels: z.array(z.string()),
  results: z.array(z.object({ day: z.iso.date(), value: z.number(), text: z.string(), source: z.enum(observationSources) })),
  /** The new results, without their values, each with the day from which it is readable (REQ-PAT-31). */
  delayed: z.array(z.object({ day: z.iso.date(), readableFrom: z.iso.date() })),
})

export const recordFormats = ['pdf', 'csv', 'fhir'] as const

/** The format and the language of a copy. */
export const RecordDownload = RecordCode.extend({ format: z.enum(recordFormats), language: LanguageInput })

/** The language of the emergency sheet, and what the patient writes on it, which the server does not store. */
export const EmergencySheet = RecordCode.extend({
  language: LanguageInput,
  allergies: WrittenText.max(maxAllergiesText, withErrorCode('allergies_too_long')),
})

/** A file in base64. */
export const RecordFile = z.object({ file: z.base64() })

export type OwnRecord = z.infer<typeof OwnRecord>
export type OwnSeries = z.infer<typeof OwnSeries>
export type RecordFile = z.infer<typeof RecordFile>
export type RecordFormat = (typeof recordFormats)[number]

export const myRecord = router({
  /** @throws AppError record_code_required, record_minor; code_refused, code_superseded at `otp` (REQ-PAT-26) */
  read: procedure({ permission: 'my-record:own', audit: ['MyRecord', 'READ'], reads: 'own' })
    .input(RecordCode)
    .mutation(OwnRecord),
  /** The dated results of an analyte (REQ-PAT-30). @throws AppError as `read` */
  series: procedure({ permission: 'my-record:own', audit: ['MyRecord', 'SERIES'], reads: 'own' })
    .input(SeriesQuery)
    .mutation(OwnSeries),
  /** The copy of the record to take along. The server stores no copy (REQ-PAT-28). @throws AppError as `read`; busy */
  download: procedure({ permission: 'my-record:own', audit: ['MyRecord', 'DOWNLOAD'], reads: 'own' })
    .input(RecordDownload)
    .mutation(RecordFile),
  /** The centre prints the copy for a patient who asks for it, also after the withdrawal v1 (REQ-PAT-28). @throws AppError import_patient_unknown, busy */
  print: procedure({ permission: 'record:read', audit: ['MyRecord', 'PRINT'], reads: 'patients' })
    .input(RecordQuery.extend({ language: LanguageInput }))
    .query(RecordFile),
  /** One page for emergencies as PDF, with its text as QR code (REQ-PAT-29). @throws AppError as `download`; allergies_too_long */
  sheet: procedure({ permission: 'my-record:own', audit: ['MyRecord', 'SHEET'], reads: 'own' })
    .input(EmergencySheet)
    .mutation(RecordFile),
  /** Sends a code to the sign-in contact. @throws AppError code_limit, sms_unavailable (REQ-PAT-26) */
  requestCode: procedure({ permission: 'my-record:own', audit: ['MyRecord', 'SEND_CODE'] })
    .input(z.strictObject({}))
    .mutation(CodeSent),
})
