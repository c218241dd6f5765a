import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { referenceTables as tableNames } from '@registry/domain/reference/tables'
import { Cell, LanguageInput } from './fields.ts'
import { procedure, router } from './trpc.ts'

export const ReferenceQuery = z.strictObject({
  table: z.enum(tableNames, withErrorCode('reference_table_unknown')),
  orderBy: z.string().max(80).optional(),
  language: LanguageInput.optional(),
})
export const ReferenceRow = z.record(z.string(), Cell)

export const ReferenceHistoryQuery = z.strictObject({ table: z.enum(tableNames, withErrorCode('reference_table_unknown')) })
export type ReferenceHistoryQuery = z.infer<typeof ReferenceHistoryQuery>
/** A change of one row: null before an addition, null after a removal (REQ-ADM-16). */
export const ReferenceChange = z.object({
  id: z.number().int(),
  at: z.string(),
  actor: z.string(),
  valueId: z.string(),
  before: ReferenceRow.nullable(),
  after: ReferenceRow.nullable(),
})
export type ReferenceChange = z.infer<typeof ReferenceChange>

export type ReferenceQuery = z.infer<typeof ReferenceQuery>
export type ReferenceRow = z.infer<typeof ReferenceRow>

export const referenceTables = router({
  /** Returns all rows of one table. Patients may read svc_nation and svc_region only (REQ-ADM-05). */
  rows: procedure({ permission: 'reference:read', audit: ['GetConfTable'] })
    .input(ReferenceQuery)
    .query(z.array(ReferenceRow)),
  /** Returns the newest 500 changes of one table, the newest first. */
  history: procedure({ permission: 'reference:write', audit: ['ConfTable', 'HISTORY'] })
    .input(ReferenceHistoryQuery)
    .query(z.array(ReferenceChange)),
})
