import { z } from 'zod'
import { ConsentDocument, ConsentEvent, CurrentConsents, GivenConsents, Withdrawal } from './consents.ts'
import { Done, done } from './fields.ts'
import { can, router } from './trpc.ts'

export const consents = router({
  information: can('consents:own', 'consent', 'GET')
    .output(ConsentDocument)
    .query(({ ctx }) => ctx.consents.document(ctx.by, 'information')),
  preliminary: can('consents:own', 'consent', 'GET')
    .output(ConsentDocument)
    .query(({ ctx }) => ctx.consents.document(ctx.by, 'preliminary')),
  points: can('consents:own', 'GetConsentPoints')
    .output(ConsentDocument)
    .query(({ ctx }) => ctx.consents.document(ctx.by, 'consents')),
  withdrawalChoices: can('consents:own', 'GetConsentPoints', 'WITHDRAW')
    .output(ConsentDocument)
    .query(({ ctx }) => ctx.consents.document(ctx.by, 'withdrawal')),
  current: can('consents:own', 'GetConsents', '', 'own')
    .output(CurrentConsents)
    .query(({ ctx }) => ctx.consents.current(ctx.by)),
  history: can('consents:own', 'GetConsents', 'HISTORY', 'own')
    .output(z.array(ConsentEvent))
    .query(({ ctx }) => ctx.consents.history(ctx.by)),
  give: can('consents:own', 'UpdateConsents', '', 'own')
    .input(GivenConsents)
    .output(CurrentConsents)
    .mutation(({ ctx, input }) => ctx.consents.give(ctx.by, input)),
  withdraw: can('consents:own', 'UpdateConsents', 'WITHDRAW')
    .input(Withdrawal)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.consents.withdraw(ctx.by, input)
      return done
    }),
})
