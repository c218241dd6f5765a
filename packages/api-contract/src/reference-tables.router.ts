import { z } from 'zod'
import { ReferenceChange, ReferenceHistoryQuery, ReferenceQuery, ReferenceRow } from './reference-tables.ts'
import { can, router } from './trpc.ts'

export const referenceTables = router({
  rows: can('reference:read', 'GetConfTable')
    .input(ReferenceQuery)
    .output(z.array(ReferenceRow))
    .query(({ ctx, input }) => ctx.referenceTables.rows(ctx.caller, input)),
  history: can('reference:write', 'ConfTable', 'HISTORY')
    .input(ReferenceHistoryQuery)
    .output(z.array(ReferenceChange))
    .query(({ ctx, input }) => ctx.referenceTables.history(ctx.caller, input)),
})
