import { z } from 'zod'
import { NewPatient, RecordSave } from '@registry/api-contract/ecrf'
import type { Caller } from '@registry/api-contract/caller'
import { AppError } from '@registry/domain/error'
import { medicalFields, patientFields } from '@registry/domain/fields/dictionary'
import { missingReasons } from '@registry/domain/fields/missing'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { legacyOperation, legacyRoute } from '../../http/legacy/declare.ts'
import { anyColumnRows, convertedJson, filledText, lang, optionalFlag, text } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { listLegacyPatients } from './legacy-list.ts'
import { formatLegacyValues } from './legacy-values.ts'

const descriptions = {
  CENTER_ID: fieldTexts.patientCode,
  PATIENT: fieldTexts.personalData,
  MEDICAL_DATA: fieldTexts.medicalData,
  patient: fieldTexts.personalData,
  medical_data: fieldTexts.medicalData,
  missing_reasons: fieldTexts.missingReasons,
  version: fieldTexts.recordVersion,
  reason: fieldTexts.recordReason,
  warnings: fieldTexts.recordWarnings,
  rows: fieldTexts.patientRows,
  rows_only: fieldTexts.rowsOnly,
  lists: fieldTexts.lookupLists,
  all_fields: fieldTexts.allFields,
  center_code: fieldTexts.centerCode,
  center_id: fieldTexts.patientCode,
  surname: fieldTexts.cognome,
  name: fieldTexts.nome,
  c_db: fieldTexts.authorised,
}

const Stored = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** The centre of a CenterAdmin of several, if it is not the one chosen in the session. */
const centerCode = filledText(z.string().max(80))
const Choice = z.object({ id: z.string(), name: z.string() })

/** All patients of the centre, and the lists of the choices unless the program has them. */
const list = legacyOperation({
  method: 'POST',
  path: '/e_crf',
  action: 'LIST_PATIENTS',
  summary: /*i18n*/ { id: 'api.e_crf_list', message: 'Elenca i pazienti del centro e i valori delle scelte' },
  permission: 'record:read',
  command: 'e_crf',
  reads: 'patients',
  request: z.object({ all_fields: optionalFlag(), rows_only: optionalFlag(), centerCode, lang }),
  response: z.object({ rows: anyColumnRows(Stored), lists: z.record(z.string(), z.array(Choice)).optional() }),
  errors: [],
  descriptions,
  example: { session: 'uses', fields: { action: 'LIST_PATIENTS', all_fields: 'true', lang: 'it' } },
  handle: (caller: Caller, { all_fields: allFields = false, rows_only: rowsOnly = false, centerCode: named }, { deps }) =>
    listLegacyPatients(deps, caller, { named, allFields, rowsOnly }),
})

const read = legacyRoute({
  method: 'POST',
  path: '/e_crf',
  action: 'GET_PATIENT_DATA',
  summary: /*i18n*/ {
    id: 'api.e_crf_read',
    message: 'Restituisce la cartella di un paziente, senza i dati anagrafici o clinici privi di consenso',
  },
  procedure: (api) => api.ecrf.read,
  request: z.object({ CENTER_ID: text(RecordSave.shape.code), centerCode, lang }),
  response: z.object({
    patient: z.record(z.string(), Stored),
    medical_data: z.record(z.string(), Stored),
    missing_reasons: z.record(z.string(), z.enum(missingReasons)),
    version: z.string(),
  }),
  errors: ['import_patient_unknown'],
  descriptions,
  example: { session: 'uses', fields: { action: 'GET_PATIENT_DATA', CENTER_ID: 'RM-0001' } },
  toInput: ({ CENTER_ID: code, centerCode: centre }) => ({ code, ...(centre !== undefined && { centre }) }),
  toResponse: (record) => ({
    patient: formatLegacyValues(patientFields, record.values),
    medical_data: formatLegacyValues(medicalFields, record.values),
    missing_reasons: { ...record.missing },
    version: record.version,
  }),
  fieldNames: { code: 'CENTER_ID', centre: 'centerCode' },
})

const Warning = z.object({ field: z.string(), code: z.string(), message: z.string() })
/** The values of a section by field name, as JSON or as JSON text. */
const dataDomain = () =>
  convertedJson(RecordSave.shape.changes, { convert: (value) => value ?? {}, documented: z.record(z.string(), z.unknown()) })

