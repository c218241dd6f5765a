import { Done, done } from './fields.ts'
import { StaffCode, Reauthentication, RecoveryCodes, SecondFactorEnrolment, SecondFactorState } from './second-factor.ts'
import { UserInfo } from './session.ts'
import { can, router } from './trpc.ts'

export const secondFactor = router({
  signIn: can('sign-in', 'login', 'CODE')
    .input(StaffCode)
    .output(UserInfo)
    .mutation(({ ctx, input }) => ctx.secondFactor.signIn(ctx.caller, input)),
  state: can('second-factor:own', 'second_factor')
    .output(SecondFactorState)
    .query(({ ctx }) => ctx.secondFactor.state(ctx.caller)),
  begin: can('second-factor:own', 'second_factor', 'BEGIN')
    .input(Reauthentication)
    .output(SecondFactorEnrolment)
    .mutation(({ ctx, input }) => ctx.secondFactor.begin(ctx.caller, input)),
  confirm: can('second-factor:own', 'second_factor', 'CONFIRM')
    .input(StaffCode)
    .output(RecoveryCodes)
    .mutation(({ ctx, input }) => ctx.secondFactor.confirm(ctx.caller, input)),
  renewCodes: can('second-factor:own', 'second_factor', 'CODES')
    .input(Reauthentication)
    .output(RecoveryCodes)
    .mutation(({ ctx, input }) => ctx.secondFactor.renewCodes(ctx.caller, input)),
  remove: can('second-factor:own', 'second_factor', 'REMOVE')
    .input(Reauthentication)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.secondFactor.remove(ctx.caller, input)
      return done
    }),
})
