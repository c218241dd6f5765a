/** Shape of a point: its number of options, and of sub-questions. A point without sub-questions is one item. */
export type PointShape = { readonly options: number; readonly questions: number }

type PointWords = { readonly options: readonly unknown[]; readonly questions: readonly unknown[] }

/** Returns the shape of the points of a questionnaire. */
export const readShape = (points: readonly PointWords[]): readonly PointShape[] =>
  points.map(({ options, questions }) => ({ options: options.length, questions: questions.length }))

export const isSameShape = (one: readonly PointShape[], other: readonly PointShape[]): boolean =>
  one.length === other.length &&
  one.every(({ options, questions }, place) => other[place]?.options === options && other[place].questions === questions)

/** One question that a patient answers with an option. */
export type QuestionnaireItem = {
  /** The number of the point, with the letter of the sub-question: `1`, `3a`, `11d`. */
  readonly code: string
  /** The place of its point, from 0. */
  readonly point: number
  /** The place of its sub-question, from 0. Absent in a point without sub-questions. */
  readonly question?: number
  readonly options: number
}

/** Returns the items in the order of the questionnaire. */
export const listItems = (shape: readonly PointShape[]): readonly QuestionnaireItem[] =>
  shape.flatMap(({ options, questions }, point): QuestionnaireItem[] =>
    questions === 0
      ? [{ code: String(point + 1), point, options }]
      : Array.from({ length: questions }, (_, question) => ({
          code: `${point + 1}${String.fromCharCode('a'.charCodeAt(0) + question)}`,
          point,
          question,
          options,
        })),
  )
