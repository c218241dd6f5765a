import type { Language } from '@registry/domain/language'
import type { Sf36QuestionText } from '@registry/domain/sf36/text'
import { sf36Limits, type Sf36Wording } from '@registry/domain/sf36/wording'

type Content = Sf36Wording['content']

/** The words of one question in both languages. */
export type EditedQuestion = Readonly<Record<Language, Sf36QuestionText>>

/** The two lists of texts in a question. */
export type TextListName = 'questions' | 'options'

const move = <Item>(items: readonly Item[], place: number, by: 1 | -1): readonly Item[] => {
  const item = items[place]
  return item === undefined ? items : items.toSpliced(place, 1).toSpliced(place + by, 0, item)
}

/** A new question with two empty options, the fewest that can be published. */
const newQuestion: Sf36QuestionText = { text: '', help: '', options: ['', ''], questions: [] }

const editBoth = ({ it, en }: Content, edit: (questions: readonly Sf36QuestionText[]) => readonly Sf36QuestionText[]): Content => ({
  it: edit(it),
  en: edit(en),
})

export const addQuestion = (content: Content): Content => editBoth(content, (questions) => [...questions, newQuestion])
export const removeQuestion = (content: Content, place: number): Content => editBoth(content, (questions) => questions.toSpliced(place, 1))
export const moveQuestion = (content: Content, place: number, by: 1 | -1): Content =>
  editBoth(content, (questions) => move(questions, place, by))

/** A change of one list of a question, in both languages, so that an answer means the same in both. */
const editList = (
  { it, en }: EditedQuestion,
  list: TextListName,
  edit: (texts: readonly string[]) => readonly string[],
): EditedQuestion => ({
  it: { ...it, [list]: edit(it[list]) },
  en: { ...en, [list]: edit(en[list]) },
})

export const addText = (question: EditedQuestion, list: TextListName): EditedQuestion => editList(question, list, (texts) => [...texts, ''])
export const removeText = (question: EditedQuestion, list: TextListName, place: number): EditedQuestion =>
  editList(question, list, (texts) => texts.toSpliced(place, 1))
export const moveText = (question: EditedQuestion, list: TextListName, place: number, by: 1 | -1): EditedQuestion =>
  editList(question, list, (texts) => move(texts, place, by))

/** The most texts of each list. A question without sub-questions is one question. */
export const maxTexts = { questions: sf36Limits.subQuestions, options: sf36Limits.options } as const satisfies Record<TextListName, number>
