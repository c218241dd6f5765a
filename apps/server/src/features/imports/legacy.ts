import type { Permission } from '@registry/domain/access/permissions'
import { validationError } from '@registry/domain/error'
import { tableFormat, type TableFormat } from '@registry/tabular/format'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { forCentres, operation, requireFile, upload, type LegacyRoute } from '../../http/legacy/route.ts'
import type { LegacyFields } from '../../http/legacy/fields.ts'
import { createPatients } from './create-patients.ts'
import { runImport } from './run-import.ts'
import type { ImportPlan } from './import-plan.ts'
import { putMedicalData, putPersonalData } from './put-block.ts'
import { formatReport } from './report.ts'

const formatOf = (fields: LegacyFields): TableFormat => {
  const named = fields.text('format')?.trim() ?? ''
  const format = tableFormat(named)
  if (!format) throw validationError({ format: { code: named === '' ? 'format_required' : 'format_unknown' } })
  return format
}

/** The path of one kind of file, under the name that centres know (spec 2, section 7). The file may come under any name, as PatientsFile or another. */
const path = (plan: ImportPlan, permission: Permission, fileField: string): LegacyRoute =>
  forCentres(
    upload(
      `/${plan.command}`,
      operation({ permission, command: plan.command, action: '' }, async (caller, call) => {
        const { deps, fields } = call
        const centre = findCallerCentre(caller, fields.text('centerCode'))
        const request = {
          plan,
          centre,
          file: requireFile(call, fileField),
          format: formatOf(fields),
          dryRun: fields.flag('dry_run') ?? false,
        }
        const done = await runImport(deps, caller, request)
        await plan.after?.(deps, { centre, newInADay: done.newInADay })
        return formatReport(deps, caller, done)
      }),
    ),
  )

export const importsLegacy: readonly LegacyRoute[] = [
  path(createPatients, 'patients:create', 'PatientsFile'),
  path(putPersonalData, 'personal-data:import', 'PersonalDataFile'),
  path(putMedicalData, 'medical-data:import', 'MedicalDataFile'),
]
