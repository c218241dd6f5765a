import { ChangedSettings, Setting } from './settings.ts'
import { can, router } from './trpc.ts'

export const settings = router({
  list: can('settings:administer', 'globalconfig')
    .output(Setting.array())
    .query(({ ctx }) => ctx.settings.list(ctx.caller)),
  change: can('settings:administer', 'globalconfig', 'CHANGE')
    .input(ChangedSettings)
    .output(Setting.array())
    .mutation(({ ctx, input }) => ctx.settings.change(ctx.caller, input)),
})
