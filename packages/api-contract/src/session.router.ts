import { Done, done } from './fields.ts'
import { OwnLanguage, SiteInfo, UserInfo } from './session.ts'
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
  chooseLanguage: can('language:own', 'own_language')
    .input(OwnLanguage)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.sessions.chooseLanguage(ctx.caller, input)
      return done
    }),
})
