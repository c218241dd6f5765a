import { describe, expect, test } from 'vitest'
import { sf36Questions } from './structure.ts'
import type { Sf36QuestionText } from './text.ts'
import { parseSf36Draft, parseSf36File } from './wording-file.ts'
import {
  findSf36DraftErrors,
  findSf36WordingErrors,
  formatSf36File,
  listChangedParts,
  maxWordingFileBytes,
  type Sf36Wording,
} from './wording.ts'

const buildQuestions = (language: string): Sf36QuestionText[] =>
  sf36Questions.map(({ type, options, items }, place) => ({
    text: `${language} ${place + 1}`,
    help: '',
    options: Array.from({ length: options }, (_, option) => `${language} option ${option}`),
    questions: type === 'multi' ? items.map((_, item) => `${language} item ${item}`) : [],
  }))
const wording: Sf36Wording = {
  description: { it: 'Prova', en: 'Trial' },
  licence: '',
  scoring: 'sf36',
  content: { it: buildQuestions('it'), en: buildQuestions('en') },
}
const withQuestion = (place: number, changed: Partial<Sf36QuestionText>): Sf36Wording => {
  const { it, en } = wording.content
  return { ...wording, content: { it: it.with(place, { ...it[place]!, ...changed }), en } }
}
const long = (length: number): string => 'à'.repeat(length)

describe('REQ-PAT-13: what keeps a wording from being published', () => {
  test('a complete one at its limits: nothing', () => {
    expect(findSf36WordingErrors(wording)).toEqual({})
    const atLimit = withQuestion(0, { text: long(1000), help: long(1000), options: wording.content.it[0]!.options.with(0, long(200)) })
    expect(findSf36WordingErrors({ ...atLimit, licence: long(80), description: { it: long(80), en: 'x' } })).toEqual({})
  })

  const options = wording.content.it[0]!.options
  const questions = wording.content.it[2]!.questions
  test.each<[string, Sf36Wording, string, string]>([
    ['no text', withQuestion(0, { text: ' ' }), 'it.0.text', 'field_required'],
    ['a long text', withQuestion(0, { text: long(1001) }), 'it.0.text', 'value_too_long'],
    ['a long help', withQuestion(0, { help: long(1001) }), 'it.0.help', 'value_too_long'],
    ['an empty option', withQuestion(0, { options: options.with(4, '') }), 'it.0.options.4', 'field_required'],
    ['a long option', withQuestion(0, { options: options.with(4, long(201)) }), 'it.0.options.4', 'value_too_long'],
    ['equal options', withQuestion(0, { options: options.with(4, options[0]!) }), 'it.0.options.4', 'sf36_text_repeated'],
    ['an empty question', withQuestion(2, { questions: questions.with(9, '') }), 'it.2.questions.9', 'field_required'],
    ['equal questions', withQuestion(2, { questions: questions.with(9, questions[1]!) }), 'it.2.questions.9', 'sf36_text_repeated'],
    ['an additional option', withQuestion(0, { options: [...options, 'x'] }), 'it.0', 'sf36_structure_wrong'],
    ['a missing question', withQuestion(2, { questions: questions.slice(1) }), 'it.2', 'sf36_structure_wrong'],
    ['a question of a radio question', withQuestion(0, { questions: ['x'] }), 'it.0', 'sf36_structure_wrong'],
    ['ten questions', { ...wording, content: { ...wording.content, en: wording.content.en.slice(1) } }, 'en', 'sf36_points_wrong'],
    ['no description', { ...wording, description: { it: 'x', en: '' } }, 'description.en', 'field_required'],
    ['a long licence', { ...wording, licence: long(81) }, 'licence', 'value_too_long'],
  ])('%s', (_case, changed, path, code) => {
    expect(findSf36WordingErrors(changed)).toMatchObject({ [path]: { code } })
    const keepsDraft = ['value_too_long', 'sf36_structure_wrong', 'sf36_points_wrong'].includes(code)
    expect(Object.keys(findSf36DraftErrors(changed))).toEqual(keepsDraft ? [path] : [])
  })
})

const free: Sf36Wording = {
  ...wording,
  scoring: 'none',
  content: {
    it: [{ text: 'Dormi bene?', help: '', options: ['Sì', 'No'], questions: [] }],
    en: [{ text: 'Do you sleep well?', help: '', options: ['Yes', 'No'], questions: [] }],
  },
}
/** The same question in both languages, changed, as often as wanted. */
const freeWith = (changed: Partial<Sf36QuestionText>, count = 1): Sf36Wording => {
  const questions = Array.from({ length: count }, () => ({ ...free.content.it[0]!, ...changed }))
  return { ...free, content: { it: questions, en: questions } }
}
const numbered = (count: number): string[] => Array.from({ length: count }, (_, place) => String(place))

