import { describe, expect, it, test } from 'vitest'
import { publishedSf36Items, sf36Cases } from '../testing/sf36-cases.ts'
import { findSf36AnswerErrors, toItemAnswers, toQuestionAnswers, type Sf36Answers } from './answers.ts'
import { computeSf36Scores } from './scores.ts'
import { estimateMinutes, isSameShape, listItems, readShape, type QuestionShape } from './items.ts'
import { sf36Items, sf36Questions, sf36ScaleNames, sf36Scales, sf36Shape } from './structure.ts'

const fill = (choose: (item: (typeof sf36Items)[number], place: number) => number): (number | null)[] =>
  sf36Items.map((item, place) => choose(item, place))
const complete = sf36Cases[0]?.answers ?? []
const replaceAt = (place: number, answer: unknown): unknown[] => complete.map((other, index) => (index === place ? answer : other))

describe('REQ-PAT-13: the published structure', () => {
  it('has 36 items in 11 questions, with their options and scales', () => {
    const items = sf36Items.map(({ code, options, measure, question }) => ({ code, options, measure, type: sf36Questions[question]?.type }))
    expect(items).toEqual(publishedSf36Items.map(({ code, options, measure, type }) => ({ code, options, measure, type })))
    expect(sf36Questions).toHaveLength(11)
  })

  it('has the published norm of each scale', () => {
    const published = new Map(publishedSf36Items.map(({ measure, norm }) => [measure, norm]))
    for (const scale of sf36ScaleNames) expect(sf36Scales[scale].norm, scale).toEqual(published.get(scale))
    expect(sf36ScaleNames).toHaveLength(Object.keys(sf36Scales).length)
  })
})

describe('REQ-PAT-13: the scores', () => {
  it.each(sf36Cases)('$title', ({ answers, scores }) => {
    expect(computeSf36Scores(answers.flatMap((answer, place) => answer ?? sf36Questions[place]?.items.map(() => null) ?? []))).toEqual(
      scores,
    )
  })

  test.each(publishedSf36Items)('item $code is recoded as published', ({ item, measure, recoded, options, minAnswered }) => {
    expect(recoded).toHaveLength(options)
    for (const [place, expected] of recoded.entries()) {
      // The other items of the scale have the answer of this value, so that the mean is the value.
      const answers = fill((other, index) =>
        index === item - 1 ? place + 1 : (publishedSf36Items[index]?.recoded.indexOf(expected) ?? -1) + 1 || 1,
      )
      const others = publishedSf36Items.filter((other) => other.measure === measure && other.item !== item)
      const values = [expected, ...others.map((other) => other.recoded[(answers[other.item - 1] ?? 1) - 1] ?? 0)]
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      expect(computeSf36Scores(answers)).toHaveProperty(measure, Math.round(mean * 100) / 100)
    }
    expect(minAnswered * 2).toBeGreaterThanOrEqual(publishedSf36Items.filter((other) => other.measure === measure).length)
  })

  it.each(sf36ScaleNames)('%s needs at least half of its items', (scale) => {
    const items = publishedSf36Items.filter(({ measure }) => measure === scale)
    const needed = items[0]?.minAnswered ?? 0
    const answered = (count: number) => {
      const codes = new Set(items.slice(0, count).map(({ code }) => code))
      return sf36Items.map(({ code }) => (codes.has(code) ? 1 : null))
    }
    expect(computeSf36Scores(answered(needed))[scale]).not.toBeNull()
    expect(computeSf36Scores(answered(needed - 1))[scale]).toBeNull()
  })
})

