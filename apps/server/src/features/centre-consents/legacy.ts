import type { Caller } from '@registry/api-contract/caller'
import { validationError } from '@registry/domain/error'
import { mediaTypes, tableFormat, type TableFormat } from '@registry/tabular/format'
import { formatRowsInThread } from '@registry/tabular/worker/format-in-thread'
import type { OutputColumn } from '@registry/tabular/write/column'
import type { Deps } from '../../deps.ts'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { createFileResponse } from '../../http/downloads.ts'
import { forCentres, operation, single, type LegacyResponse, type LegacyRoute } from '../../http/legacy/route.ts'
import type { LegacyFields } from '../../http/legacy/fields.ts'
import { readTransaction } from '../../audit/operation.ts'
import { buildReadTrace } from '../../audit/read-trace.ts'

/** What the centre may send of its patient: `true` where an import accepts the rows, so never after a withdrawal (D4, RULE-36). */
type CentreConsent = { readonly CENTER_ID: string; readonly C_DB_M: boolean | null; readonly C_DB_P: boolean | null }

const columns: readonly OutputColumn[] = [
  { name: 'CENTER_ID', type: 'text' },
  { name: 'C_DB_M', type: 'boolean' },
  { name: 'C_DB_P', type: 'boolean' },
]

const listConsents = (deps: Deps, caller: Caller, centre: string): Promise<(CentreConsent & { readonly id: number })[]> =>
  readTransaction(
    deps,
    caller,
    ({ sql }) => sql<(CentreConsent & { id: number })[]>`
      SELECT p.id, i.center_id AS "CENTER_ID",
        p.c_db_no_notification IS NULL AND p.c_db_m AS "C_DB_M", p.c_db_no_notification IS NULL AND p.c_db_p AS "C_DB_P"
      FROM patient p JOIN patient_identity i ON i.patient_id = p.id WHERE p.center_code = ${centre} ORDER BY i.center_id`,
    { centre },
  )

const requireFormat = (fields: LegacyFields): TableFormat => {
  const named = fields.text('format')?.trim().toLowerCase() ?? ''
  const format = tableFormat(named === 'video' ? 'json' : named)
  if (!format) throw validationError({ format: { code: named === '' ? 'format_required' : 'format_unknown' } })
  return format
}

/** A centre's patients and their consents: rows on the spot as JSON, a file in the other formats (spec 2, section 7). */
const list = operation(
  { permission: 'consents:list', command: 'getConsents', action: '', reads: 'patients' },
  async (caller, { deps, fields }): Promise<LegacyResponse> => {
    const format = requireFormat(fields)
    const centre = findCallerCentre(caller, fields.text('centerCode'))
    const found = await listConsents(deps, caller, centre)
    const rows = found.map(({ id: _id, ...row }) => row)
    const read = await buildReadTrace(
      deps.keyedHash,
      `centre ${centre}`,
      found.map(({ id }) => id),
      columns.map(({ name }) => name),
    )
    caller.recordRead(read)
    caller.note(`consents of ${rows.length} patients of ${centre}, ${format}`)
    if (format === 'json') return { rows }
    const cells = rows.map(({ CENTER_ID: code, C_DB_M: medical, C_DB_P: personal }) => [code, medical, personal])
    return createFileResponse(`consensi_${centre}.${format}`, mediaTypes[format], formatRowsInThread(cells, { format, columns }), {
      rows: rows.length,
    })
  },
)

export const centreConsentsLegacy: readonly LegacyRoute[] = [forCentres(single('POST', '/getConsents', list))]
