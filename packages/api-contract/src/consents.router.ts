import { z } from 'zod'
import {
  ConsentDocument,
  ConsentEvent,
  ReconsentRequest,
  CurrentConsents,
  GivenConsents,
  LedgerEntry,
  Withdrawal,
  Withdrawn,
} from './consents.ts'
import { can, router } from './trpc.ts'

export const consents = router({
  information: can('consents:own', 'consent', 'GET')
    .output(ConsentDocument)
    .query(({ ctx }) => ctx.consents.document(ctx.caller, 'information')),
  preliminary: can('consents:own', 'consent', 'GET')
    .output(ConsentDocument)
    .query(({ ctx }) => ctx.consents.document(ctx.caller, 'preliminary')),
  points: can('consents:own', 'GetConsentPoints')
    .output(ConsentDocument)
    .query(({ ctx }) => ctx.consents.document(ctx.caller, 'consents')),
  withdrawalChoices: can('consents:own', 'GetConsentPoints', 'WITHDRAW')
    .output(ConsentDocument)
    .query(({ ctx }) => ctx.consents.document(ctx.caller, 'withdrawal')),
  current: can('consents:own', 'GetConsents', '', 'own')
    .output(CurrentConsents)
    .query(({ ctx }) => ctx.consents.current(ctx.caller)),
  answered: can('consents:own', 'GetConsentPoints', 'ANSWERED')
    .output(ConsentDocument.nullable())
    .query(({ ctx }) => ctx.consents.answered(ctx.caller)),
  reconsentRequest: can('consents:own', 'GetConsentPoints', 'RENEW')
    .output(ReconsentRequest.nullable())
    .query(({ ctx }) => ctx.consents.reconsentRequest(ctx.caller)),
  history: can('consents:own', 'GetConsents', 'HISTORY', 'own')
    .output(z.array(ConsentEvent))
    .query(({ ctx }) => ctx.consents.history(ctx.caller)),
  shownTexts: can('consents:own', 'GetConsentPoints', 'HISTORY')
    .input(LedgerEntry)
    .output(z.array(ConsentDocument))
    .query(({ ctx, input }) => ctx.consents.shownTexts(ctx.caller, input.entry)),
  give: can('consents:own', 'UpdateConsents', '', 'own')
    .input(GivenConsents)
    .output(CurrentConsents)
    .mutation(({ ctx, input }) => ctx.consents.give(ctx.caller, input)),
  withdraw: can('consents:own', 'UpdateConsents', 'WITHDRAW')
    .input(Withdrawal)
    .output(Withdrawn)
    .mutation(({ ctx, input }) => ctx.consents.withdraw(ctx.caller, input)),
})
