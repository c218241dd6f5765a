import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { languages } from '@registry/domain/language'
import { cleanText, isPlainText } from '@registry/domain/text'

export const LanguageInput = z.enum(languages)
/** A typed text of one line or several. */
export const WrittenText = z.string().overwrite(cleanText).refine(isPlainText, withErrorCode('value_characters'))
/** The centre of a call. A CenterAdmin of several centres names one (REQ-IMP-09). */
export const namedCentre = { centre: z.string().max(80).optional() }
/** The answer of a procedure whose service returns nothing. */
export const Done = z.void().transform(() => ({ done: true as const }))
/** A cell of a grid or file: text, number, boolean or empty. */
export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Cell = z.infer<typeof Cell>
