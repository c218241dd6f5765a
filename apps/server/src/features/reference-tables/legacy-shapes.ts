import { z } from 'zod'
import { LanguageInput } from '@registry/api-contract/fields'
import { ReferenceRow } from '@registry/api-contract/reference-tables'
import { operationMessages } from '@registry/domain/legacy/messages'
import { referenceTables } from '@registry/domain/reference/tables'
import { mediaTypes, tableFormats } from '@registry/tabular/format'
import type { LegacyShapes } from '../../http/legacy/shape.ts'

const { csv, xlsx, xml } = mediaTypes

export const referenceTablesShapes: LegacyShapes = {
  '/admin/GetConfTable': {
    about: operationMessages.GetConfTable,
    fields: z.object({
      table_name: z.enum(referenceTables),
      format: z.enum(['video', ...tableFormats]).optional(),
      inline: z.boolean().optional(),
      orderby: z.string().optional(),
      lang: LanguageInput.optional(),
    }),
    answer: z.object({ rows: z.array(ReferenceRow) }),
    files: [csv, xlsx, xml],
    refusals: ['reference_table_unknown', 'format_unknown', 'column_unknown'],
    example: { session: 'uses', fields: { table_name: 'svc_region', format: 'json' } },
  },
}
