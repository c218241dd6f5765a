import { z } from 'zod'

/** The shapes of points.ts, to be read from outside; apart from them, so that screens need no schema library for the rules. */
export const ConsentPoint = z.discriminatedUnion('type', [
  z.object({ type: z.literal('title'), text: z.string() }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('radio'), text: z.string(), options: z.array(z.string()).min(2).readonly(), field: z.string() }),
])

export const Answers = z.record(z.string().max(80), z.union([z.boolean(), z.number().int().positive()]))
