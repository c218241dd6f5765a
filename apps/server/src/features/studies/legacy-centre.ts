import { z } from 'zod'
import type { Caller } from '@registry/api-contract/caller'
import { StudyId } from '@registry/api-contract/study-id'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { participationStates, studyStates } from '@registry/domain/studies/states'
import { requestedOperations } from '@registry/domain/studies/requested-operation'
import { mediaTypes, tableFormats } from '@registry/tabular/format'
import type { OutputColumn } from '@registry/tabular/write/column'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { buildReadTrace } from '../../audit/read-trace.ts'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { CentreCredentials } from '../../http/legacy/centre-credentials.ts'
import { legacyOperation, legacyUpload } from '../../http/legacy/declare.ts'
import { format, lang, optionalFlag, optionalFormat, optionalText, text } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { uploadReport } from '../../http/legacy/upload-report.ts'
import { buildRowsFile, findFileFormat } from '../../http/legacy/rows-file.ts'
import { listCandidateColumns, listCandidateRows, retrieveCandidates } from './candidates.ts'
import { formatStudyRow, sortStudies } from './format-study.ts'
import { putStudyPatients } from './put-patients.ts'
import { listStudyRows } from './queries.ts'
import { findStudyFilter } from './study-filter.ts'

const credentials = { ...CentreCredentials.shape, lang }
const credentialErrors = [
  'centre_refused',
  'centre_suspended',
  'centre_ambiguous',
  'too_many_attempts',
  'format_required',
  'format_unknown',
] as const
const files = [mediaTypes.csv, mediaTypes.xlsx, mediaTypes.xml]
const exampleCentre = { centerCode: 'RM01', centerPwd: 'Thal-Demo-2026-RM01' }

const StudyOfCentre = z.object({
  StudyCode: z.string(),
  title: z.string(),
  status: z.enum(studyStates),
  main_center: z.string(),
  end_enrollment_date: z.string().nullable(),
  /** The decision of the caller's centre. */
  ethics_committee_approval: z.boolean().nullable(),
  operation: z.enum(requestedOperations).nullable(),
})

const studyColumns: readonly OutputColumn[] = [
  { name: 'StudyCode', type: 'text' },
  { name: 'title', type: 'text' },
  { name: 'status', type: 'text' },
  { name: 'main_center', type: 'text' },
  { name: 'end_enrollment_date', type: 'date' },
  { name: 'ethics_committee_approval', type: 'boolean' },
  { name: 'operation', type: 'text' },
]

const listStudiesOfCentre = async (deps: Deps, caller: Caller, centre: string): Promise<z.infer<typeof StudyOfCentre>[]> => {
  const stored = await readTransaction(deps, caller, listStudyRows, { centre })
  const rows = stored.map((study) => formatStudyRow(study, { asRole: 'CenterAdmin', centre }, caller, formatItalianDay(deps.clock())))
  return sortStudies(rows).map(({ id, title, status, mainCentre, endDate, enrolledCentres, ops }) => ({
    StudyCode: id,
    title,
    status,
    main_center: mainCentre.id,
    end_enrollment_date: endDate,
    ethics_committee_approval: enrolledCentres.find((one) => one.id === centre)?.approved ?? null,
    operation: ops[0] ?? null,
  }))
}

const getStudies = legacyOperation({
  method: 'POST',
  path: '/getStudies',
  centre: true,
  summary: /*i18n*/ { id: 'api.getStudies', message: 'Elenca gli studi clinici per il centro' },
  permission: 'study:candidates',
  command: 'getStudies',
  request: z.object({ ...credentials, format: optionalFormat(['video', ...tableFormats]) }),
  response: z.object({ rows: z.array(StudyOfCentre) }),
  files,
  errors: credentialErrors,
  example: { fields: { ...exampleCentre, format: 'json' } },
  handle: async (caller, request, { deps }) => {
    const centre = findCallerCentre(caller, request.centerCode)
    const rows = await listStudiesOfCentre(deps, caller, centre)
    caller.note(`${rows.length} studies for ${centre}`)
    const fileFormat = findFileFormat(request.format ?? 'json')
    return fileFormat ? buildRowsFile({ name: `studi_${centre}`, format: fileFormat, columns: studyColumns }, rows) : { rows }
  },
})

const StudyPatient = z.object({
  StudyCode: z.string(),
  center_id: z.string(),
  name: z.string(),
  surname: z.string(),
  approved: z.boolean().nullable(),
  study_patient_status: z.enum(participationStates).nullable(),
})

