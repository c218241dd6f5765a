import { describe, expect, test } from 'vitest'
import { changesQuestions, documentLimits, findDocumentErrors, findDraftErrors, requiredQuestions, yesAndNo } from './document-errors.ts'
import {
  listChangedParts,
  toContent,
  toDraftParagraphs,
  trimParagraphs,
  type DraftParagraph,
  type EditableDocumentKind,
} from './document-paragraphs.ts'

const part = (type: 'title' | 'summary' | 'text', it: string, en = `${it} (en)`): DraftParagraph => ({ type, it, en })
type Radio = Extract<DraftParagraph, { type: 'radio' }>
const question = (field: string, options: Radio['options'] = yesAndNo): Radio => ({
  type: 'radio',
  it: field,
  en: `${field}?`,
  field,
  options,
})
const three = ['a', 'b', 'c'].map((name) => ({ it: name, en: name }))

const consents: readonly DraftParagraph[] = Object.entries(requiredQuestions).map(([field, count]) =>
  question(field, count === 3 ? three : yesAndNo),
)
const information: readonly DraftParagraph[] = [part('title', 'Chi siamo'), part('summary', 'In breve'), part('text', 'Per esteso')]
const preliminary: readonly DraftParagraph[] = [part('title', 'Prima'), question('P_READ')]
const long = (length: number): string => 'à'.repeat(length)

