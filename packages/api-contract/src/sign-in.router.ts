import { Done, done } from './fields.ts'
import { UserInfo } from './session.ts'
import {
  CodeAnswer,
  CodeSent,
  ConfirmedReturn,
  Forgotten,
  ForgottenByPatient,
  InvitationAnswer,
  LinkState,
  NewPassword,
  OpenedLink,
  PasswordRules,
  PatientCredentials,
  StaffCredentials,
} from './sign-in.ts'
import { can, router } from './trpc.ts'

export const signIn = router({
  staff: can('sign-in', 'login')
    .input(StaffCredentials)
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
  forgottenByStaff: can('sign-in', 'forgottenpassword')
    .input(Forgotten)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.signIn.forgottenByStaff(ctx.by, input)
      return done
    }),
  forgottenByPatient: can('sign-in', 'forgottenpasswordpatient')
    .input(ForgottenByPatient)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.signIn.forgottenByPatient(ctx.by, input)
      return done
    }),
  openLink: can('sign-in', 'checkexpiredpasswordpatient')
    .input(OpenedLink)
    .output(LinkState)
    .mutation(({ ctx, input }) => ctx.signIn.openLink(ctx.by, input)),
  confirmReturn: can('sign-in', 'confirmReturn')
    .input(ConfirmedReturn)
    .output(LinkState)
    .mutation(({ ctx, input }) => ctx.signIn.confirmReturn(ctx.by, input)),
  answerInvitation: can('invitation:answer', 'answerInvitation')
    .input(InvitationAnswer)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.signIn.answerInvitation(ctx.by, input)
      return done
    }),
  passwordRules: can('password:choose', 'userchangepassword', 'RULES')
    .output(PasswordRules)
    .query(({ ctx }) => ctx.signIn.passwordRules(ctx.by)),
  changePassword: can('password:choose', 'userchangepassword')
    .input(NewPassword)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.signIn.changePassword(ctx.by, input)
      return done
    }),
})
