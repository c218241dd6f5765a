import { z } from 'zod'
import type { Permission } from '@registry/domain/access/permissions'
import { operationMessages } from '@registry/domain/legacy/messages'
import { tableFormats } from '@registry/tabular/format'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { CentreCredentials } from '../../http/legacy/centre-credentials.ts'
import { legacyUpload } from '../../http/legacy/declare.ts'
import { format, lang, optionalFlag } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import type { MessageText } from '../../messages.ts'
import { createPatients } from './create-patients.ts'
import type { ImportPlan } from './import-plan.ts'
import { putMedicalData, putPersonalData } from './put-block.ts'
import { formatReport } from './report.ts'
import { runImport } from './run-import.ts'

const Line = z.object({ row: z.number().int(), key: z.string(), field: z.string().optional(), code: z.string(), message: z.string() })

const Report = z.object({ ok: z.number().int(), ko: z.number().int(), detail: z.array(Line) })

type ImportPath = {
  readonly plan: ImportPlan
  readonly permission: Permission
  readonly summary: MessageText
  readonly upload: string
  readonly exampleFile: string
}

/** The path of one kind of file, under the name that centres know (REQ-IMP-07). */
const importPath = ({ plan, permission, summary, upload, exampleFile }: ImportPath): LegacyRoute =>
  legacyUpload({
    method: 'POST',
    path: `/${plan.command}`,
    centre: true,
    upload,
    summary,
    permission,
    command: plan.command,
    request: z.object({ ...CentreCredentials.shape, format: format(tableFormats), dry_run: optionalFlag(), lang }),
    response: z.object({ report: Report, ...Report.shape }),
    errors: [
      'centre_refused',
      'centre_ambiguous',
      'too_many_attempts',
      'busy',
      'file_required',
      'format_required',
      'format_unknown',
      'file_too_large',
      'file_format_mismatch',
      'file_column_unknown',
      'file_column_missing',
      'upload_incomplete',
      'upload_too_slow',
      'import_took_too_long',
      'upload_space_full',
    ],
    example: {
      fields: { centerCode: 'RM01', centerPwd: 'Thal-Demo-2026-RM01', format: 'csv', dry_run: 'true' },
      file: [upload, exampleFile],
    },
    handle: async (caller, request, { deps, file }) => {
      const centre = findCallerCentre(caller, request.centerCode)
      const done = await runImport(deps, caller, { plan, centre, file, format: request.format, dryRun: request.dry_run ?? false })
      await plan.after?.(deps, { centre, newInADay: done.newInADay })
      return formatReport(deps, caller, done)
    },
  })

export const importsLegacy: readonly LegacyRoute[] = [
  importPath({
    plan: createPatients,
    permission: 'patients:create',
    summary: operationMessages.createPatients,
    upload: 'PatientsFile',
    exampleFile: 'patients.csv',
  }),
  importPath({
    plan: putPersonalData,
    permission: 'personal-data:import',
    summary: operationMessages.putPersonalData,
    upload: 'PersonalDataFile',
    exampleFile: 'personal.csv',
  }),
  importPath({
    plan: putMedicalData,
    permission: 'medical-data:import',
    summary: operationMessages.putMedicalData,
    upload: 'MedicalDataFile',
    exampleFile: 'medical.csv',
  }),
]
