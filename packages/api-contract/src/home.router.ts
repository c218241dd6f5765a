import { Done, done } from './fields.ts'
import { ConfirmedDeletions, DataUsePage, DataUseSelection, PatientHome, StaffHome } from './home.ts'
import { can, router } from './trpc.ts'

export const home = router({
  staff: can('home:staff', 'home', 'STAFF', 'counts')
    .output(StaffHome)
    .query(({ ctx }) => ctx.home.staff(ctx.caller)),
  patient: can('home:patient', 'home', 'PATIENT', 'own')
    .output(PatientHome)
    .query(({ ctx }) => ctx.home.patient(ctx.caller)),
  dataUses: can('home:patient', 'home', 'USES', 'own')
    .input(DataUseSelection)
    .output(DataUsePage)
    .query(({ ctx, input }) => ctx.home.dataUses(ctx.caller, input)),
  confirmDeletions: can('deletion-request:confirm', 'home', 'CONFIRM_DELETION')
    .input(ConfirmedDeletions)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.home.confirmDeletions(ctx.caller, input)
      return done
    }),
})
