import { z } from 'zod'
import { languages } from '@registry/domain/language'

export const LanguageInput = z.enum(languages)
export const Done = z.object({ done: z.literal(true) })
export const done = { done: true } as const
/** A cell of a grid or file: text, number, boolean or empty. */
export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Cell = z.infer<typeof Cell>
