import { ChangedNewsletterWish, NewsletterEnded, NewsletterSecret, NewsletterWish } from './newsletter.ts'
import { can, router } from './trpc.ts'

export const newsletter = router({
  read: can('newsletter:own', 'newsletter', 'GET')
    .output(NewsletterWish)
    .query(({ ctx }) => ctx.newsletter.read(ctx.caller)),
  save: can('newsletter:own', 'newsletter', 'CHANGE')
    .input(ChangedNewsletterWish)
    .output(NewsletterWish)
    .mutation(({ ctx, input }) => ctx.newsletter.save(ctx.caller, input)),
  /** The secret is in the body of a POST, because addresses are logged (THREAT-36). */
  unsubscribe: can('newsletter:end', 'newsletter', 'UNSUBSCRIBE')
    .input(NewsletterSecret)
    .output(NewsletterEnded)
    .mutation(({ ctx, input }) => ctx.newsletter.unsubscribe(ctx.caller, input)),
})
