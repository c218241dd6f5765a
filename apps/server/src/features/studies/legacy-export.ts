import { z } from 'zod'
import { RunRole } from '@registry/api-contract/saved-filters'
import { StudyId } from '@registry/api-contract/study-id'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { requireLayout } from '../filters/exports/file-layout.ts'
import { formatLegacyRows, layoutErrors, legacyRunAnswer, legacyRunDescriptions, legacyRunFields } from '../filters/exports/legacy-run.ts'
import { resolveRunRole } from '../../auth/run-role.ts'
import { legacyOperation } from '../../http/legacy/declare.ts'
import { filledText, lang, optionalFlag, text } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { exportStudyAgainLegacy } from './export-again.ts'
import { exportStudy } from './export.ts'
import { studies } from './service.ts'

const run = legacyOperation({
  method: 'POST',
  path: '/clinical_study',
  action: 'RUN',
  summary: /*i18n*/ {
    id: 'api.clinical_study_run',
    message:
      'Esporta i partecipanti di uno studio con i loro pseudonimi, sullo schermo o in un file; un file di un DataManager li segna come esportati',
  },
  permission: 'study:export',
  command: 'clinical_study',
  reads: 'patients',
  request: z.object({
    id: text(StudyId),
    ...legacyRunFields,
    center: filledText(z.string().max(80)),
    missing_reasons: optionalFlag().optional(),
    lang,
  }),
  ...legacyRunAnswer,
  errors: [
    'format_required',
    'format_unknown',
    'study_not_found',
    'study_not_active',
    'study_suspended',
    'study_centre_not_approved',
    'filter_broken',
    ...layoutErrors,
    'exports_under_way',
    'busy',
  ],
  descriptions: {
    id: fieldTexts.studyId,
    center: fieldTexts.studyCentre,
    as_role: fieldTexts.studyRole,
    missing_reasons: fieldTexts.exportReasons,
    ...legacyRunDescriptions,
  },
  example: { session: 'uses', fields: { action: 'RUN', id: 'FERRO-1', format: 'csv', as_role: RunRole.enum.DataManager } },
  handle: async (caller, request, call) => {
    const { deps } = call
    const { id, center: centre, missing_reasons: missingReasons = false } = request
    const studyRun = { id, asRole: resolveRunRole(caller, request.as_role), ...(centre !== undefined && { centre }), missingReasons }
    const layout = requireLayout(request.format, request)
    if (request.format !== 'video') return exportStudy(deps, caller, studyRun, { format: request.format, layout, call })
    return formatLegacyRows(await studies(deps).participants(caller, studyRun))
  },
})

export const studyExportLegacy: readonly LegacyRoute[] = [run, exportStudyAgainLegacy]
