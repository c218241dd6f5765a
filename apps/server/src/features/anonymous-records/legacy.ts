import { z } from 'zod'
import { anonymousColumnNames, type AnonymousColumn } from '@registry/domain/consent/anonymous-record'
import { AppError } from '@registry/domain/error'
import { mediaTypes, tableFormats } from '@registry/tabular/format'
import type { OutputColumn } from '@registry/tabular/write/column'
import type { Transaction } from '@registry/db/transaction'
import { readTransaction } from '../../audit/operation.ts'
import { legacyOperation } from '../../http/legacy/declare.ts'
import { format, lang } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { buildRowsFile, findFileFormat } from '../../http/legacy/rows-file.ts'

const cell = z.string().nullable()
/** The ten classes. A class that was too fine for the group is null. */
const AnonymousRow = z.object({
  SEX: cell,
  AGE_GROUP: cell,
  AREA: cell,
  DISEASE: cell,
  TRANSFUSION_DEPENDENT: cell,
  SPLENECTOMY: cell,
  VITAL_STATUS: cell,
  FERRITIN: cell,
  CARDIAC_T2: cell,
  COMPLICATIONS: cell,
} satisfies Record<AnonymousColumn, typeof cell>)

const columns: readonly OutputColumn[] = anonymousColumnNames.map((name) => ({ name, type: 'text' }))

/** Sorted by value, because the order of the table follows the publications. */
const selectRecords = ({ sql }: Transaction) => sql<z.infer<typeof AnonymousRow>[]>`
  SELECT sex AS "SEX", age_group AS "AGE_GROUP", area AS "AREA", disease AS "DISEASE", transfusion_dependent AS "TRANSFUSION_DEPENDENT",
    splenectomy AS "SPLENECTOMY", vital_status AS "VITAL_STATUS", ferritin AS "FERRITIN", cardiac_t2 AS "CARDIAC_T2", complications AS "COMPLICATIONS"
  FROM anonymous_record ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`

/** The published records of people who withdrew, for readers of all centres (REQ-CON-08). They identify no person. */
const listAnonymousRecords = legacyOperation({
  method: 'GET',
  path: '/anonymous_records',
  summary: /*i18n*/ {
    id: 'api.anonymous_records',
    message: 'Restituisce le schede anonime pubblicate di chi si è ritirato, a un DataManager di tutti i centri',
  },
  permission: 'anonymous-records:read',
  command: 'anonymous_records',
  request: z.object({ format: format(['video', ...tableFormats]), lang }),
  response: z.object({ rows: z.array(AnonymousRow) }),
  files: [mediaTypes.csv, mediaTypes.xlsx, mediaTypes.xml],
  errors: ['format_required', 'format_unknown'],
  example: { session: 'uses', fields: { format: 'csv' } },
  handle: async (caller, request, { deps }) => {
    const rows = await readTransaction(
      deps,
      caller,
      async (tx) => {
        const [reader] = await tx.sql<{ reads: boolean }[]>`SELECT reads_anonymous_records() AS reads`
        if (!reader?.reads) throw new AppError('permission_denied')
        return selectRecords(tx)
      },
      { asRole: 'DataManager' },
    )
    caller.note(`${rows.length} anonymous records`)
    const fileFormat = findFileFormat(request.format)
    return fileFormat ? buildRowsFile({ name: 'schede_anonime', format: fileFormat, columns }, rows) : { rows: [...rows] }
  },
})

export const anonymousRecordsLegacy: readonly LegacyRoute[] = [listAnonymousRecords]
