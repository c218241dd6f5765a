import { describe, expect, test } from 'vitest'
import { computeAnswerStates } from './answer-states.ts'
import type { Answer } from './questions.ts'

/** Answers to one question, one a day from 1 May. */
const answerEachDay = (...answers: readonly Answer[]) =>
  answers.map((answer, index) => ({ field: 'C_DB_M', answer, at: `2026-05-0${index + 1}` }))

describe('REQ-CON-13: the state of an answer', () => {
  test.each<[string, readonly Answer[], string, boolean]>([
    ['a Yes', [true], '2026-05-01', false],
    ['a refusal', [false], '2026-05-01', false],
    ['a Yes given again keeps its date', [true, true], '2026-05-01', false],
    ['a refusal given again keeps its date', [false, false], '2026-05-01', false],
    ['a Yes that was withdrawn', [true, false], '2026-05-02', true],
    ['a withdrawal keeps its date', [true, false, false], '2026-05-02', true],
    ['a Yes after a withdrawal', [true, false, true], '2026-05-03', false],
    ['a Yes after a refusal', [false, true], '2026-05-02', false],
    ['an option', [2, 2], '2026-05-01', false],
    ['another option is no withdrawal', [1, 3], '2026-05-02', false],
  ])('%s', (_case, answers, since, withdrawn) =>
    expect(computeAnswerStates(answerEachDay(...answers))).toEqual({ C_DB_M: { since, withdrawn } }),
  )

  test('each question has its own state', () => {
    const states = computeAnswerStates([
      { field: 'C_S', answer: true, at: '2026-05-01' },
      { field: 'C_F', answer: true, at: '2026-05-01' },
      { field: 'C_S', answer: false, at: '2026-05-02' },
    ])
    expect(states).toEqual({ C_S: { since: '2026-05-02', withdrawn: true }, C_F: { since: '2026-05-01', withdrawn: false } })
  })
})
