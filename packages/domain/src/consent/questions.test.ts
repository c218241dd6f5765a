import { describe, expect, test } from 'vitest'
import { isOption, findOption, listQuestions, type ConsentParagraph, type Question } from './questions.ts'
import { Answers, ConsentParagraph as ConsentParagraphShape } from './schemas.ts'

const two: Question = { type: 'radio', text: 'Acconsenti?', options: ['Sì', 'No'], field: 'C_DB_P' }
const three: Question = { type: 'radio', text: 'Come?', options: ['Per lettera', 'Dal medico', 'Non voglio'], field: 'C_INCIDENTAL' }

describe('the options of a question', () => {
  test.each<[Question, unknown, boolean]>([
    [two, true, true],
    [two, false, true],
    [two, 1, false],
    [two, 'true', false],
    [three, 1, true],
    [three, 3, true],
    [three, 0, false],
    [three, 4, false],
    [three, -5, false],
    [three, 1.5, false],
    [three, true, false],
    [three, '1', false],
    [three, null, false],
  ])('%j accepts %j: %s', (question, answer, expected) => expect(isOption(question, answer)).toBe(expected))

  test('findOption returns the text of the answer', () => {
    expect([findOption(two, true), findOption(two, false)]).toEqual(['Sì', 'No'])
    expect([1, 2, 3, 4, 0].map((answer) => findOption(three, answer))).toEqual([
      'Per lettera',
      'Dal medico',
      'Non voglio',
      undefined,
      undefined,
    ])
    expect(findOption(two, 1)).toBeUndefined()
  })

  test('listQuestions omits headings and paragraphs', () => {
    const paragraphs: readonly ConsentParagraph[] = [{ type: 'title', text: 'Dati' }, two, { type: 'text', text: 'Leggi' }, three]
    expect(listQuestions(paragraphs)).toEqual([two, three])
  })
})

describe('the schemas of paragraphs and answers', () => {
  test.each([{ type: 'title', text: 'Dati' }, { type: 'text', text: 'Leggi' }, two, three])('%j is a paragraph', (paragraph) => {
    expect(ConsentParagraphShape.parse(paragraph)).toEqual(paragraph)
  })

  test.each([
    { type: 'titolo', text: 'Dati' },
    { type: 'title' },
    { type: 'text', text: 1 },
    { ...two, options: ['Sì'] },
    { ...two, options: [true, false] },
    { type: 'radio', text: 'Acconsenti?', options: ['Sì', 'No'] },
  ])('%j is no paragraph', (paragraph) => expect(ConsentParagraphShape.safeParse(paragraph).success).toBe(false))

  test('answers are booleans or option numbers', () => {
    const answers = { C_DB_P: true, C_DB_M: false, C_INCIDENTAL: 2, ['x'.repeat(80)]: true }
    expect(Answers.parse(answers)).toEqual(answers)
  })

  test.each([{ a: 0 }, { a: -1 }, { a: 1.5 }, { a: 'true' }, { a: null }, { ['x'.repeat(81)]: true }])('%j are no answers', (answers) => {
    expect(Answers.safeParse(answers).success).toBe(false)
  })
})
