import { Centre, CentreAction, CentreName, CentreOptions, CentreQuery, ChangedCentre, NewCentre } from './centres.ts'
import { can, router } from './trpc.ts'

export const centres = router({
  names: can('centres:list', 'list_center')
    .output(CentreName.array())
    .query(({ ctx }) => ctx.centres.names(ctx.caller)),
  list: can('centres:administer', 'center_admin', 'LIST')
    .output(Centre.array())
    .query(({ ctx }) => ctx.centres.list(ctx.caller)),
  detail: can('centres:administer', 'center_admin', 'GET')
    .input(CentreQuery)
    .output(Centre)
    .query(({ ctx, input }) => ctx.centres.detail(ctx.caller, input.id)),
  options: can('centres:administer', 'center_admin', 'OPTIONS')
    .output(CentreOptions)
    .query(({ ctx }) => ctx.centres.options(ctx.caller)),
  create: can('centres:administer', 'center_admin', 'ADD')
    .input(NewCentre)
    .output(Centre)
    .mutation(({ ctx, input }) => ctx.centres.create(ctx.caller, input)),
  change: can('centres:administer', 'center_admin', 'CHANGE')
    .input(ChangedCentre)
    .output(Centre)
    .mutation(({ ctx, input }) => ctx.centres.change(ctx.caller, input)),
  suspend: can('centres:administer', 'center_admin', 'SUSPEND')
    .input(CentreAction)
    .output(Centre)
    .mutation(({ ctx, input }) => ctx.centres.suspend(ctx.caller, input)),
  reactivate: can('centres:administer', 'center_admin', 'REACTIVATE')
    .input(CentreAction)
    .output(Centre)
    .mutation(({ ctx, input }) => ctx.centres.reactivate(ctx.caller, input)),
  remove: can('centres:administer', 'center_admin', 'DELETE')
    .input(CentreAction)
    .output(Centre)
    .mutation(({ ctx, input }) => ctx.centres.remove(ctx.caller, input)),
  restore: can('centres:administer', 'center_admin', 'RESTORE')
    .input(CentreAction)
    .output(Centre)
    .mutation(({ ctx, input }) => ctx.centres.restore(ctx.caller, input)),
})
