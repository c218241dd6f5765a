import { ReceiptCheck, ReceiptCodeInput, ReceiptFileInput } from './receipts.ts'
import { procedure, router } from './trpc.ts'

/** Code and file are in the body of a POST, because addresses are logged (THREAT-53). */
export const receipts = router({
  checkCode: procedure({ permission: 'receipt:check', audit: ['CheckReceipt'] })
    .input(ReceiptCodeInput)
    .mutation(ReceiptCheck),
  /** Checks the bytes of a file, PDF or JSON. */
  checkFile: procedure({ permission: 'receipt:check', audit: ['CheckReceipt', 'FILE'] })
    .input(ReceiptFileInput)
    .mutation(ReceiptCheck),
})
