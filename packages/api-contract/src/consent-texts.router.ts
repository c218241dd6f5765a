import { z } from 'zod'
import {
  CampaignProgress,
  ConcernedQuestions,
  ConsentText,
  ConsentTextDraft,
  ConsentTextKind,
  ConsentTextParts,
  ConsentTextRow,
  DiscardedDraft,
  PublishedDraft,
  SavedDraft,
  VersionOfText,
} from './consent-texts.ts'
import { can, router } from './trpc.ts'

const command = 'testi_consenso'

export const consentTexts = router({
  list: can('consent-texts:administer', command, 'LIST')
    .output(ConsentTextRow.array())
    .query(({ ctx }) => ctx.consentTexts.list(ctx.caller)),
  detail: can('consent-texts:administer', command, 'READ')
    .input(z.strictObject({ kind: ConsentTextKind }))
    .output(ConsentText)
    .query(({ ctx, input }) => ctx.consentTexts.detail(ctx.caller, input.kind)),
  parts: can('consent-texts:administer', command, 'READ')
    .input(VersionOfText)
    .output(ConsentTextParts)
    .query(({ ctx, input }) => ctx.consentTexts.parts(ctx.caller, input)),
  save: can('consent-texts:administer', command, 'CHANGE')
    .input(SavedDraft)
    .output(ConsentTextDraft)
    .mutation(({ ctx, input }) => ctx.consentTexts.save(ctx.caller, input)),
  discard: can('consent-texts:administer', command, 'DELETE')
    .input(DiscardedDraft)
    .output(ConsentText)
    .mutation(({ ctx, input }) => ctx.consentTexts.discard(ctx.caller, input)),
  publish: can('consent-texts:administer', command, 'PUBLISH')
    .input(PublishedDraft)
    .output(ConsentText)
    .mutation(({ ctx, input }) => ctx.consentTexts.publish(ctx.caller, input)),
  concerned: can('consent-texts:administer', command, 'COUNT')
    .input(ConcernedQuestions)
    .output(z.object({ patients: z.number().int().nullable() }))
    .query(({ ctx, input }) => ctx.consentTexts.concerned(ctx.caller, input)),
  progress: can('consent-texts:administer', command, 'COUNT')
    .input(VersionOfText)
    .output(CampaignProgress)
    .query(({ ctx, input }) => ctx.consentTexts.progress(ctx.caller, input)),
})
