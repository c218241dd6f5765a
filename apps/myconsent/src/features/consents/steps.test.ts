import { type ConsentPoint, findOption, type Question } from '@registry/domain/consent/points'
import { expect, it } from 'vitest'
import { toAnswer, splitIntoSteps } from './steps.ts'

const title: ConsentPoint = { type: 'title', text: 'I tuoi dati' }
const text: ConsentPoint = { type: 'text', text: 'Servono a…' }
const question = (field: string, options = ['Sì', 'No']): Question => ({ type: 'radio', text: `${field}?`, options, field })

it('puts before each question what leads to it', () => {
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
)('gives for each of %s the answer that stands for it', (options) => {
  const asked = question('A', options)
  expect(options.map((_option, index) => findOption(asked, toAnswer(asked, index)))).toEqual(options)
})
