import { z } from 'zod'

/** The words of one point, in one language. A radio point has no sub-questions. */
export const Sf36PointText = z.strictObject({
  text: z.string().min(1).max(1000),
  help: z.string().max(1000),
  options: z.array(z.string().min(1).max(200)).readonly(),
  questions: z.array(z.string().min(1).max(1000)).readonly(),
})
export type Sf36PointText = z.infer<typeof Sf36PointText>
