import { z } from 'zod'
import { FilledSf36, NewSf36, Sf36Questionnaire, Sf36Response, Sf36VersionRow } from './sf36.ts'
import { can, router } from './trpc.ts'

export const sf36 = router({
  questionnaire: can('sf36:own', 'GetSF36')
    .output(Sf36Questionnaire)
    .query(({ ctx }) => ctx.sf36.questionnaire(ctx.caller)),
  fill: can('sf36:own', 'NewSF36', '', 'own')
    .input(NewSf36)
    .output(Sf36Response)
    .mutation(({ ctx, input }) => ctx.sf36.fill(ctx.caller, input)),
  responses: can('sf36:own', 'GetSF36', 'LIST', 'own')
    .output(z.array(Sf36Response))
    .query(({ ctx }) => ctx.sf36.responses(ctx.caller)),
  response: can('sf36:own', 'GetSF36', 'READ', 'own')
    .input(z.strictObject({ key: z.uuid() }))
    .output(FilledSf36)
    .query(({ ctx, input }) => ctx.sf36.response(ctx.caller, input.key)),
  versions: can('sf36:list', 'sf36', 'LIST')
    .output(z.array(Sf36VersionRow))
    .query(({ ctx }) => ctx.sf36.versions(ctx.caller)),
})
