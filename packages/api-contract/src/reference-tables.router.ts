import { z } from 'zod'
import { ReferenceQuery, ReferenceRow } from './reference-tables.ts'
import { can, router } from './trpc.ts'

export const referenceTables = router({
  rows: can('reference:read', 'GetConfTable')
    .input(ReferenceQuery)
    .output(z.array(ReferenceRow))
    .query(({ ctx, input }) => ctx.referenceTables.rows(ctx.caller, input)),
})
