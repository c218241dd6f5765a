import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { procedure, router } from './trpc.ts'

/** A code as typed. A text that is no code is an unknown code. */
export const DeletionCodeInput = z.strictObject({ code: z.string().max(100, withErrorCode('field_wrong')) })

/**
 * Data visible with the code of a withdrawal: the days of the recipients of exports (REQ-CON-17). It
 * includes the last day of the code. Never who withdrew, who the recipients are, or what was exported.
 */
export const DeletionCheck = z.discriminatedUnion('found', [
  z.object({ found: z.literal(false) }),
  z.object({
    found: z.literal(true),
    /** The recipients with the last day to delete their files, and the day on which they confirmed. Those who confirmed first come first. */
    recipients: z.object({ dueOn: z.iso.date(), confirmedOn: z.iso.date().nullable() }).array(),
    lastDay: z.iso.date(),
  }),
])
export type DeletionCheck = z.infer<typeof DeletionCheck>

/** The code is in the body of a POST, because addresses are logged (THREAT-59). */
export const deletionStatus = router({
  check: procedure({ permission: 'deletion-status:check', audit: ['CheckDeletion'] })
    .input(DeletionCodeInput)
    .mutation(DeletionCheck),
})