/** An old program sends no version: only the fields that it sends are changed. */
const save = legacyRoute({
  method: 'POST',
  path: '/e_crf',
  action: 'PUT_PATIENT_DATA',
  summary: /*i18n*/ {
    id: 'api.e_crf_save',
    message: 'Registra i valori cambiati di una cartella, con i controlli dei file; un errore lascia la cartella com’era',
  },
  procedure: (api) => api.ecrf.save,
  request: z.object({
    CENTER_ID: text(RecordSave.shape.code),
    PATIENT: dataDomain(),
    MEDICAL_DATA: dataDomain(),
    version: filledText(RecordSave.shape.version.unwrap()),
    reason: filledText(RecordSave.shape.reason.unwrap()),
    centerCode,
    lang,
  }),
  response: z.object({ version: z.string(), warnings: z.array(Warning) }),
  errors: [
    'import_patient_unknown',
    'record_nothing_changed',
    'record_field_unknown',
    'record_reason_required',
    'record_changed',
    'too_many_attempts',
    'consent_personal_missing',
    'consent_medical_missing',
    'consent_withdrawn',
  ],
  descriptions,
  example: { session: 'uses', fields: { action: 'PUT_PATIENT_DATA', CENTER_ID: 'RM-0001', MEDICAL_DATA: '{"HB_LAST":9.8,"WEIGHT":61}' } },
  toInput: ({ CENTER_ID: code, PATIENT: personal, MEDICAL_DATA: medical, version, reason, centerCode: centre }) => ({
    code,
    ...(centre !== undefined && { centre }),
    changes: { ...personal, ...medical },
    ...(version !== undefined && { version }),
    ...(reason !== undefined && { reason }),
  }),
  toResponse: ({ record, conflicts, warnings }) => {
    const errors = conflicts.map(({ field, actor, at }) => [field, { code: 'record_field_changed' as const, params: { actor, at } }])
    if (conflicts.length > 0) throw new AppError('record_changed', undefined, Object.fromEntries(errors))
    return { version: record.version, warnings }
  },
  fieldNames: { code: 'CENTER_ID', centre: 'centerCode' },
})

const add = legacyRoute({
  method: 'POST',
  path: '/e_crf',
  action: 'ADD_PATIENT',
  summary: /*i18n*/ { id: 'api.e_crf_add', message: 'Registra un nuovo paziente e gli manda l’invito' },
  procedure: (api) => api.ecrf.add,
  request: z.object({
    center_code: filledText(z.string().max(80)),
    centerCode,
    center_id: text(NewPatient.shape.code),
    surname: text(NewPatient.shape.surname),
    name: text(NewPatient.shape.name),
    login_mode: text(NewPatient.shape.loginMode),
    mobile_prefix: filledText(z.string().max(5)),
    mobile: filledText(z.string().max(40)),
    email: filledText(z.string().max(255)),
    birth_date: filledText(z.string().max(40)),
    guardian_surname: filledText(z.string().max(80)),
    guardian_name: filledText(z.string().max(80)),
    guardian_email: filledText(z.string().max(255)),
    guardian_mobile: filledText(z.string().max(40)),
    c_db: optionalFlag(),
    lang,
  }),
  response: z.object({ warnings: z.array(Warning) }),
  errors: ['record_code_in_use', 'rule_email_missing', 'rule_mobile_missing'],
  descriptions,
  example: {
    session: 'uses',
    fields: {
      action: 'ADD_PATIENT',
      center_id: 'RM-9001',
      surname: 'Rossi',
      name: 'Ada',
      login_mode: 'Email',
      email: 'ada.rossi@example.org',
      c_db: 'true',
    },
  },
  toInput: ({
    center_code: ofPatient,
    centerCode: named,
    center_id: code,
    surname,
    name,
    login_mode: loginMode,
    mobile_prefix: mobilePrefix,
    mobile,
    email,
    birth_date: birthDate,
    guardian_surname: guardianSurname,
    guardian_name: guardianName,
    guardian_email: guardianEmail,
    guardian_mobile: guardianMobile,
    c_db: authorised,
  }) => ({
    code,
    surname,
    name,
    loginMode,
    ...((ofPatient ?? named) !== undefined && { centre: ofPatient ?? named }),
    ...(mobilePrefix !== undefined && { mobilePrefix }),
    ...(mobile !== undefined && { mobile }),
    ...(email !== undefined && { email }),
    ...(birthDate !== undefined && { birthDate }),
    ...(guardianSurname !== undefined && { guardianSurname }),
    ...(guardianName !== undefined && { guardianName }),
    ...(guardianEmail !== undefined && { guardianEmail }),
    ...(guardianMobile !== undefined && { guardianMobile }),
    ...(authorised !== undefined && { authorised }),
  }),
  toResponse: ({ warnings }) => ({
    warnings: warnings.map(({ code, message }) => ({ field: 'center_id', code: `warning_${code}`, message })),
  }),
  fieldNames: {
    code: 'center_id',
    loginMode: 'login_mode',
    mobilePrefix: 'mobile_prefix',
    birthDate: 'birth_date',
    guardianSurname: 'guardian_surname',
    guardianName: 'guardian_name',
    guardianEmail: 'guardian_email',
    guardianMobile: 'guardian_mobile',
    authorised: 'c_db',
    centre: 'center_code',
    centerCode: 'center_code',
  },
})

/** The legacy path of the e-CRF (document 2, section 7). */
export const ecrfLegacy: readonly LegacyRoute[] = [list, read, save, add]
