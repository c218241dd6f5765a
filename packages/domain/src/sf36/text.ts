import { z } from 'zod'

/** The words of one question, in one language. A question without sub-questions is answered with one option. */
export const Sf36QuestionText = z.strictObject({
  text: z.string().min(1).max(1000),
  help: z.string().max(1000),
  options: z.array(z.string().min(1).max(200)).readonly(),
  questions: z.array(z.string().min(1).max(1000)).readonly(),
})
export type Sf36QuestionText = z.infer<typeof Sf36QuestionText>

/** Scoring of the answers: the 8 scales of the SF-36, or nothing (docs/policies.md). */
export const Sf36Scoring = z.enum(['sf36', 'none'])
export type Sf36Scoring = z.infer<typeof Sf36Scoring>
