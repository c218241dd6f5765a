import { Done, done } from './fields.ts'
import { UserInfo } from './session.ts'
import {
  CodeAnswer,
  CodeSent,
  ConfirmedReregistration,
  ForgottenPassword,
  ForgottenPasswordOfPatient,
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
    .mutation(({ ctx, input }) => ctx.signIn.staff(ctx.caller, input)),
  requestCode: can('sign-in', 'otp')
    .input(PatientCredentials)
    .output(CodeSent)
    .mutation(({ ctx, input }) => ctx.signIn.requestCode(ctx.caller, input)),
  withCode: can('sign-in', 'otplogin', '', 'own')
    .input(CodeAnswer)
    .output(UserInfo)
    .mutation(({ ctx, input }) => ctx.signIn.withCode(ctx.caller, input)),
  forgottenByStaff: can('sign-in', 'forgottenpassword')
    .input(ForgottenPassword)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.signIn.forgottenByStaff(ctx.caller, input)
      return done
    }),
  forgottenByPatient: can('sign-in', 'forgottenpasswordpatient')
    .input(ForgottenPasswordOfPatient)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.signIn.forgottenByPatient(ctx.caller, input)
      return done
    }),
  openLink: can('sign-in', 'checkexpiredpasswordpatient')
    .input(OpenedLink)
    .output(LinkState)
    .mutation(({ ctx, input }) => ctx.signIn.openLink(ctx.caller, input)),
  confirmReregistration: can('sign-in', 'confirmReregistration')
    .input(ConfirmedReregistration)
    .output(LinkState)
    .mutation(({ ctx, input }) => ctx.signIn.confirmReregistration(ctx.caller, input)),
  answerInvitation: can('invitation:answer', 'answerInvitation')
    .input(InvitationAnswer)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.signIn.answerInvitation(ctx.caller, input)
      return done
    }),
  passwordRules: can('password:choose', 'userchangepassword', 'RULES')
    .output(PasswordRules)
    .query(({ ctx }) => ctx.signIn.passwordRules(ctx.caller)),
  changePassword: can('password:choose', 'userchangepassword')
    .input(NewPassword)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.signIn.changePassword(ctx.caller, input)
      return done
    }),
})
