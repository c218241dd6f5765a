import { type ConsentParagraph, findOption, type Question } from '@registry/domain/consent/questions'
import { expect, it } from 'vitest'
import { findOptionIndex, splitIntoSections, splitIntoSteps, toAnswer } from './steps.ts'

const title: ConsentParagraph = { type: 'title', text: 'I tuoi dati' }
const text: ConsentParagraph = { type: 'text', text: 'Servono a…' }
const question = (field: string, options = ['Sì', 'No']): Question => ({ type: 'radio', text: `${field}?`, options, field })

it('each step contains the paragraphs before its question', () => {
  const [first, second] = [question('A'), question('B')]
  expect(splitIntoSteps([title, text, first, second, text])).toEqual({
    steps: [
      { lead: [title, text], question: first },
      { lead: [], question: second },
    ],
    closing: [text],
  })
})

it.each(
  [
    ['Sì', 'No'],
    ['di persona', 'dal mio medico', 'non voglio saperlo'],
  ].map((options) => [options]),
)('each of the options %s has its answer', (options) => {
  const radio = question('A', options)
  expect(options.map((_option, index) => findOption(radio, toAnswer(radio, index)))).toEqual(options)
  expect(options.map((_option, index) => findOptionIndex(toAnswer(radio, index)))).toEqual([...options.keys()])
})

it('a document without questions is split at its headings', () => {
  const summary: ConsentParagraph = { type: 'summary', text: 'In breve.' }
  expect(splitIntoSections([text, title, summary, text, title])).toEqual({
    lead: [text],
    sections: [
      { id: 'section-1', title: 'I tuoi dati', paragraphs: [summary, text] },
      { id: 'section-2', title: 'I tuoi dati', paragraphs: [] },
    ],
  })
})
