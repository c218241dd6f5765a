import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConsentParagraph } from './questions.ts'
import { compareDocuments, findChangedSentences, splitSentences } from './document-changes.ts'

const text = (words: string): ConsentParagraph => ({ type: 'text', text: words })
const title = (words: string): ConsentParagraph => ({ type: 'title', text: words })
const radio = (words: string, options = ['Sì', 'No']): ConsentParagraph => ({ type: 'radio', text: words, options, field: 'C_S' })

test.each([
  ['Uno. Due.', ['Uno. ', 'Due.']],
  ['Senza punto', ['Senza punto']],
  ['Davvero? Sì! E poi… fine', ['Davvero? ', 'Sì! ', 'E poi… fine']],
  ['«Ecco.» Poi.', ['«Ecco.» ', 'Poi.']],
  ['', []],
])('splits %j into sentences', (words, sentences) => expect(splitSentences(words)).toEqual(sentences))

test('the sentences of a text are the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '.', '!', ' ', '”', '\n', 'è') }),
      (words) => splitSentences(words).join('') === words,
    ),
  )
})

/** Writes a comparison as one line: + added, - removed. */
const format = (before: readonly ConsentParagraph[], after: readonly ConsentParagraph[]): string[] =>
  compareDocuments(before, after).map(
    ({ type, sentences }) =>
      `${type}: ${sentences.map(({ text: words, change }) => `${{ same: '', added: '+', removed: '-' }[change]}${words.trim()}`).join(' ')}`,
  )

describe('REQ-CON-18: the differences between two versions', () => {
  test.each<[string, readonly ConsentParagraph[], readonly ConsentParagraph[], readonly string[]]>([
    ['none', [title('A'), text('B. C.')], [title('A'), text('B. C.')], ['title: A', 'text: B. C.']],
    ['a changed sentence', [text('A. B. C.')], [text('A. X. C.')], ['text: A. -B. +X. C.']],
    [
      'a changed word',
      [text('A. I dati medici restano nel registro. C.')],
      [text('A. I dati clinici restano nel registro. C.')],
      ['text: A. I dati -medici +clinici restano nel registro. C.'],
    ],
    ['a changed title', [title('A'), text('B.')], [title('X'), text('B.')], ['title: -A +X', 'text: B.']],
    ['a new paragraph', [text('A.')], [text('A.'), text('B.')], ['text: A.', 'text: +B.']],
    ['a removed paragraph', [text('A.'), text('B.')], [text('B.')], ['text: -A.', 'text: B.']],
    ['an option', [radio('Q?', ['a', 'b', 'c'])], [radio('Q?', ['a', 'x', 'c'])], ['radio: Q?', 'option: a', 'option: -b +x', 'option: c']],
    ['a title that becomes a text', [title('A')], [text('A')], ['title: -A', 'text: +A']],
    ['everything', [text('A.')], [text('B.')], ['text: -A. +B.']],
    ['from nothing', [], [title('A')], ['title: +A']],
    ['to nothing', [title('A')], [], ['title: -A']],
  ])('%s', (_case, before, after, lines) => expect(format(before, after)).toEqual(lines))

  test('both versions can be read from the comparison, whatever they are', () => {
    const versions = fc.array(fc.constantFrom(title('A'), text('B. C.'), text('C. B. C.'), radio('Q?'), radio('B.', ['x', 'y', 'z'])), {
      maxLength: 6,
    })
    const read = (paragraphs: readonly ConsentParagraph[]) =>
      paragraphs
        .flatMap((paragraph) => [paragraph.text, ...(paragraph.type === 'radio' ? paragraph.options : [])])
        .join('')
        .replaceAll(/\s/g, '')
    fc.assert(
      fc.property(versions, versions, (before, after) => {
        const sentences = compareDocuments(before, after).flatMap((part) => part.sentences)
        const pick = (hidden: string) =>
          sentences
            .flatMap(({ text: words, change }) => (change === hidden ? [] : [words]))
            .join('')
            .replaceAll(/\s/g, '')
        expect(pick('removed')).toBe(read(after))
        expect(pick('added')).toBe(read(before))
      }),
    )
  })

  test('a document of which thousands of tiny sentences changed counts as replaced', () => {
    const many = (word: string) => text(`${word}. `.repeat(2100))
    const changes = compareDocuments([many('a'), text('Z.')], [many('b'), text('Z.')]).flatMap(({ sentences }) => sentences)
    expect(Map.groupBy(changes, ({ change }) => change).get('same')).toBeUndefined()
    expect(changes).toHaveLength(4202)
  })
})

test('REQ-CON-20: the changed sentences of each paragraph, and those that are gone', () => {
  const before = [title('A'), text('Uno. Due. Tre.'), radio('Q?', ['a', 'b', 'c']), text('Source.')]
  const after = [title('A'), text('Uno. Nuovo. Tre.'), text('Aggiunto.'), radio('Q? Sul serio?', ['a', 'b', 'x'])]
  expect(findChangedSentences(before, after)).toEqual({
    paragraphs: [
      [{ text: 'A', change: 'same' }],
      [
        { text: 'Uno. ', change: 'same' },
        { text: 'Nuovo. ', change: 'added' },
        { text: 'Tre.', change: 'same' },
      ],
      [{ text: 'Aggiunto.', change: 'added' }],
      [
        { text: 'Q? ', change: 'same' },
        { text: 'Sul serio?', change: 'added' },
      ],
    ],
    removed: ['Due.', 'c', 'Source.'],
  })
})
