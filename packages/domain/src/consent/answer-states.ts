import type { Answer } from './questions.ts'

/** Start of validity of an answer, and whether a No answer withdrew an earlier Yes. */
export type AnswerState = { readonly since: string; readonly withdrawn: boolean }

type GivenAnswer = { readonly field: string; readonly answer: Answer; readonly at: string }

/**
 * Computes the state of each question from its answers, oldest first. Each submission answers all questions, so a repeated answer does not
 * change its date.
 */
export const computeAnswerStates = (answers: readonly GivenAnswer[]): Readonly<Record<string, AnswerState>> => {
  const latest = new Map<string, AnswerState & { readonly answer: Answer }>()
  for (const { field, answer, at } of answers) {
    const before = latest.get(field)
    if (before?.answer !== answer) latest.set(field, { answer, since: at, withdrawn: answer === false && before?.answer === true })
  }
  return Object.fromEntries([...latest].map(([field, { since, withdrawn }]) => [field, { since, withdrawn }]))
}
