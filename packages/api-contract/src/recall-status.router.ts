import { RecallCheck, RecallCodeInput } from './recall-status.ts'
import { can, router } from './trpc.ts'

/** The code is in the body of a POST, because addresses are logged (THREAT-59). */
export const recallStatus = router({
  check: can('recall:check', 'CheckRecall')
    .input(RecallCodeInput)
    .output(RecallCheck)
    .mutation(({ ctx, input: { code } }) => ctx.recallStatus.check(ctx.caller, code)),
})
