import { buildReadableCode, parseReadableCode } from './readable-code.ts'

/** Each character carries five bits, so a code carries 140 (REQ-CON-16). */
export const receiptCodeLength = 28

/** Builds the code of a receipt from random bytes. */
export const buildReceiptCode = (random: Uint8Array): string => buildReadableCode(random.subarray(0, receiptCodeLength))

export const parseReceiptCode = (typed: string): string | undefined => parseReadableCode(typed, receiptCodeLength)