const patientColumns: readonly OutputColumn[] = [
  { name: 'StudyCode', type: 'text' },
  { name: 'center_id', type: 'text' },
  { name: 'name', type: 'text' },
  { name: 'surname', type: 'text' },
  { name: 'approved', type: 'boolean' },
  { name: 'study_patient_status', type: 'text' },
]

const getStudyPatients = legacyOperation({
  method: 'POST',
  path: '/getStudyPatients',
  centre: true,
  summary: /*i18n*/ {
    id: 'api.getStudyPatients',
    message: 'Ricalcola i candidati del centro per uno studio e li restituisce con la decisione e la risposta',
  },
  permission: 'study:candidates',
  command: 'getStudyPatients',
  reads: 'patients',
  request: z.object({
    ...credentials,
    format: format(['video', ...tableFormats]),
    StudyCode: text(StudyId),
    password: optionalText(z.string()),
  }),
  response: z.object({ rows: z.array(StudyPatient) }),
  files,
  errors: [
    ...credentialErrors,
    'study_id_required',
    'study_not_found',
    'study_centre_not_approved',
    'reauthentication_required',
    'password_wrong',
  ],
  descriptions: { StudyCode: fieldTexts.studyId, password: fieldTexts.userPassword },
  example: { fields: { ...exampleCentre, format: 'json', StudyCode: 'FERRO-1' } },
  handle: async (caller, request, { deps }) => {
    const centre = findCallerCentre(caller, request.centerCode)
    const { StudyCode: id } = request
    // A program of the centre has sent the centre's password (REQ-ACC-21).
    if (request.format !== 'video' && caller.actor.kind === 'staff') await deps.reauthenticate(caller, request.password)
    const fileFormat = findFileFormat(request.format)
    const found = await writeTransaction(
      deps,
      caller,
      async (tx) => {
        await retrieveCandidates(tx, caller, { id, centre }, formatItalianDay(deps.clock()))
        const candidates = await listCandidateRows(tx, centre, id)
        const patients = candidates.map(({ patient_id }) => patient_id)
        const read = listCandidateColumns(await findStudyFilter(tx, id))
        const trace = await buildReadTrace(deps.keyedHash, `study ${id}, centre ${centre}`, patients, read)
        caller.recordRead({ ...trace, ...(fileFormat && { file: true }) })
        return candidates
      },
      { centre },
    )
    const rows = found.map(({ centrePatientCode, name, surname, approved, status }) => ({
      StudyCode: id,
      center_id: centrePatientCode,
      name,
      surname,
      approved,
      study_patient_status: status,
    }))
    return fileFormat ? buildRowsFile({ name: `pazienti_studio_${centre}`, format: fileFormat, columns: patientColumns }, rows) : { rows }
  },
})

const putPatients = legacyUpload({
  method: 'POST',
  path: '/putStudyPatients',
  centre: true,
  upload: 'FileStudyPatients',
  summary: /*i18n*/ { id: 'api.putStudyPatients', message: 'Registra le decisioni del centro sui candidati da un file' },
  permission: 'study:candidates',
  command: 'putStudyPatients',
  request: z.object({ ...credentials, format: format(tableFormats), dry_run: optionalFlag() }),
  response: z.object(uploadReport),
  errors: [
    ...credentialErrors,
    'busy',
    'file_required',
    'file_too_large',
    'file_format_mismatch',
    'file_header_unknown',
    'file_column_near',
    'file_column_missing',
    'upload_incomplete',
    'import_stopped',
  ],
  example: { fields: { ...exampleCentre, format: 'csv', dry_run: 'true' }, file: ['FileStudyPatients', 'study-patients.csv'] },
  handle: async (caller, request, { deps, file, progress, stopped }) => {
    const centre = findCallerCentre(caller, request.centerCode)
    const { ok, ko, entries } = await putStudyPatients(deps, caller, {
      centre,
      file,
      format: request.format,
      dryRun: request.dry_run ?? false,
      progress,
      stopped,
    })
    const detail = entries.map(({ row, key, field, detail: error, warning }) => ({
      row,
      key: key.slice(0, 80),
      ...(field !== undefined && { field }),
      code: warning ? `warning_${error.code}` : error.code,
      message: deps.messages.formatError(error, caller.language),
    }))
    const report = { ok, ko, detail }
    return { ...(request.dry_run && { dry_run: true as const }), report, ...report }
  },
})

export const studyCentreLegacy: readonly LegacyRoute[] = [getStudies, getStudyPatients, putPatients]
