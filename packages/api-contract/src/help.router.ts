import { HelpDocument } from '@registry/domain/help/document'
import { HelpQuery } from './help.ts'
import { can, router } from './trpc.ts'

export const help = router({
  page: can('help:read', 'help')
    .input(HelpQuery)
    .output(HelpDocument)
    .query(({ ctx, input }) => ctx.help.page(ctx.caller, input)),
})
