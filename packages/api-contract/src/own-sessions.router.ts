import { z } from 'zod'
import { Done, done } from './fields.ts'
import { DraftKeys, EndedSession, OwnSession } from './own-sessions.ts'
import { Reauthentication } from './second-factor.ts'
import { can, router } from './trpc.ts'

export const ownSessions = router({
  list: can('sessions:own', 'own_sessions')
    .output(z.array(OwnSession))
    .query(({ ctx }) => ctx.ownSessions.list(ctx.caller)),
  draftKeys: can('sessions:own', 'own_sessions', 'DRAFT_KEYS')
    .output(DraftKeys)
    .query(({ ctx }) => ctx.ownSessions.draftKeys(ctx.caller)),
  end: can('sessions:own', 'own_sessions', 'END')
    .input(EndedSession)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.ownSessions.end(ctx.caller, input)
      return done
    }),
  endAll: can('sessions:own', 'own_sessions', 'END_ALL')
    .input(Reauthentication)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.ownSessions.endAll(ctx.caller, input)
      return done
    }),
})
