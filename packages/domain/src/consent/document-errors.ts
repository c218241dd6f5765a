import type { ErrorDetail, FieldErrors } from '../error.ts'
import { languages } from '../language.ts'
import type { DraftParagraph, EditableDocumentKind, Translated } from './document-paragraphs.ts'

/** The limits of a document. The database holds them too (REQ-CON-18). */
export const documentLimits = { paragraphs: 150, title: 200, text: 4000, options: 6, option: 200, field: 40, note: 500 } as const

/** The questions that decide about data, with their number of options. Flags, studies and exports follow from them (REQ-CON-02). */
export const requiredQuestions: Readonly<Record<string, number>> = {
  C_DB_P: 2,
  C_DB_M: 2,
  C_S: 2,
  C_EXTRAEU: 2,
  C_P_DB: 2,
  C_F: 2,
  C_INCIDENTAL: 3,
}

/** The first of two options means Yes, so both are fixed. */
export const yesAndNo = [
  { it: 'Sì', en: 'Yes' },
  { it: 'No', en: 'No' },
] as const satisfies readonly Translated[]

type Found = readonly [path: string, error: ErrorDetail]
type Radio = Extract<DraftParagraph, { type: 'radio' }>

const findTextErrors = (path: string, texts: Translated, max: number): Found[] =>
  languages.flatMap((language): Found[] => {
    const text = texts[language].trim()
    if (text === '') return [[`${path}.${language}`, { code: 'field_required' }]]
    return text.length > max ? [[`${path}.${language}`, { code: 'value_too_long', params: { max } }]] : []
  })

const isYesAndNo = (options: readonly Translated[]): boolean =>
  options.length === 2 && options.every((option, place) => languages.every((language) => option[language] === yesAndNo[place]?.[language]))

const fieldPatterns = { preliminary: /^P_[A-Z0-9_]{1,38}$/, consents: /^C_[A-Z0-9_]{1,38}$/ } as const
/** The registration and the withdrawal are no questions of a document. */
const reservedFields: readonly string[] = ['C_DB', 'C_DB_NO_NOTIFICATION']

const findFieldErrors = (
  kind: 'preliminary' | 'consents',
  path: string,
  { field }: Radio,
  paragraphs: readonly DraftParagraph[],
): Found[] => {
  if (!fieldPatterns[kind].test(field) || reservedFields.includes(field))
    return [[`${path}.field`, { code: 'document_field_wrong', params: { start: kind === 'preliminary' ? 'P_' : 'C_' } }]]
  const same = paragraphs.filter((paragraph) => paragraph.type === 'radio' && paragraph.field === field)
  return same.length > 1 ? [[`${path}.field`, { code: 'document_field_repeated', params: { field } }]] : []
}

const findOptionErrors = (kind: EditableDocumentKind, path: string, { field, options }: Radio): Found[] => {
  const expected = kind === 'preliminary' ? 2 : requiredQuestions[field]
  const counts = expected === undefined ? options.length >= 2 && options.length <= documentLimits.options : options.length === expected
  if (!counts)
    return [
      [`${path}.options`, { code: 'document_options_wrong', params: { min: expected ?? 2, max: expected ?? documentLimits.options } }],
    ]
  if (options.length === 2) return isYesAndNo(options) ? [] : [[`${path}.options`, { code: 'document_yes_first' }]]
  const texts = options.flatMap((option, place) => findTextErrors(`${path}.options.${place}`, option, documentLimits.option))
  const repeats = languages.some((language) => new Set(options.map((option) => option[language].trim())).size < options.length)
  return texts.length === 0 && repeats ? [[`${path}.options`, { code: 'document_options_repeated' }]] : texts
}

/** Each section of the information has its summary directly below the heading; other documents have none (REQ-CON-01). */
const findSummaryErrors = (kind: EditableDocumentKind, paragraphs: readonly DraftParagraph[]): Found[] =>
  paragraphs.flatMap(({ type }, place): Found[] => {
    const path = `paragraphs.${place}`
    if (type === 'summary' && (kind !== 'information' || paragraphs[place - 1]?.type !== 'title'))
      return [[path, { code: 'document_summary_place' }]]
    if (kind === 'information' && type === 'title' && paragraphs[place + 1]?.type !== 'summary')
      return [[path, { code: 'document_summary_missing' }]]
    return []
  })

