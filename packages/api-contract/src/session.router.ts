import { Done, done } from './fields.ts'
import { CentreChoice, OwnLanguage, SiteInfo, UserInfo } from './session.ts'
import { can, router } from './trpc.ts'

export const session = router({
  current: can('session:read', 'get_userinfo', '', 'own')
    .output(UserInfo.nullable())
    .query(({ ctx }) => ctx.sessions.current(ctx.caller)),
  site: can('session:read', 'site')
    .output(SiteInfo)
    .query(({ ctx }) => ctx.sessions.site(ctx.caller)),
  end: can('session:end', 'userlogout')
    .output(Done)
    .mutation(async ({ ctx }) => {
      await ctx.sessions.end(ctx.caller)
      return done
    }),
  chooseCentre: can('centre:choose', 'choose_centre')
    .input(CentreChoice)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.sessions.chooseCentre(ctx.caller, input)
      return done
    }),
  chooseLanguage: can('language:own', 'own_language')
    .input(OwnLanguage)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.sessions.chooseLanguage(ctx.caller, input)
      return done
    }),
})