describe('REQ-PAT-13: the answers', () => {
  it.each(sf36Cases.filter(({ answers }) => !answers.flat().includes(null)))('are accepted: $title', ({ answers }) => {
    expect(findSf36AnswerErrors(answers, sf36Shape)).toEqual({})
  })

  it.each([
    ['no list', 'answers', { answers: { code: 'field_wrong' } }],
    ['ten questions', complete.slice(1), { answers: { code: 'sf36_answers_count', params: { count: 11 } } }],
    ['twelve questions', [...complete, 1], { answers: { code: 'sf36_answers_count', params: { count: 11 } } }],
    ['no answer', replaceAt(0, null), { '1': { code: 'sf36_answer_required' } }],
    ['an empty text', replaceAt(0, ''), { '1': { code: 'sf36_answer_required' } }],
    ['a text', replaceAt(0, 'uno'), { '1': { code: 'field_wrong' } }],
    ['a list for a radio question', replaceAt(0, [1]), { '1': { code: 'field_wrong' } }],
    ['an option before the first', replaceAt(0, 0), { '1': { code: 'field_wrong' } }],
    ['an option after the last', replaceAt(6, 7), { '7': { code: 'field_wrong' } }],
    ['a part of an option', replaceAt(0, 1.5), { '1': { code: 'field_wrong' } }],
    ['one number for a multi question', replaceAt(4, 1), { '5': { code: 'field_wrong' } }],
    ['too few sub-answers', replaceAt(4, [1, 2]), { '5': { code: 'sf36_sub_answers_count', params: { count: 3 } } }],
    ['too many sub-answers', replaceAt(4, [1, 2, 1, 1]), { '5': { code: 'sf36_sub_answers_count', params: { count: 3 } } }],
    ['wrong sub-answers', replaceAt(4, [1, 3, null]), { '5b': { code: 'field_wrong' }, '5c': { code: 'sf36_answer_required' } }],
    [
      'no sub-answers',
      replaceAt(4, null),
      { '5a': { code: 'sf36_answer_required' }, '5b': { code: 'sf36_answer_required' }, '5c': { code: 'sf36_answer_required' } },
    ],
  ])('are rejected: %s', (_case, answers, errors) => {
    expect(findSf36AnswerErrors(answers, sf36Shape)).toEqual(errors)
  })

  it('are the same by question and by item', () => {
    const answers: Sf36Answers = [
      2,
      3,
      [1, 2, 3, 1, 2, 3, 1, 2, 3, 1],
      [1, 2, 1, 2],
      [1, 2, 1],
      5,
      6,
      5,
      [1, 2, 3, 4, 5, 6, 1, 2, 3],
      4,
      [1, 2, 3, 4],
    ]
    const items = toItemAnswers(answers, sf36Shape)
    expect(items).toMatchObject({ '1': 2, '3a': 1, '3j': 1, '7': 6, '9f': 6, '11d': 4 })
    expect(Object.keys(items)).toHaveLength(36)
    expect(toQuestionAnswers(items, sf36Shape)).toEqual(answers)
    expect(toQuestionAnswers({ '5b': 2 }, sf36Shape)[4]).toEqual([null, 2, null])
  })
})

describe('REQ-PAT-21: a questionnaire with other questions', () => {
  const shape: readonly QuestionShape[] = [
    { options: 2, subQuestions: 1 },
    { options: 3, subQuestions: 0 },
  ]

  it('has an item for each question without sub-questions, and for each sub-question', () => {
    expect(listItems(shape)).toEqual([
      { code: '1a', question: 0, subQuestion: 0, options: 2 },
      { code: '2', question: 1, options: 3 },
    ])
    expect(listItems([{ options: 2, subQuestions: 20 }]).at(-1)).toMatchObject({ code: '1t' })
    expect(listItems([])).toEqual([])
  })

  it('reads its answers by its own questions', () => {
    expect(findSf36AnswerErrors([[2], 3], shape)).toEqual({})
    expect(toQuestionAnswers(toItemAnswers([[2], 3], shape), shape)).toEqual([[2], 3])
    expect(findSf36AnswerErrors([[3], 4], shape)).toEqual({ '1a': { code: 'field_wrong' }, '2': { code: 'field_wrong' } })
    expect(findSf36AnswerErrors([1, null], shape)).toEqual({ '1': { code: 'field_wrong' }, '2': { code: 'sf36_answer_required' } })
    expect(findSf36AnswerErrors([[1]], shape)).toEqual({ answers: { code: 'sf36_answers_count', params: { count: 2 } } })
  })

  test.each<[string, readonly QuestionShape[], boolean]>([
    ['itself', shape, true],
    ['fewer questions', shape.slice(1), false],
    ['more questions', [...shape, ...shape], false],
    ['another number of options', shape.with(0, { options: 3, subQuestions: 1 }), false],
    ['another number of sub-questions', shape.with(1, { options: 3, subQuestions: 1 }), false],
  ])('is compared with %s', (_case, other, expected) => expect(isSameShape(shape, other)).toBe(expected))

  it('has the shape of its words', () => {
    expect(readShape([{ options: ['a', 'b'], questions: ['c'] }])).toEqual([{ options: 2, subQuestions: 1 }])
  })
})

test.each([
  [36, 8],
  [3, 1],
  [1, 1],
])('%i items take about %i minutes', (items, minutes) => {
  expect(estimateMinutes(items)).toBe(minutes)
})
