import { z } from 'zod'
import type { Caller } from '@registry/api-contract/caller'
import { mediaTypes, tableFormats } from '@registry/tabular/format'
import type { OutputColumn } from '@registry/tabular/write/column'
import { readTransaction } from '../../audit/operation.ts'
import { buildReadTrace } from '../../audit/read-trace.ts'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import type { Deps } from '../../app/deps.ts'
import { CentreCredentials } from '../../http/legacy/centre-credentials.ts'
import { legacyOperation } from '../../http/legacy/declare.ts'
import { format, lang } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { buildRowsFile, findFileFormat } from '../../http/legacy/rows-file.ts'

const Flag = z.boolean().nullable()

/**
 * The data that the centre may send about a patient: `true` where an import accepts the rows. It is never `true` after a withdrawal
 * (RULE-36).
 */
const CentreConsent = z.object({ CENTER_ID: z.string(), C_DB_M: Flag, C_DB_P: Flag })
type CentreConsent = z.infer<typeof CentreConsent>

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
      SELECT p.id, i.centre_patient_code AS "CENTER_ID",
        p.c_db_no_notification IS NULL AND p.c_db_m AS "C_DB_M", p.c_db_no_notification IS NULL AND p.c_db_p AS "C_DB_P"
      FROM patient p JOIN patient_identity i ON i.patient_id = p.id WHERE p.centre_code = ${centre} ORDER BY i.centre_patient_code`,
    { centre },
  )

/** The patients of a centre and their consents: rows with `json` and `video`, otherwise a file (REQ-IMP-07). */
const getConsents = legacyOperation({
  method: 'POST',
  path: '/getConsents',
  centre: true,
  summary: /*i18n*/ { id: 'api.getConsents', message: 'Restituisce i consensi di ogni paziente del centro' },
  permission: 'consents:list',
  command: 'getConsents',
  reads: 'patients',
  request: z.object({ ...CentreCredentials.shape, format: format(['video', ...tableFormats]), lang }),
  response: z.object({ rows: z.array(CentreConsent) }),
  files: [mediaTypes.csv, mediaTypes.xlsx, mediaTypes.xml],
  errors: ['centre_refused', 'centre_suspended', 'centre_ambiguous', 'too_many_attempts', 'format_required', 'format_unknown'],
  example: { fields: { centerCode: 'RM01', centerPwd: 'Thal-Demo-2026-RM01', format: 'json' } },
  handle: async (caller, request, { deps }) => {
    const centre = findCallerCentre(caller, request.centerCode)
    const fileFormat = findFileFormat(request.format)
    const found = await listConsents(deps, caller, centre)
    const rows = found.map(({ id: _id, ...row }) => row)
    const read = await buildReadTrace(
      deps.keyedHash,
      `centre ${centre}`,
      found.map(({ id }) => id),
      columns.map(({ name }) => name),
    )
    caller.recordRead({ ...read, ...(fileFormat && { file: true }) })
    caller.note(`consents of ${rows.length} patients of ${centre}, ${fileFormat ?? 'json'}`)
    return fileFormat ? buildRowsFile({ name: `consensi_${centre}`, format: fileFormat, columns }, rows) : { rows }
  },
})

export const centreConsentsLegacy: readonly LegacyRoute[] = [getConsents]
