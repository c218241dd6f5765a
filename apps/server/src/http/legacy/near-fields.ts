import { AppError } from '@registry/domain/error'
import { isNearName } from '@registry/tabular/near-name'
import type { LegacyFields } from './fields.ts'
import type { LegacyRoute } from './route.ts'

/**
 * Rejects a field whose name is nearly one of the operation. A program that sends `dryRun` would otherwise store its file (REQ-IMP-06).
 * Other unknown fields are ignored, as old programs expect.
 * @throws AppError field_name_wrong
 */
export const refuseNearFields = ({ upload, centre, request }: LegacyRoute, fields: LegacyFields): void => {
  if (upload === undefined && !centre) return
  const names = Object.keys(request.shape)
  for (const sent of Object.keys(fields)) {
    if (names.includes(sent) || sent === upload) continue
    const name = names.find((known) => isNearName(sent, known))
    if (name !== undefined) throw new AppError('field_name_wrong', { sent: sent.slice(0, 80), name })
  }
}
