import {
  DiscardedSf36Draft,
  PublishedSf36Draft,
  SavedSf36Draft,
  Sf36Version,
  Sf36VersionNumber,
  Sf36VersionSummary,
} from './sf36-versions.ts'
import { can, router } from './trpc.ts'

const command = 'creasf36'

export const sf36Versions = router({
  list: can('sf36:administer', command, 'LIST')
    .output(Sf36VersionSummary.array())
    .query(({ ctx }) => ctx.sf36Versions.list(ctx.caller)),
  detail: can('sf36:administer', command, 'READ')
    .input(Sf36VersionNumber)
    .output(Sf36Version)
    .query(({ ctx, input }) => ctx.sf36Versions.detail(ctx.caller, input.version)),
  save: can('sf36:administer', command, 'CHANGE')
    .input(SavedSf36Draft)
    .output(Sf36Version)
    .mutation(({ ctx, input }) => ctx.sf36Versions.save(ctx.caller, input)),
  discard: can('sf36:administer', command, 'DELETE')
    .input(DiscardedSf36Draft)
    .output(Sf36VersionSummary.array())
    .mutation(({ ctx, input }) => ctx.sf36Versions.discard(ctx.caller, input)),
  publish: can('sf36:administer', command, 'PUBLISH')
    .input(PublishedSf36Draft)
    .output(Sf36VersionSummary.array())
    .mutation(({ ctx, input }) => ctx.sf36Versions.publish(ctx.caller, input)),
})
