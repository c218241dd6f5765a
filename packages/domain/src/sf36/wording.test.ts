import { describe, expect, test } from 'vitest'
import { sf36Points } from './structure.ts'
import type { Sf36PointText } from './text.ts'
import { formatSf36File, parseSf36File } from './wording-file.ts'
import { findSf36DraftErrors, findSf36WordingErrors, listChangedPoints, type Sf36Wording } from './wording.ts'

const buildPoints = (language: string): Sf36PointText[] =>
  sf36Points.map(({ type, options, items }, place) => ({
    text: `${language} ${place + 1}`,
    help: '',
    options: Array.from({ length: options }, (_, option) => `${language} option ${option}`),
    questions: type === 'multi' ? items.map((_, item) => `${language} item ${item}`) : [],
  }))
const wording: Sf36Wording = {
  description: { it: 'Prova', en: 'Trial' },
  licence: '',
  content: { it: buildPoints('it'), en: buildPoints('en') },
}
const withPoint = (place: number, changed: Partial<Sf36PointText>): Sf36Wording => {
  const { it, en } = wording.content
  return { ...wording, content: { it: it.with(place, { ...it[place]!, ...changed }), en } }
}
const long = (length: number): string => 'à'.repeat(length)

describe('REQ-PAT-13: what keeps a wording from being published', () => {
  test('a complete one at its limits: nothing', () => {
    expect(findSf36WordingErrors(wording)).toEqual({})
    const atLimit = withPoint(0, { text: long(1000), help: long(1000), options: wording.content.it[0]!.options.with(0, long(200)) })
    expect(findSf36WordingErrors({ ...atLimit, licence: long(80), description: { it: long(80), en: 'x' } })).toEqual({})
  })

  const options = wording.content.it[0]!.options
  const questions = wording.content.it[2]!.questions
  test.each<[string, Sf36Wording, string, string]>([
    ['no text', withPoint(0, { text: ' ' }), 'it.0.text', 'field_required'],
    ['a long text', withPoint(0, { text: long(1001) }), 'it.0.text', 'value_too_long'],
    ['a long help', withPoint(0, { help: long(1001) }), 'it.0.help', 'value_too_long'],
    ['an empty option', withPoint(0, { options: options.with(4, '') }), 'it.0.options.4', 'field_required'],
    ['a long option', withPoint(0, { options: options.with(4, long(201)) }), 'it.0.options.4', 'value_too_long'],
    ['equal options', withPoint(0, { options: options.with(4, options[0]!) }), 'it.0.options.4', 'sf36_text_repeated'],
    ['an empty question', withPoint(2, { questions: questions.with(9, '') }), 'it.2.questions.9', 'field_required'],
    ['equal questions', withPoint(2, { questions: questions.with(9, questions[1]!) }), 'it.2.questions.9', 'sf36_text_repeated'],
    ['an additional option', withPoint(0, { options: [...options, 'x'] }), 'it.0', 'sf36_structure_wrong'],
    ['a missing question', withPoint(2, { questions: questions.slice(1) }), 'it.2', 'sf36_structure_wrong'],
    ['a question of a radio point', withPoint(0, { questions: ['x'] }), 'it.0', 'sf36_structure_wrong'],
    ['ten points', { ...wording, content: { ...wording.content, en: wording.content.en.slice(1) } }, 'en', 'sf36_points_wrong'],
    ['no description', { ...wording, description: { it: 'x', en: '' } }, 'description.en', 'field_required'],
    ['a long licence', { ...wording, licence: long(81) }, 'licence', 'value_too_long'],
  ])('%s', (_case, changed, path, code) => {
    expect(findSf36WordingErrors(changed)).toMatchObject({ [path]: { code } })
    const keepsDraft = ['value_too_long', 'sf36_structure_wrong', 'sf36_points_wrong'].includes(code)
    expect(Object.keys(findSf36DraftErrors(changed))).toEqual(keepsDraft ? [path] : [])
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
    ['ten points', JSON.stringify({ ...file, it: wording.content.it.slice(1) }), { code: 'sf36_points_wrong', params: { count: 11 } }],
    [
      'other options',
      JSON.stringify({ ...file, it: withPoint(3, { options: ['a'] }).content.it }),
      { code: 'sf36_structure_wrong', params: { point: 4 } },
    ],
    [
      'an empty text',
      JSON.stringify({ ...file, it: withPoint(3, { text: '' }).content.it }),
      { code: 'sf36_file_incomplete', params: { path: 'it.3.text' } },
    ],
  ])('%s is refused', (_case, text, error) => expect(parseSf36File(text)).toMatchObject({ error }))
})

test.each<[string, Sf36Wording, readonly string[]]>([
  ['nothing', wording, []],
  [
    'two points',
    {
      ...withPoint(0, { text: 'x' }),
      content: { it: withPoint(0, { text: 'x' }).content.it, en: wording.content.en.with(10, { ...wording.content.en[10]!, help: 'y' }) },
    },
    ['1', '11'],
  ],
  ['licence and description', { ...wording, licence: 'x', description: { it: 'y', en: 'Trial' } }, ['description', 'licence']],
])('what a draft changes: %s', (_case, after, changed) => expect(listChangedPoints(wording, after)).toEqual(changed))