describe('REQ-CON-18: what keeps a draft from being published', () => {
  test.each<[EditableDocumentKind, readonly DraftParagraph[]]>([
    ['consents', consents],
    ['consents', [part('title', 'Titolo'), part('text', 'Testo'), ...consents, question('C_NEW')]],
    ['consents', [...consents, question('C_MORE', [...three, { it: 'd', en: 'd' }])]],
    ['information', information],
    ['information', [part('text', 'Premessa'), ...information]],
    ['preliminary', preliminary],
  ])('%s, complete: nothing', (kind, paragraphs) => expect(findDocumentErrors(kind, paragraphs)).toEqual({}))

  const shorter = (count: number): DraftParagraph => question('C_MORE', three.slice(0, count))
  test.each<[string, EditableDocumentKind, readonly DraftParagraph[], string, string]>([
    ['no part', 'information', [], 'paragraphs', 'field_required'],
    [
      'too many parts',
      'preliminary',
      Array.from({ length: 151 }, (_, n) => part('text', `t${n}`)),
      'paragraphs',
      'document_too_many_parts',
    ],
    ['no Italian', 'preliminary', [part('text', ' ', 'x'), ...preliminary], 'paragraphs.0.it', 'field_required'],
    ['no English', 'preliminary', [part('text', 'x', ''), ...preliminary], 'paragraphs.0.en', 'field_required'],
    ['a long title', 'preliminary', [part('title', long(201)), ...preliminary], 'paragraphs.0.it', 'value_too_long'],
    ['a long text', 'preliminary', [part('text', 'x', long(4001)), ...preliminary], 'paragraphs.0.en', 'value_too_long'],
    ['a question in the information', 'information', [...information, question('P_READ')], 'paragraphs.3', 'document_no_questions'],
    ['a question in a text for minors', 'assent_child', [part('text', 'A'), question('C_A')], 'paragraphs.1', 'document_no_questions'],
    [
      'a summary in a text for minors',
      'assent_adolescent',
      [part('title', 'A'), part('summary', 'B')],
      'paragraphs.1',
      'document_summary_place',
    ],
    ['a title without summary', 'information', [part('title', 'A'), part('text', 'B')], 'paragraphs.0', 'document_summary_missing'],
    ['a summary without title', 'information', [...information, part('summary', 'B')], 'paragraphs.3', 'document_summary_place'],
    ['a summary elsewhere', 'preliminary', [...preliminary, part('summary', 'B')], 'paragraphs.2', 'document_summary_place'],
    ['a repeated text', 'information', [...information, part('text', 'Per esteso', 'Other')], 'paragraphs.3.it', 'document_text_repeated'],
    ['no question', 'preliminary', [part('title', 'A')], 'paragraphs', 'document_question_missing'],
    ['a missing consent', 'consents', consents.slice(1), 'paragraphs', 'document_question_missing'],
    ['a small code', 'preliminary', [question('P_read')], 'paragraphs.0.field', 'document_field_wrong'],
    ['a code of a consent', 'preliminary', [question('C_READ')], 'paragraphs.0.field', 'document_field_wrong'],
    ['a code of 41', 'preliminary', [question(`P_${'A'.repeat(39)}`)], 'paragraphs.0.field', 'document_field_wrong'],
    ['the registration', 'consents', [...consents, question('C_DB')], 'paragraphs.7.field', 'document_field_wrong'],
    ['the withdrawal', 'consents', [...consents, question('C_DB_NO_NOTIFICATION')], 'paragraphs.7.field', 'document_field_wrong'],
    [
      'a repeated code',
      'preliminary',
      [question('P_A'), { ...question('P_A'), it: 'b', en: 'b' }],
      'paragraphs.1.field',
      'document_field_repeated',
    ],
    ['three options before', 'preliminary', [question('P_A', three)], 'paragraphs.0.options', 'document_options_wrong'],
    [
      'two options for discrepancies',
      'consents',
      [...consents.slice(0, 6), question('C_INCIDENTAL')],
      'paragraphs.6.options',
      'document_options_wrong',
    ],
    ['one option', 'consents', [...consents, shorter(1)], 'paragraphs.7.options', 'document_options_wrong'],
    [
      'seven options',
      'consents',
      [
        ...consents,
        question(
          'C_MORE',
          Array.from({ length: 7 }, (_, n) => ({ it: `${n}`, en: `${n}` })),
        ),
      ],
      'paragraphs.7.options',
      'document_options_wrong',
    ],
    ['No before Yes', 'preliminary', [question('P_A', yesAndNo.toReversed())], 'paragraphs.0.options', 'document_yes_first'],
    ['other words for Yes', 'consents', [...consents, shorter(2)], 'paragraphs.7.options', 'document_yes_first'],
    [
      'equal options',
      'consents',
      [...consents, question('C_MORE', [...three, { it: 'a', en: 'd' }])],
      'paragraphs.7.options',
      'document_options_repeated',
    ],
    [
      'an empty option',
      'consents',
      [...consents, question('C_MORE', [...three, { it: '', en: 'd' }])],
      'paragraphs.7.options.3.it',
      'field_required',
    ],
    [
      'a long option',
      'consents',
      [...consents, question('C_MORE', [...three, { it: 'x', en: long(201) }])],
      'paragraphs.7.options.3.en',
      'value_too_long',
    ],
  ])('%s: %s', (_case, kind, paragraphs, path, code) => expect(findDocumentErrors(kind, paragraphs)).toMatchObject({ [path]: { code } }))

  const options = (count: number) => Array.from({ length: count }, (_, n) => ({ it: `${n}`, en: `${n}` }))
  test.each<[EditableDocumentKind, readonly DraftParagraph[], string, string, object]>([
    ['preliminary', [question('X')], 'paragraphs.0.field', 'document_field_wrong', { start: 'P_' }],
    ['consents', [...consents, question('X')], 'paragraphs.7.field', 'document_field_wrong', { start: 'C_' }],
    [
      'preliminary',
      [question('P_A'), { ...question('P_A'), it: 'b', en: 'b' }],
      'paragraphs.0.field',
      'document_field_repeated',
      { field: 'P_A' },
    ],
    ['preliminary', [question('P_A', three)], 'paragraphs.0.options', 'document_options_wrong', { min: 2, max: 2 }],
    ['consents', [...consents, question('C_MORE', options(7))], 'paragraphs.7.options', 'document_options_wrong', { min: 2, max: 6 }],
    ['preliminary', [part('title', 'A')], 'paragraphs', 'document_question_missing', { field: 'P_…' }],
    ['consents', consents.slice(2), 'paragraphs', 'document_question_missing', { field: 'C_DB_P, C_DB_M' }],
    ['preliminary', Array.from({ length: 151 }, (_, n) => part('text', `t${n}`)), 'paragraphs', 'document_too_many_parts', { max: 150 }],
  ])('the words about %s %# name what is right', (kind, paragraphs, path, code, params) =>
    expect(findDocumentErrors(kind, paragraphs)[path]).toEqual({ code, params }),
  )

  test.each<[string, EditableDocumentKind, readonly DraftParagraph[]]>([
    ['a text for minors', 'assent_child', [part('title', 'A'), part('text', 'B')]],
    ['as many parts as allowed', 'preliminary', [...preliminary, ...Array.from({ length: 148 }, (_, n) => part('text', `t${n}`))]],
    ['as many options as allowed', 'consents', [...consents, question('C_MORE', options(6))]],
    ['two words that repeat a code', 'preliminary', [part('text', 'P_READ', 'x'), { ...question('P_READ'), it: 'Letto?' }]],
  ])('%s are accepted', (_case, kind, paragraphs) => expect(findDocumentErrors(kind, paragraphs)).toEqual({}))

  test.each<[string, EditableDocumentKind, readonly DraftParagraph[], string, string]>([
    [
      'Yes in another language',
      'preliminary',
      [question('P_A', [{ it: 'Sì', en: 'Sure' }, yesAndNo[1]])],
      'paragraphs.0.options',
      'document_yes_first',
    ],
    [
      'only Yes right',
      'preliminary',
      [question('P_A', [yesAndNo[0], { it: 'Mai', en: 'Never' }])],
      'paragraphs.0.options',
      'document_yes_first',
    ],
    ['a summary first of all', 'information', [part('summary', 'B'), ...information], 'paragraphs.0', 'document_summary_place'],
    ['a title last of all', 'information', [...information, part('title', 'Z')], 'paragraphs.3', 'document_summary_missing'],
    [
      'a text repeated with blanks',
      'information',
      [...information, part('text', ' Per esteso ', 'Other')],
      'paragraphs.3.it',
      'document_text_repeated',
    ],
    [
      'a text with blanks repeated',
      'information',
      [...information, part('text', ' Poi'), part('text', 'Poi', 'O')],
      'paragraphs.4.it',
      'document_text_repeated',
    ],
    [
      'options equal but for blanks',
      'consents',
      [...consents, question('C_M', [...three, { it: ' a', en: 'd' }])],
      'paragraphs.7.options',
      'document_options_repeated',
    ],
  ])('%s is found', (_case, kind, paragraphs, path, code) =>
    expect(findDocumentErrors(kind, paragraphs)).toMatchObject({ [path]: { code } }),
  )

  test('an empty option counts as missing, not as repeated; two empty texts not as repeated', () => {
    const empty = { it: '', en: '' }
    expect(findDocumentErrors('consents', [...consents, question('C_M', [...three, empty, empty])])).not.toHaveProperty(
      'paragraphs.7.options',
    )
    expect(findDocumentErrors('preliminary', [...preliminary, part('text', '', ''), part('text', ' ', '')])).toMatchObject({
      'paragraphs.3.it': { code: 'field_required' },
    })
  })

  test('a text at its limit is accepted', () => {
    const { title, text, option, field } = documentLimits
    const atLimit: DraftParagraph[] = [
      part('title', long(title), 'a'),
      part('text', long(text), 'b'),
      ...consents,
      question(`C_${'A'.repeat(field - 2)}`, [...three, { it: long(option), en: 'd' }]),
    ]
    expect(findDocumentErrors('consents', atLimit)).toEqual({})
  })

  test('an incomplete draft is stored; one beyond a limit is not', () => {
    expect(findDraftErrors('consents', [part('text', '', '')])).toEqual({})
    expect(findDraftErrors('consents', [])).toEqual({})
    const many = Array.from({ length: 151 }, (_, n) => part('text', `t${n}`))
    expect(findDraftErrors('consents', many)).toEqual({ paragraphs: { code: 'document_too_many_parts', params: { max: 150 } } })
    expect(findDraftErrors('consents', [part('text', long(4001), '')])).toEqual({
      'paragraphs.0.it': { code: 'value_too_long', params: { max: 4000 } },
    })
  })
})

