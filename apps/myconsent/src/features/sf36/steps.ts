import type { Sf36Questionnaire } from '@registry/api-contract/sf36'
import { listItems, readShape } from '@registry/domain/sf36/items'
import type { Step } from '../../questions/questionnaire.ts'

/** One step for each item. The sub-questions of a question share its text. */
export const buildSf36Steps = (questions: Sf36Questionnaire['questions']): readonly Step[] =>
  listItems(readShape(questions)).flatMap(({ code, question: place, subQuestion: part }) => {
    const words = questions[place]
    if (!words) return []
    const { text, help, options, questions: subQuestions } = words
    const subQuestion = part === undefined ? undefined : subQuestions[part]
    if (subQuestion === undefined) return [{ question: { field: code, text, help, options } }]
    return [{ context: text, continues: part !== 0, question: { field: code, text: subQuestion, help, options } }]
  })
