import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { observationColumns } from '@registry/domain/imports/columns'
import { findAnalyte } from '@registry/domain/observations/analytes'
import { mediaTypes, tableFormats } from '@registry/tabular/format'
import type { OutputColumn } from '@registry/tabular/write/column'
import type { Transaction } from '@registry/db/transaction'
import { readTransaction } from '../../audit/operation.ts'
import { buildReadTrace } from '../../audit/read-trace.ts'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { CentreCredentials } from '../../http/legacy/centre-credentials.ts'
import { legacyOperation } from '../../http/legacy/declare.ts'
import { format, lang, optionalText } from '../../http/legacy/fields.ts'
import { buildRowsFile, findFileFormat } from '../../http/legacy/rows-file.ts'

/** A present result, as it was sent. */
const SentResult = z.object({
  CENTER_ID: z.string(),
  ANALYTE: z.string(),
  VALUE: z.number(),
  UNIT: z.string(),
  TAKEN_ON: z.string(),
  COMPARATOR: z.string().nullable(),
  SAMPLE_ID: z.string().nullable(),
})
type SentResult = z.infer<typeof SentResult>

const columns: readonly OutputColumn[] = observationColumns.map((name) => ({
  name,
  type: name === 'VALUE' ? 'number' : name === 'TAKEN_ON' ? 'date' : 'text',
}))

/** Row security omits patients without consent. A day means the results that were recorded on it or later. */
const listResults = ({ sql }: Transaction, centre: string, since: string | undefined) => sql<(SentResult & { readonly id: number })[]>`
  SELECT result.patient_id AS id, identity.centre_patient_code AS "CENTER_ID", result.analyte AS "ANALYTE", result.value AS "VALUE", result.unit AS "UNIT",
    result.taken_on AS "TAKEN_ON", result.comparator AS "COMPARATOR", result.sample AS "SAMPLE_ID"
  FROM observation AS result JOIN patient_identity AS identity USING (patient_id)
  WHERE result.centre_code = ${centre} AND result.ended_at IS NULL
    ${since === undefined ? sql`` : sql`AND result.recorded_at >= ${since}::date::timestamp AT TIME ZONE 'Europe/Rome'`}
  ORDER BY identity.centre_patient_code, result.analyte, result.taken_on, result.id`

/** The present results of the centre's patients with the columns of `putObservations`: rows with `json` and `video`, otherwise a file (REQ-OBS-08). */
export const getObservations = legacyOperation({
  method: 'POST',
  path: '/getObservations',
  centre: true,
  summary: /*i18n*/ {
    id: 'api.getObservations',
    message: 'Restituisce i risultati degli esami dei pazienti del centro, come sono stati inviati',
  },
  permission: 'medical-data:import',
  command: 'getObservations',
  reads: 'patients',
  request: z.object({
    ...CentreCredentials.shape,
    format: format(['video', ...tableFormats]),
    since: optionalText(z.iso.date(withErrorCode('value_date_invalid'))),
    lang,
  }),
  response: z.object({ rows: z.array(SentResult) }),
  files: [mediaTypes.csv, mediaTypes.xlsx, mediaTypes.xml],
  errors: ['centre_refused', 'centre_suspended', 'centre_ambiguous', 'too_many_attempts', 'format_required', 'format_unknown'],
  example: { fields: { centerCode: 'RM01', centerPwd: 'Thal-Demo-2026-RM01', format: 'json' } },
  handle: async (caller, request, { deps }) => {
    const centre = findCallerCentre(caller, request.centerCode)
    const fileFormat = findFileFormat(request.format)
    const found = await readTransaction(deps, caller, (tx) => listResults(tx, centre, request.since), { centre })
    const patients = [...new Set(found.map(({ id }) => id))]
    const analytes = [...new Set(found.flatMap(({ ANALYTE }) => findAnalyte(ANALYTE)?.field.name ?? []))]
    const read = await buildReadTrace(deps.keyedHash, `centre ${centre}`, patients, ['CENTER_ID', ...analytes])
    caller.recordRead({ ...read, ...(fileFormat && { file: true }) })
    caller.note(`${found.length} results of ${centre}, ${fileFormat ?? 'json'}`)
    const rows = found.map(({ id: _id, ...row }) => row)
    return fileFormat ? buildRowsFile({ name: `esami_${centre}`, format: fileFormat, columns }, rows) : { rows }
  },
})