describe('REQ-PAT-21: a questionnaire with other questions, without scores', () => {
  test.each<[string, Sf36Wording]>([
    ['one question', free],
    ['50 questions', freeWith({}, 50)],
    ['20 answers and 20 sub-questions', freeWith({ options: numbered(20), questions: numbered(20) })],
    ['the questions of the SF-36', { ...wording, scoring: 'none' }],
  ])('%s: nothing keeps it from being published', (_case, accepted) => expect(findSf36WordingErrors(accepted)).toEqual({}))

  test.each<[string, Sf36Wording, string, string, boolean]>([
    ['no question', { ...free, content: { it: [], en: [] } }, 'it', 'sf36_points_missing', false],
    ['51 questions', freeWith({}, 51), 'it', 'sf36_points_too_many', true],
    ['one answer', freeWith({ options: ['Sì'] }), 'it.0', 'sf36_options_too_few', false],
    ['21 answers', freeWith({ options: numbered(21) }), 'it.0', 'sf36_options_too_many', true],
    ['21 sub-questions', freeWith({ questions: numbered(21) }), 'it.0', 'sf36_options_too_many', true],
    ['one language without the question', { ...free, content: { ...free.content, en: [] } }, 'en', 'sf36_languages_differ', true],
    [
      'one language with another answer',
      { ...free, content: { ...free.content, en: [{ ...free.content.en[0]!, options: ['Yes', 'No', 'Sometimes'] }] } },
      'en.0',
      'sf36_languages_differ',
      true,
    ],
    ['an empty answer', freeWith({ options: ['Sì', ' '] }), 'it.0.options.1', 'field_required', false],
    ['its questions with the scores of the SF-36', { ...free, scoring: 'sf36' }, 'it', 'sf36_points_wrong', true],
  ])('%s: rejected', (_case, rejected, path, code, isDraftRejected) => {
    expect(findSf36WordingErrors(rejected)).toMatchObject({ [path]: { code } })
    expect(path in findSf36DraftErrors(rejected)).toBe(isDraftRejected)
  })

  test('one that its own file could not bring back is too large', () => {
    const texts = (bytes: number) => freeWith({ text: 'x'.repeat(1000), help: 'x'.repeat(bytes) }, 50)
    const room = maxWordingFileBytes - new TextEncoder().encode(formatSf36File(texts(0))).length
    expect(findSf36DraftErrors(texts(Math.floor(room / 100)))).toEqual({})
    expect(findSf36DraftErrors(texts(Math.floor(room / 100) + 1))).toEqual({ form: { code: 'sf36_too_large' } })
  })

  test('its file is read as it was written', () => {
    expect(parseSf36File(formatSf36File(free))).toEqual({ wording: free })
    const { scoring: _scoring, ...withoutScoring } = JSON.parse(formatSf36File(free)) as Record<string, unknown>
    expect(parseSf36File(JSON.stringify(withoutScoring))).toMatchObject({ error: { code: 'sf36_points_wrong' } })
    expect(parseSf36File(formatSf36File(freeWith({ options: ['Sì'] })))).toEqual({ error: { code: 'sf36_options_too_few' } })
  })
})

describe('REQ-PAT-13: the file of a licensed wording', () => {
  const licensed = { ...wording, licence: 'QM-123' }
  test('is read as it was written, also with a mark at its beginning', () => {
    expect(parseSf36File(formatSf36File(licensed))).toEqual({ wording: licensed })
    expect(parseSf36File(`\uFEFF${formatSf36File(licensed)}`)).toEqual({ wording: licensed })
  })

  const file = JSON.parse(formatSf36File(licensed)) as Record<string, unknown>
  test.each<[string, string, object]>([
    ['no JSON', '{', { code: 'sf36_file_unreadable' }],
    ['empty', '', { code: 'sf36_file_unreadable' }],
    ['a list', '[]', { code: 'sf36_file_incomplete' }],
    ['without English', JSON.stringify({ ...file, en: undefined }), { code: 'sf36_file_incomplete', params: { path: 'en' } }],
    ['a number as text', JSON.stringify({ ...file, it: [{ text: 1 }] }), { code: 'sf36_file_incomplete', params: { path: 'it.0.text' } }],
    ['ten questions', JSON.stringify({ ...file, it: wording.content.it.slice(1) }), { code: 'sf36_points_wrong', params: { count: 11 } }],
    [
      'other options',
      JSON.stringify({ ...file, it: withQuestion(3, { options: ['a'] }).content.it }),
      { code: 'sf36_structure_wrong', params: { question: 4 } },
    ],
    [
      'an empty text',
      JSON.stringify({ ...file, it: withQuestion(3, { text: '' }).content.it }),
      { code: 'sf36_file_incomplete', params: { path: 'it.3.text' } },
    ],
  ])('%s is rejected', (_case, text, error) => expect(parseSf36File(text)).toMatchObject({ error }))
})

test('REQ-UI-20: an incomplete draft that a browser kept is read back; anything else is ignored', () => {
  const incomplete = freeWith({ text: '', options: [] })
  expect(parseSf36Draft(JSON.parse(JSON.stringify(incomplete)))).toEqual(incomplete)
  for (const other of [undefined, null, 'x', [], { ...incomplete, scoring: 'x' }, { ...incomplete, content: { it: [] } }])
    expect(parseSf36Draft(other)).toBeUndefined()
})

test.each<[string, Sf36Wording, readonly string[]]>([
  ['nothing', wording, []],
  [
    'two questions',
    {
      ...withQuestion(0, { text: 'x' }),
      content: {
        it: withQuestion(0, { text: 'x' }).content.it,
        en: wording.content.en.with(10, { ...wording.content.en[10]!, help: 'y' }),
      },
    },
    ['1', '11'],
  ],
  ['scoring', { ...wording, scoring: 'none' }, ['scoring']],
  [
    'an added and a removed question',
    { ...wording, content: { it: wording.content.it.slice(0, 10), en: wording.content.en.slice(0, 10) } },
    ['11'],
  ],
  ['licence and description', { ...wording, licence: 'x', description: { it: 'y', en: 'Trial' } }, ['description', 'licence']],
])('what a draft changes: %s', (_case, after, changed) => expect(listChangedParts(wording, after)).toEqual(changed))
