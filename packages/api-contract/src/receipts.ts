import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { LanguageInput } from './fields.ts'

/** More than any receipt has. As Base64 it fits in the body of a request (REQ-OPS-09). The texts of the errors name the limit. */
export const maxReceiptBytes = 180_000
const maxFileCharacters = Math.ceil(maxReceiptBytes / 3) * 4
/** A file as Base64. */
export const ReceiptFileInput = z.strictObject({
  file: z.base64(withErrorCode('field_wrong')).max(maxFileCharacters, withErrorCode('receipt_too_large')),
})
/** A code as typed. A text that is no code is an unknown code. */
export const ReceiptCodeInput = z.strictObject({ code: z.string().max(100, withErrorCode('field_wrong')) })

/**
 * Data visible with a receipt or its code (REQ-CON-16): never an answer. `not_kept` is a signed file that the registry no
 * longer has, because the person was anonymised or erased.
 */
export const ReceiptCheck = z.discriminatedUnion('valid', [
  z.object({ valid: z.literal(false) }),
  z.object({
    valid: z.literal(true),
    at: z.string(),
    version: z.number().int(),
    language: LanguageInput,
    state: z.enum(['newest', 'replaced', 'withdrawn', 'not_kept']),
  }),
])
export type ReceiptCheck = z.infer<typeof ReceiptCheck>
