import { z } from 'zod'
import { LanguageInput } from '@registry/api-contract/fields'
import { operationMessages } from '@registry/domain/legacy/messages'
import { mediaTypes, tableFormats } from '@registry/tabular/format'
import type { LegacyShapes } from '../../http/legacy/shape.ts'

const { csv, xlsx, xml } = mediaTypes
const Flag = z.boolean().nullable()

export const centreConsentsShapes: LegacyShapes = {
  '/getConsents': {
    about: operationMessages.getConsents,
    fields: z.object({
      centerCode: z.string().optional(),
      centerPwd: z.string().optional(),
      format: z.enum(['video', ...tableFormats]),
      lang: LanguageInput.optional(),
    }),
    answer: z.object({ rows: z.array(z.object({ CENTER_ID: z.string(), C_DB_M: Flag, C_DB_P: Flag })) }),
    files: [csv, xlsx, xml],
    refusals: ['centre_refused', 'centre_ambiguous', 'too_many_tries', 'format_required', 'format_unknown'],
    example: { fields: { centerCode: 'RM01', centerPwd: 'Thal-Demo-2026-RM01', format: 'json' } },
  },
}