/** Two equal paragraphs cannot be distinguished in a comparison of versions. */
const findRepeatedTexts = (paragraphs: readonly DraftParagraph[]): Found[] =>
  paragraphs.flatMap((paragraph, place): Found[] =>
    languages.flatMap((language): Found[] => {
      const text = paragraph[language].trim()
      const first = paragraphs.findIndex((other) => other[language].trim() === text)
      return text !== '' && first < place ? [[`paragraphs.${place}.${language}`, { code: 'document_text_repeated' }]] : []
    }),
  )

const findMissingQuestions = (kind: EditableDocumentKind, paragraphs: readonly DraftParagraph[]): Found[] => {
  const fields = paragraphs.flatMap((paragraph) => (paragraph.type === 'radio' ? [paragraph.field] : []))
  if (kind === 'preliminary')
    return fields.length > 0 ? [] : [['paragraphs', { code: 'document_question_missing', params: { field: 'P_…' } }]]
  if (kind !== 'consents') return []
  const missing = Object.keys(requiredQuestions).filter((field) => !fields.includes(field))
  return missing.length > 0 ? [['paragraphs', { code: 'document_question_missing', params: { field: missing.join(', ') } }]] : []
}

/**
 * Returns the errors that prevent publication of a draft, by path. `paragraphs.3.it` is the Italian text of the fourth part (REQ-CON-18). Names
 * of questions, required ones and the order of Yes and No are fixed. Flags, studies and old programs rely on them.
 */
export const findDocumentErrors = (kind: EditableDocumentKind, paragraphs: readonly DraftParagraph[]): FieldErrors => {
  if (paragraphs.length === 0) return { paragraphs: { code: 'field_required' } }
  if (paragraphs.length > documentLimits.paragraphs)
    return { paragraphs: { code: 'document_too_many_parts', params: { max: documentLimits.paragraphs } } }
  const parts = paragraphs.flatMap((paragraph, place): Found[] => {
    const path = `paragraphs.${place}`
    if (paragraph.type !== 'radio') return findTextErrors(path, paragraph, documentLimits[paragraph.type === 'title' ? 'title' : 'text'])
    if (kind !== 'preliminary' && kind !== 'consents') return [[path, { code: 'document_no_questions' }]]
    return [
      ...findTextErrors(path, paragraph, documentLimits.text),
      ...findFieldErrors(kind, path, paragraph, paragraphs),
      ...findOptionErrors(kind, path, paragraph),
    ]
  })
  return Object.fromEntries([
    ...findMissingQuestions(kind, paragraphs),
    ...findSummaryErrors(kind, paragraphs),
    ...findRepeatedTexts(paragraphs),
    ...parts,
  ])
}

const limitCodes: readonly string[] = ['value_too_long', 'document_too_many_parts']

/** Returns what keeps a draft from being stored: its limits. It may be incomplete. */
export const findDraftErrors = (kind: EditableDocumentKind, paragraphs: readonly DraftParagraph[]): FieldErrors =>
  Object.fromEntries(Object.entries(findDocumentErrors(kind, paragraphs)).filter(([, { code }]) => limitCodes.includes(code)))

/** The questions and options of a document, which an editorial change keeps. */
const describeShape = (paragraphs: readonly DraftParagraph[]): string =>
  JSON.stringify(
    paragraphs
      .flatMap((paragraph) => (paragraph.type === 'radio' ? [`${paragraph.field} ${paragraph.options.length}`] : []))
      .toSorted((a, b) => a.localeCompare(b)),
  )

/** True if a version adds or removes a question or an option, so that earlier answers do not answer it (REQ-CON-19). */
export const changesQuestions = (before: readonly DraftParagraph[], after: readonly DraftParagraph[]): boolean =>
  describeShape(before) !== describeShape(after)
