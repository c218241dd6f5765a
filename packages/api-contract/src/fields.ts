import { z } from 'zod'
import { languages } from '@registry/domain/language'
import type { ErrorCode } from '@registry/domain/error-messages'

/** Says which fault a zod check stands for; the edge turns the code into a sentence (D2). */
export const withErrorCode = (code: ErrorCode): { error: ErrorCode } => ({ error: code })

export const LanguageInput = z.enum(languages)
export const Done = z.object({ done: z.literal(true) })
export const done = { done: true } as const
/** A row as grids and files show it: a cell is a text, a number, a truth value, or empty. */
export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Cell = z.infer<typeof Cell>
