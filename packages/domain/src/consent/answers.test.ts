import { describe, expect, test } from 'vitest'
import { findAnswerErrors, findPreliminaryError, listStoppingQuestions } from './answers.ts'
import type { FieldErrors } from '../error.ts'
import { findOption, type Answers, type ConsentParagraph, type Question } from './questions.ts'

const radio = (field: string, options = ['Sì', 'No']): ConsentParagraph => ({ type: 'radio', text: field, options, field })

describe('preliminary questions (REQ-CON-03)', () => {
  const paragraphs: ConsentParagraph[] = [{ type: 'title', text: 'Prima di cominciare' }, radio('P_READ'), radio('P_FREE')]
  test.each([
    ['all Yes', { P_READ: true, P_FREE: true }, undefined],
    ['one No', { P_READ: true, P_FREE: false }, { code: 'preliminary_not_all_yes' }],
    ['one unanswered', { P_READ: true }, { code: 'preliminary_unanswered' }],
    ['unanswered counts before No', { P_READ: false }, { code: 'preliminary_unanswered' }],
    ['a number instead of Yes', { P_READ: true, P_FREE: 1 }, { code: 'preliminary_not_all_yes' }],
    ['none', {}, { code: 'preliminary_unanswered' }],
  ])('%s', (_case, answers, detail) => expect(findPreliminaryError(paragraphs, answers)).toEqual(detail))
})

test('REQ-CON-03: a No stops at its question, and an unanswered question does not', () => {
  const paragraphs: ConsentParagraph[] = [radio('P_READ'), radio('P_FREE')]
  expect(listStoppingQuestions(paragraphs, { P_READ: false }).map(({ field }) => field)).toEqual(['P_READ'])
  expect(listStoppingQuestions(paragraphs, { P_READ: true })).toEqual([])
})

describe('consent questions', () => {
  const paragraphs: ConsentParagraph[] = [radio('C_DB_P'), { type: 'text', text: '…' }, radio('C_INCIDENTAL', ['a', 'b', 'c'])]
  test.each<[string, Answers, FieldErrors]>([
    ['a valid answer for every question', { C_DB_P: false, C_INCIDENTAL: 3 }, {}],
    ['a missing answer', { C_DB_P: true }, { C_INCIDENTAL: { code: 'consent_required' } }],
    ['a number for a yes-or-no question', { C_DB_P: 1, C_INCIDENTAL: 1 }, { C_DB_P: { code: 'field_wrong' } }],
    ['yes for a question with three options', { C_DB_P: true, C_INCIDENTAL: true }, { C_INCIDENTAL: { code: 'field_wrong' } }],
    ['an option that does not exist', { C_DB_P: true, C_INCIDENTAL: 4 }, { C_INCIDENTAL: { code: 'field_wrong' } }],
    ...[0, -5, 1.5, Number.NaN].map((answer): [string, Answers, FieldErrors] => [
      `option number ${answer}`,
      { C_DB_P: true, C_INCIDENTAL: answer },
      { C_INCIDENTAL: { code: 'field_wrong' } },
    ]),
    ['a field without a question', { C_DB_P: true, C_INCIDENTAL: 1, C_DB: true }, { C_DB: { code: 'field_unknown' } }],
  ])('%s', (_case, answers, errors) => expect(findAnswerErrors(paragraphs, answers)).toEqual(errors))

  test('a property of the prototype is no answer', () =>
    expect(findAnswerErrors([radio('constructor')], {})).toEqual({ constructor: { code: 'consent_required' } }))
})

describe('the option of an answer', () => {
  const yesOrNo: Question = { type: 'radio', text: '', options: ['Sì', 'No'], field: 'A' }
  const three: Question = { ...yesOrNo, options: ['a', 'b', 'c'] }
  test.each<[Question, boolean | number, string | undefined]>([
    [yesOrNo, true, 'Sì'],
    [yesOrNo, false, 'No'],
    [yesOrNo, 1, undefined],
    [three, 1, 'a'],
    [three, 3, 'c'],
    [three, 0, undefined],
    [three, -1, undefined],
    [three, true, undefined],
  ])('%#', (question, answer, option) => expect(findOption(question, answer)).toBe(option))
})
