import { z } from 'zod'
import { languages } from '@registry/domain/language'
import type { ErrorCode } from '@registry/domain/error-messages'

/** Gives a zod check an error code. The HTTP layer turns the code into a message (REQ-API-02). */
export const withErrorCode = (code: ErrorCode): { error: ErrorCode } => ({ error: code })

export const LanguageInput = z.enum(languages)
export const Done = z.object({ done: z.literal(true) })
export const done = { done: true } as const
/** A cell of a grid or file: text, number, boolean or empty. */
export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Cell = z.infer<typeof Cell>
