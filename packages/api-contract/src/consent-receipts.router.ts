import { ReceiptCheck, ReceiptCodeInput, ReceiptFileInput } from './consent-receipts.ts'
import { can, router } from './trpc.ts'

/** Code and file are in the body of a POST, because addresses are logged (THREAT-53). */
export const consentReceipts = router({
  checkCode: can('receipt:check', 'CheckReceipt')
    .input(ReceiptCodeInput)
    .output(ReceiptCheck)
    .mutation(({ ctx, input: { code } }) => ctx.consentReceipts.checkCode(ctx.caller, code)),
  checkFile: can('receipt:check', 'CheckReceipt', 'FILE')
    .input(ReceiptFileInput)
    .output(ReceiptCheck)
    .mutation(({ ctx, input: { file } }) =>
      ctx.consentReceipts.checkFile(
        ctx.caller,
        Uint8Array.from(atob(file), (character) => character.charCodeAt(0)),
      ),
    ),
})
