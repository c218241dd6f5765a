import { HelpDocument } from '@registry/domain/help/document'
import { AskedHelp } from './help.ts'
import { can, router } from './trpc.ts'

export const help = router({
  page: can('help:read', 'help')
    .input(AskedHelp)
    .output(HelpDocument)
    .query(({ ctx, input }) => ctx.help.page(ctx.caller, input)),
})
