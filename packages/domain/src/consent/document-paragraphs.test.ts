import { describe, expect, test } from 'vitest'
import {
  listChangedParts,
  parseDraftParagraphs,
  toContent,
  toDraftParagraphs,
  trimParagraphs,
  type DraftParagraph,
} from './document-paragraphs.ts'

const title: DraftParagraph = { type: 'title', it: 'Prima', en: 'Before' }
const summary: DraftParagraph = { type: 'summary', it: 'In breve', en: 'In short' }
const text: DraftParagraph = { type: 'text', it: 'Testo', en: 'Text' }
const options = [
  { it: 'Sì', en: 'Yes' },
  { it: 'No', en: 'No' },
]
const question: DraftParagraph = { type: 'radio', it: 'Letto?', en: 'Read?', field: 'P_READ', options }
const all = [title, summary, text, question]

describe('a draft that a browser kept (REQ-UI-20)', () => {
  test('is read with every kind of part', () => {
    expect(parseDraftParagraphs(structuredClone(all))).toEqual(all)
    expect(parseDraftParagraphs([])).toEqual([])
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'title'],
    ['an object', { 0: title, length: 1 }],
    ['a part that is null', [title, null]],
    ['a part that is a text', [title, 'text']],
    ['a part without Italian', [title, { type: 'text', en: 'x' }]],
    ['a part without English', [title, { type: 'text', it: 'x' }]],
    ['a part with a number as Italian', [{ type: 'text', it: 1, en: 'x' }]],
    ['a part with a number as English', [{ type: 'text', it: 'x', en: 1 }]],
    ['a part of no kind', [{ it: 'x', en: 'x' }]],
    ['a part of an empty kind', [{ type: '', it: 'x', en: 'x' }]],
    ['a part of an unknown kind', [title, { type: 'image', it: 'x', en: 'x' }]],
    ['a question without a field', [{ type: 'radio', it: 'x', en: 'x', options }]],
    ['a question with a number as field', [{ ...question, field: 1 }]],
    ['a question without options', [{ type: 'radio', it: 'x', en: 'x', field: 'P_A' }]],
    ['a question with a text as options', [{ ...question, options: 'Sì' }]],
    ['a question with an option that is null', [{ ...question, options: [...options, null] }]],
    ['a question with an option in one language', [{ ...question, options: [...options, { it: 'x' }] }]],
  ])('is ignored if it is %s', (_case, stored) => expect(parseDraftParagraphs(stored)).toBeUndefined())
})

test('REQ-CON-18: a draft is published as the document of each language, and read again', () => {
  const content = toContent(all)
  expect(content).toEqual({
    it: [
      { type: 'title', text: 'Prima' },
      { type: 'summary', text: 'In breve' },
      { type: 'text', text: 'Testo' },
      { type: 'radio', text: 'Letto?', options: ['Sì', 'No'], field: 'P_READ' },
    ],
    en: [
      { type: 'title', text: 'Before' },
      { type: 'summary', text: 'In short' },
      { type: 'text', text: 'Text' },
      { type: 'radio', text: 'Read?', options: ['Yes', 'No'], field: 'P_READ' },
    ],
  })
  expect(toDraftParagraphs(content)).toEqual(all)
})

test('a document whose other language is shorter stays readable, with empty words', () => {
  const { it, en } = toContent(all)
  expect(toDraftParagraphs({ it, en: en.slice(0, 2) })).toEqual([
    title,
    summary,
    { ...text, en: '' },
    { ...question, en: '', options: options.map((option) => ({ ...option, en: '' })) },
  ])
  expect(toDraftParagraphs({ it: it.slice(3), en: en.slice(2, 3) })).toEqual([
    { ...question, en: 'Text', options: options.map((option) => ({ ...option, en: '' })) },
  ])
})

test('blanks around words, codes and options are removed', () => {
  expect(
    trimParagraphs([
      { ...text, it: ' a ', en: 'b\n' },
      { ...question, field: ' P_READ ', options: [{ it: ' x', en: 'y ' }] },
    ]),
  ).toEqual([
    { ...text, it: 'a', en: 'b' },
    { ...question, options: [{ it: 'x', en: 'y' }] },
  ])
})

test('REQ-CON-19: changed parts are named by their place, and another order of the parts as such', () => {
  expect(
    listChangedParts(all, [title, { ...summary, en: 'Briefly' }, { ...text, it: ' Testo ' }, { ...question, field: 'P_NEW' }]),
  ).toEqual(['2', '4'])
  expect(listChangedParts(all, [summary, title, text, question])).toEqual(['order'])
  expect(listChangedParts(all, all.slice(1))).toEqual(['order'])
  expect(listChangedParts([], [])).toEqual([])
})
