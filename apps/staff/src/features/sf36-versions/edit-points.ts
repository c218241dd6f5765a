import type { Language } from '@registry/domain/language'
import type { Sf36PointText } from '@registry/domain/sf36/text'
import { sf36Limits, type Sf36Wording } from '@registry/domain/sf36/wording'

type Content = Sf36Wording['content']

/** The words of one point in both languages. */
export type EditedPoint = Readonly<Record<Language, Sf36PointText>>

/** The two lists of texts in a point. */
export type TextListName = 'questions' | 'options'

const move = <Item>(items: readonly Item[], place: number, by: 1 | -1): readonly Item[] => {
  const item = items[place]
  return item === undefined ? items : items.toSpliced(place, 1).toSpliced(place + by, 0, item)
}

/** A new point with two empty options, the fewest that can be published. */
const newPoint: Sf36PointText = { text: '', help: '', options: ['', ''], questions: [] }

const editBoth = ({ it, en }: Content, edit: (points: readonly Sf36PointText[]) => readonly Sf36PointText[]): Content => ({
  it: edit(it),
  en: edit(en),
})

export const addPoint = (content: Content): Content => editBoth(content, (points) => [...points, newPoint])
export const removePoint = (content: Content, place: number): Content => editBoth(content, (points) => points.toSpliced(place, 1))
export const movePoint = (content: Content, place: number, by: 1 | -1): Content => editBoth(content, (points) => move(points, place, by))

/** A change of one list of a point, in both languages, so that an answer means the same in both. */
const editList = ({ it, en }: EditedPoint, list: TextListName, edit: (texts: readonly string[]) => readonly string[]): EditedPoint => ({
  it: { ...it, [list]: edit(it[list]) },
  en: { ...en, [list]: edit(en[list]) },
})

export const addText = (point: EditedPoint, list: TextListName): EditedPoint => editList(point, list, (texts) => [...texts, ''])
export const removeText = (point: EditedPoint, list: TextListName, place: number): EditedPoint =>
  editList(point, list, (texts) => texts.toSpliced(place, 1))
export const moveText = (point: EditedPoint, list: TextListName, place: number, by: 1 | -1): EditedPoint =>
  editList(point, list, (texts) => move(texts, place, by))

/** The most texts of each list. A point without sub-questions is one question. */
export const maxTexts = { questions: sf36Limits.questions, options: sf36Limits.options } as const satisfies Record<TextListName, number>
