import type { ErrorDetail, FieldErrors } from '../error.ts'
import { languages, type Language } from '../language.ts'
import { sf36Points } from './structure.ts'
import type { Sf36PointText } from './text.ts'

/** A wording of the questionnaire in both languages, with its licence number, empty without one (REQ-PAT-13). */
export type Sf36Wording = {
  readonly description: Readonly<Record<Language, string>>
  readonly licence: string
  readonly content: Readonly<Record<Language, readonly Sf36PointText[]>>
}

/** The limits of a wording. The schema of a point has the same ones. */
export const sf36Limits = { description: 80, licence: 80, text: 1000, option: 200 } as const

type Found = readonly [path: string, error: ErrorDetail]

const findTextErrors = (path: string, text: string, max: number, isRequired = true): Found[] => {
  if (isRequired && text.trim() === '') return [[path, { code: 'field_required' }]]
  return text.length > max ? [[path, { code: 'value_too_long', params: { max } }]] : []
}

/** True if the point has the options and sub-questions of the published structure, by which it is scored. */
const hasPublishedShape = ({ options, questions }: Sf36PointText, place: number): boolean => {
  const point = sf36Points[place]
  return point !== undefined && options.length === point.options && questions.length === (point.type === 'multi' ? point.items.length : 0)
}

const findRepeated = (path: string, texts: readonly string[]): Found[] =>
  texts.flatMap((text, place): Found[] =>
    text.trim() !== '' && texts.indexOf(text) < place ? [[`${path}.${place}`, { code: 'sf36_text_repeated' }]] : [],
  )

const findPointErrors = (path: string, point: Sf36PointText): Found[] => [
  ...findTextErrors(`${path}.text`, point.text, sf36Limits.text),
  ...findTextErrors(`${path}.help`, point.help, sf36Limits.text, false),
  ...point.options.flatMap((option, place) => findTextErrors(`${path}.options.${place}`, option, sf36Limits.option)),
  ...findRepeated(`${path}.options`, point.options),
  ...point.questions.flatMap((question, place) => findTextErrors(`${path}.questions.${place}`, question, sf36Limits.text)),
  ...findRepeated(`${path}.questions`, point.questions),
]

/**
 * Returns what keeps a wording from being published, by path: `it.0.options.2` is the third Italian option of the first point. The
 * structure of 11 points and 36 items is fixed, because the scores count it (REQ-PAT-13).
 */
export const findSf36WordingErrors = ({ description, licence, content }: Sf36Wording): FieldErrors =>
  Object.fromEntries([
    ...languages.flatMap((language) => findTextErrors(`description.${language}`, description[language], sf36Limits.description)),
    ...findTextErrors('licence', licence, sf36Limits.licence, false),
    ...languages.flatMap((language): Found[] => {
      const points = content[language]
      if (points.length !== sf36Points.length) return [[language, { code: 'sf36_points_wrong', params: { count: sf36Points.length } }]]
      return points.flatMap((point, place): Found[] => {
        const path = `${language}.${place}`
        if (!hasPublishedShape(point, place)) return [[path, { code: 'sf36_structure_wrong', params: { point: place + 1 } }]]
        return findPointErrors(path, point)
      })
    }),
  ])

const draftCodes: readonly string[] = ['value_too_long', 'sf36_points_wrong', 'sf36_structure_wrong']

/** Returns what keeps a draft from being stored: limits and structure. Its words may be incomplete. */
export const findSf36DraftErrors = (wording: Sf36Wording): FieldErrors =>
  Object.fromEntries(Object.entries(findSf36WordingErrors(wording)).filter(([, { code }]) => draftCodes.includes(code)))

/** Names what differs between two states of a draft: the numbers of its points, `description` and `licence`. */
export const listChangedPoints = (before: Sf36Wording, after: Sf36Wording): readonly string[] => {
  const write = ({ text, help, options, questions }: Sf36PointText): string => JSON.stringify([text, help, options, questions])
  const points = [...sf36Points.keys()].filter((place) =>
    languages.some((language) => {
      const [former, current] = [before.content[language][place], after.content[language][place]]
      return former && current && write(former) !== write(current)
    }),
  )
  return [
    ...(languages.some((language) => before.description[language] !== after.description[language]) ? ['description'] : []),
    ...(before.licence === after.licence ? [] : ['licence']),
    ...points.map((place) => String(place + 1)),
  ]
}
