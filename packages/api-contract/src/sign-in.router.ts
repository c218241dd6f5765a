import { Done, done } from './fields.ts'
import { UserInfo } from './session.ts'
import { CodeAnswer, CodeSent, Credentials, LinkState, NewPassword, OpenedLink, PatientCredentials } from './sign-in.ts'
import { can, router } from './trpc.ts'

export const signIn = router({
  staff: can('sign-in', 'login')
    .input(Credentials)
    .output(UserInfo)
    .mutation(({ ctx, input }) => ctx.signIn.staff(ctx.by, input)),
  requestCode: can('sign-in', 'otp')
    .input(PatientCredentials)
    .output(CodeSent)
    .mutation(({ ctx, input }) => ctx.signIn.requestCode(ctx.by, input)),
  withCode: can('sign-in', 'otplogin', '', 'own')
    .input(CodeAnswer)
    .output(UserInfo)
    .mutation(({ ctx, input }) => ctx.signIn.withCode(ctx.by, input)),
  openLink: can('sign-in', 'checkexpiredpasswordpatient')
    .input(OpenedLink)
    .output(LinkState)
    .mutation(({ ctx, input }) => ctx.signIn.openLink(ctx.by, input)),
  changePassword: can('password:choose', 'userchangepassword')
    .input(NewPassword)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.signIn.changePassword(ctx.by, input)
      return done
    }),
})
