import { z } from 'zod'

/** Schemas of the types in questions.ts. They have their own file, so that screens use the rules without a schema library. */
export const ConsentParagraph = z.discriminatedUnion('type', [
  z.object({ type: z.literal('title'), text: z.string() }),
  z.object({ type: z.literal('summary'), text: z.string() }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('radio'), text: z.string(), options: z.array(z.string()).min(2).readonly(), field: z.string() }),
])

export const Answers = z.record(z.string().max(80), z.union([z.boolean(), z.number().int().positive()]))
