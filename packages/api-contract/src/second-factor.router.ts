import { Done, done } from './fields.ts'
import { CodeOfStaff, Proof, RecoveryCodes, SecondFactorOffer, SecondFactorState } from './second-factor.ts'
import { UserInfo } from './session.ts'
import { can, router } from './trpc.ts'

export const secondFactor = router({
  signIn: can('sign-in', 'login', 'CODE')
    .input(CodeOfStaff)
    .output(UserInfo)
    .mutation(({ ctx, input }) => ctx.secondFactor.signIn(ctx.by, input)),
  state: can('second-factor:own', 'second_factor')
    .output(SecondFactorState)
    .query(({ ctx }) => ctx.secondFactor.state(ctx.by)),
  begin: can('second-factor:own', 'second_factor', 'BEGIN')
    .input(Proof)
    .output(SecondFactorOffer)
    .mutation(({ ctx, input }) => ctx.secondFactor.begin(ctx.by, input)),
  confirm: can('second-factor:own', 'second_factor', 'CONFIRM')
    .input(CodeOfStaff)
    .output(RecoveryCodes)
    .mutation(({ ctx, input }) => ctx.secondFactor.confirm(ctx.by, input)),
  renewCodes: can('second-factor:own', 'second_factor', 'CODES')
    .input(Proof)
    .output(RecoveryCodes)
    .mutation(({ ctx, input }) => ctx.secondFactor.renewCodes(ctx.by, input)),
  remove: can('second-factor:own', 'second_factor', 'REMOVE')
    .input(Proof)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.secondFactor.remove(ctx.by, input)
      return done
    }),
})
