import type { ErrorDetail, FieldErrors } from '../error.ts'
import { languages, type Language } from '../language.ts'
import { isSameShape, readShape } from './items.ts'
import { sf36Questions, sf36Shape } from './structure.ts'
import type { Sf36QuestionText, Sf36Scoring } from './text.ts'

/** The questions of a questionnaire in both languages, with its scoring, and its licence number, empty without one. */
export type Sf36Wording = {
  readonly description: Readonly<Record<Language, string>>
  readonly licence: string
  readonly scoring: Sf36Scoring
  readonly content: Readonly<Record<Language, readonly Sf36QuestionText[]>>
}

/** The limits of a questionnaire. The schema of a question has the same ones. */
export const sf36Limits = { description: 80, licence: 80, text: 1000, option: 200, questions: 50, options: 20, subQuestions: 20 } as const

/** A file within this size fits into one request, and so does the draft that it becomes. */
export const maxWordingFileBytes = 200_000

/** Writes a questionnaire as the file that `parseSf36File` reads. */
export const formatSf36File = ({ licence, scoring, description, content: { it, en } }: Sf36Wording): string =>
  `${JSON.stringify({ licence, scoring, description, it, en }, null, 2)}\n`

type Found = readonly [path: string, error: ErrorDetail]

const findTextErrors = (path: string, text: string, max: number, isRequired = true): Found[] => {
  if (isRequired && text.trim() === '') return [[path, { code: 'field_required' }]]
  return text.length > max ? [[path, { code: 'value_too_long', params: { max } }]] : []
}

const findRepeated = (path: string, texts: readonly string[]): Found[] =>
  texts.flatMap((text, place): Found[] =>
    text.trim() !== '' && texts.indexOf(text) < place ? [[`${path}.${place}`, { code: 'sf36_text_repeated' }]] : [],
  )

const findQuestionErrors = (path: string, question: Sf36QuestionText): Found[] => [
  ...findTextErrors(`${path}.text`, question.text, sf36Limits.text),
  ...findTextErrors(`${path}.help`, question.help, sf36Limits.text, false),
  ...question.options.flatMap((option, place) => findTextErrors(`${path}.options.${place}`, option, sf36Limits.option)),
  ...findRepeated(`${path}.options`, question.options),
  ...question.questions.flatMap((subQuestion, place) => findTextErrors(`${path}.questions.${place}`, subQuestion, sf36Limits.text)),
  ...findRepeated(`${path}.questions`, question.questions),
]

type Content = Sf36Wording['content']

/** The published structure, by which the answers are scored. */
const findScoredShapeErrors = (content: Content): Found[] =>
  languages.flatMap((language): Found[] => {
    const shape = readShape(content[language])
    if (shape.length !== sf36Shape.length) return [[language, { code: 'sf36_points_wrong', params: { count: sf36Questions.length } }]]
    return shape.flatMap((question, place): Found[] => {
      const published = sf36Shape[place]
      return published && isSameShape([question], [published])
        ? []
        : [[`${language}.${place}`, { code: 'sf36_structure_wrong', params: { question: place + 1 } }]]
    })
  })

/** Any structure within the limits, the same in both languages, so that an answer means the same in both. */
const findFreeShapeErrors = (content: Content): Found[] => {
  const [it, en] = [readShape(content.it), readShape(content.en)]
  if (it.length > sf36Limits.questions) return [['it', { code: 'sf36_points_too_many', params: { max: sf36Limits.questions } }]]
  if (it.length !== en.length) return [['en', { code: 'sf36_languages_differ' }]]
  if (it.length === 0) return [['it', { code: 'sf36_points_missing' }]]
  return it.flatMap((question, place): Found[] => {
    const { options, subQuestions } = question
    const other = en[place]
    if (!other || !isSameShape([question], [other])) return [[`en.${place}`, { code: 'sf36_languages_differ' }]]
    if (options < 2) return [[`it.${place}`, { code: 'sf36_options_too_few' }]]
    if (options > sf36Limits.options || subQuestions > sf36Limits.subQuestions)
      return [[`it.${place}`, { code: 'sf36_options_too_many', params: { max: sf36Limits.options } }]]
    return []
  })
}

const findShapeErrors = { sf36: findScoredShapeErrors, none: findFreeShapeErrors } as const satisfies Record<Sf36Scoring, unknown>

const findSizeErrors = (wording: Sf36Wording): Found[] =>
  new TextEncoder().encode(formatSf36File(wording)).length > maxWordingFileBytes ? [['form', { code: 'sf36_too_large' }]] : []

/**
 * Returns the errors that prevent publication of a questionnaire, by path. `it.0.options.2` is the third Italian option of the first question.
 * The structure of one with scores is fixed, because the scores count it (REQ-PAT-21).
 */
export const findSf36WordingErrors = (wording: Sf36Wording): FieldErrors => {
  const { description, licence, scoring, content } = wording
  const shapeErrors = findShapeErrors[scoring](content)
  const wrong = new Set(shapeErrors.map(([path]) => path))
  return Object.fromEntries([
    ...languages.flatMap((language) => findTextErrors(`description.${language}`, description[language], sf36Limits.description)),
    ...findTextErrors('licence', licence, sf36Limits.licence, false),
    ...findSizeErrors(wording),
    ...shapeErrors,
    ...languages.flatMap((language) =>
      wrong.has(language)
        ? []
        : content[language].flatMap((question, place) =>
            wrong.has(`${language}.${place}`) ? [] : findQuestionErrors(`${language}.${place}`, question),
          ),
    ),
  ])
}

const draftCodes: readonly string[] = [
  'value_too_long',
  'sf36_points_wrong',
  'sf36_structure_wrong',
  'sf36_points_too_many',
  'sf36_options_too_many',
  'sf36_languages_differ',
  'sf36_too_large',
]

/** Returns what keeps a draft from being stored: limits and structure. Its words may be incomplete. */
export const findSf36DraftErrors = (wording: Sf36Wording): FieldErrors =>
  Object.fromEntries(Object.entries(findSf36WordingErrors(wording)).filter(([, { code }]) => draftCodes.includes(code)))

/** Lists the differences between two states of a draft: the numbers of its questions, `description`, `licence` and `scoring`. */
export const listChangedParts = (before: Sf36Wording, after: Sf36Wording): readonly string[] => {
  const write = (question: Sf36QuestionText | undefined): string =>
    question ? JSON.stringify([question.text, question.help, question.options, question.questions]) : ''
  const count = Math.max(...[before, after].flatMap(({ content }) => languages.map((language) => content[language].length)))
  const places = Array.from({ length: count }, (_, place) => place).filter((place) =>
    languages.some((language) => write(before.content[language][place]) !== write(after.content[language][place])),
  )
  return [
    ...(languages.some((language) => before.description[language] !== after.description[language]) ? ['description'] : []),
    ...(before.licence === after.licence ? [] : ['licence']),
    ...(before.scoring === after.scoring ? [] : ['scoring']),
    ...places.map((place) => String(place + 1)),
  ]
}
