import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { procedure, router } from './trpc.ts'

/** The subscription of a patient to receive newsletters. They are mails, so a patient who signs in with a mobile receives none (REQ-COM-07). */
export const NewsletterSubscription = z.object({ wants: z.boolean(), changedAt: z.string().nullable(), byMail: z.boolean() })
export const ChangedNewsletterSubscription = z.strictObject({ wants: z.boolean() })
/** The secret of the link in a newsletter. A text that is none ends nothing. */
export const NewsletterSecret = z.strictObject({ secret: z.string().max(100, withErrorCode('field_wrong')) })
export const NewsletterEnded = z.object({ ended: z.boolean() })

export type NewsletterSubscription = z.infer<typeof NewsletterSubscription>
export type ChangedNewsletterSubscription = z.infer<typeof ChangedNewsletterSubscription>
export type NewsletterSecret = z.infer<typeof NewsletterSecret>
export type NewsletterEnded = z.infer<typeof NewsletterEnded>

export const newsletter = router({
  read: procedure({ permission: 'newsletter:own', audit: ['newsletter', 'GET'] }).query(NewsletterSubscription),
  save: procedure({ permission: 'newsletter:own', audit: ['newsletter', 'CHANGE'] })
    .input(ChangedNewsletterSubscription)
    .mutation(NewsletterSubscription),
  /** The secret is in the body of a POST, because addresses are logged (THREAT-36). */
  unsubscribe: procedure({ permission: 'newsletter:end', audit: ['newsletter', 'UNSUBSCRIBE'] })
    .input(NewsletterSecret)
    .mutation(NewsletterEnded),
})
