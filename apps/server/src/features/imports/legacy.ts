import { Readable } from 'node:stream'
import { z } from 'zod'
import { ImportChanges } from '@registry/api-contract/imports'
import type { Permission } from '@registry/domain/access/permissions'
import { importCommands } from '@registry/domain/imports/columns'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { mediaTypes, tableFormats } from '@registry/tabular/format'
import { readTransaction } from '../../audit/operation.ts'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { createFileResponse } from '../../http/downloads.ts'
import { CentreCredentials } from '../../http/legacy/centre-credentials.ts'
import { legacyOperation, legacyUpload } from '../../http/legacy/declare.ts'
import { choice, format, lang, optionalChoice, optionalFlag } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { uploadReport } from '../../http/legacy/upload-report.ts'
import type { MessageText } from '../../shared/messages.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import { createPatients } from './create-patients.ts'
import type { ImportPlan } from './import-plan.ts'
import { getObservations } from './get-observations.ts'
import { putObservations } from './put-observations.ts'
import { putMedicalData, putPersonalData } from './write-data-domain.ts'
import { buildRejectedRows } from './rejected-rows.ts'
import { formatChanges, formatReport } from './report.ts'
import { runImport } from './run-import.ts'
import { buildTemplate } from './template.ts'

/** Whether an empty cell keeps the stored value or clears it. Nightly files of whole records need the second. */
const emptyField = { empty: optionalChoice(['keep', 'clear'], 'empty_unknown') }

type ImportPath = {
  readonly plan: ImportPlan
  readonly permission: Permission
  readonly summary: MessageText
  readonly upload: string
  readonly exampleFile: string
  readonly fields?: typeof emptyField
}

/** The path of one kind of file, under the name that centres know (REQ-IMP-07). */
const importPath = ({ plan, permission, summary, upload, exampleFile, fields }: ImportPath): LegacyRoute =>
  legacyUpload({
    method: 'POST',
    path: `/${plan.command}`,
    centre: true,
    upload,
    summary,
    permission,
    command: plan.command,
    reads: 'patients',
    request: z.object({
      ...CentreCredentials.shape,
      format: format(tableFormats),
      dry_run: optionalFlag(),
      refused_rows: optionalFlag(),
      ...fields,
      lang,
    }),
    // Only for a person of the centre: programs read no records.
    response: z.object({ ...uploadReport, ...(fields && { changes: ImportChanges.optional() }) }),
    files: Object.values(mediaTypes),
    errors: [
      'centre_refused',
      'centre_suspended',
      'centre_ambiguous',
      'too_many_attempts',
      'busy',
      'file_required',
      'upload_name_missing',
      'upload_two_files',
      'field_name_wrong',
      'basic_authentication_unused',
      'boundary_unmatched',
      'body_compressed',
      'format_required',
      'format_unknown',
      'empty_unknown',
      'file_too_large',
      'file_format_mismatch',
      'file_header_unknown',
      'file_column_near',
      'file_column_none',
      'file_column_missing',
      'upload_incomplete',
      'upload_too_slow',
      'import_took_too_long',
      'import_stopped',
      'upload_space_full',
    ],
    descriptions: { changes: fieldTexts.valueChanges },
    example: {
      fields: { centerCode: 'RM01', centerPwd: 'Thal-Demo-2026-RM01', format: 'csv', dry_run: 'true' },
      file: [upload, exampleFile],
    },
    handle: async (caller, request, { deps, file, progress, stopped }) => {
      const centre = findCallerCentre(caller, request.centerCode)
      const rejectedRows = request.refused_rows ?? false
      const dryRun = rejectedRows || (request.dry_run ?? false)
      const emptyClears = 'empty' in request && request.empty === 'clear'
      const upload = { plan, centre, file, format: request.format, dryRun, emptyClears, progress, stopped }
      const done = await runImport(deps, caller, upload)
      if (rejectedRows) return buildRejectedRows(deps, caller, upload, done)
      await plan.after?.(deps, { centre, newInADay: done.newInADay })
      const changes = done.changes && formatChanges(deps, caller, done.changes, done.referenceValues)
      return { ...(dryRun && { dry_run: true as const }), ...formatReport({ ...deps, ...done }, caller, done), ...(changes && { changes }) }
    },
  })

/** An empty file of an import, with its explanation (REQ-IMP-14). It has no patient data. */
const importTemplate = legacyOperation({
  method: 'GET',
  path: '/importTemplate',
  summary: /*i18n*/ { id: 'api.importTemplate', message: 'Restituisce un file vuoto da compilare, con la spiegazione delle colonne' },
  permission: 'imports:see',
  command: 'importTemplate',
  request: z.object({ command: choice(importCommands, 'field_wrong'), format: format(['csv', 'xlsx']), lang }),
  response: z.object({}),
  files: [mediaTypes.csv, mediaTypes.xlsx],
  errors: ['format_required', 'format_unknown', 'field_required', 'field_wrong'],
  descriptions: { command: fieldTexts.importCommand },
  example: { session: 'uses', fields: { command: 'putMedicalData', format: 'xlsx', lang: 'it' } },
  handle: async (caller, { command, format: fileFormat }, { deps, language }) => {
    const referenceValues = await readTransaction(deps, caller, readReferenceValues)
    const bytes = await buildTemplate(command, fileFormat, { messages: deps.messages, language, referenceValues })
    return createFileResponse(`${command}.${fileFormat}`, mediaTypes[fileFormat], Readable.from([Buffer.from(bytes)]))
  },
})

export const importsLegacy: readonly LegacyRoute[] = [
  importTemplate,
  importPath({
    plan: createPatients,
    permission: 'patients:create',
    summary: /*i18n*/ { id: 'api.createPatients', message: 'Registra i pazienti del centro da un file e invita quelli nuovi' },
    upload: 'PatientsFile',
    exampleFile: 'patients.csv',
  }),
  importPath({
    plan: putPersonalData,
    permission: 'personal-data:import',
    summary: /*i18n*/ { id: 'api.putPersonalData', message: 'Importa i dati anagrafici da un file' },
    upload: 'PersonalDataFile',
    exampleFile: 'personal.csv',
    fields: emptyField,
  }),
  importPath({
    plan: putMedicalData,
    permission: 'medical-data:import',
    summary: /*i18n*/ { id: 'api.putMedicalData', message: 'Importa i dati clinici da un file' },
    upload: 'MedicalDataFile',
    exampleFile: 'medical.csv',
    fields: emptyField,
  }),
  importPath({
    plan: putObservations,
    permission: 'medical-data:import',
    summary: /*i18n*/ { id: 'api.putObservations', message: 'Importa risultati di esami, ognuno con il suo giorno, da un file' },
    upload: 'ObservationsFile',
    exampleFile: 'observations.csv',
  }),
  getObservations,
]
