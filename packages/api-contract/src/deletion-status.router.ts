import { DeletionCheck, DeletionCodeInput } from './deletion-status.ts'
import { can, router } from './trpc.ts'

/** The code is in the body of a POST, because addresses are logged (THREAT-59). */
export const deletionStatus = router({
  check: can('deletion-status:check', 'CheckDeletion')
    .input(DeletionCodeInput)
    .output(DeletionCheck)
    .mutation(({ ctx, input: { code } }) => ctx.deletionStatus.check(ctx.caller, code)),
})