test('a published version becomes a draft and the same version again', () => {
  expect(toDraftParagraphs(toContent(consents))).toEqual(consents)
  expect(toContent(toDraftParagraphs(toContent(information)))).toEqual(toContent(information))
  expect(trimParagraphs([part('text', ' a ', 'b\n'), { ...question('P_A', [{ it: ' x', en: 'y ' }]), it: ' q ' }])).toEqual([
    part('text', 'a', 'b'),
    { ...question('P_A', [{ it: 'x', en: 'y' }]), it: 'q' },
  ])
})

test.each<[string, readonly DraftParagraph[], readonly string[], boolean]>([
  ['nothing', preliminary, [], false],
  ['a text', [part('title', 'Dopo'), question('P_READ')], ['1'], false],
  ['a question’s words', [part('title', 'Prima'), { ...question('P_READ'), it: 'Letto?' }], ['2'], false],
  ['an additional text', [...preliminary, part('text', 'x')], ['order'], false],
  ['an additional question', [...preliminary, question('P_MORE')], ['order'], true],
  ['a renamed question', [part('title', 'Prima'), question('P_OTHER')], ['2'], true],
  ['more options', [part('title', 'Prima'), question('P_READ', three)], ['2'], true],
])('REQ-CON-19: what a draft changes: %s', (_case, after, parts, questions) => {
  expect(listChangedParts(preliminary, after)).toEqual(parts)
  expect(changesQuestions(preliminary, after)).toBe(questions)
})
