import type { Answer } from './questions.ts'

/** Start of validity of an answer, whether a No answer withdrew an earlier Yes, and whether it came on the paper of another registry. */
export type AnswerState = { readonly since: string; readonly withdrawn: boolean; readonly onPaper?: true }

type GivenAnswer = { readonly field: string; readonly answer: Answer; readonly at: string; readonly onPaper?: boolean }

/**
 * Computes the state of each question from its answers, oldest first. Each submission answers all questions, so a repeated answer does not
 * change its date.
 */
export const computeAnswerStates = (answers: readonly GivenAnswer[]): Readonly<Record<string, AnswerState>> => {
  const latest = new Map<string, AnswerState & { readonly answer: Answer }>()
  for (const { field, answer, at, onPaper = false } of answers) {
    const before = latest.get(field)
    if (before?.answer !== answer)
      latest.set(field, { answer, since: at, withdrawn: answer === false && before?.answer === true, ...(onPaper && { onPaper }) })
  }
  return Object.fromEntries([...latest].map(([field, { answer: _answer, ...state }]) => [field, state]))
}
