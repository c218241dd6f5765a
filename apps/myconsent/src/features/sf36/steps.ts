import type { Sf36Questionnaire } from '@registry/api-contract/sf36'
import { listItems, readShape } from '@registry/domain/sf36/items'
import type { Step } from '../../questions/questionnaire.ts'

/** One step for each item. The sub-questions of a point share its text. */
export const buildSf36Steps = (points: Sf36Questionnaire['points']): readonly Step[] =>
  listItems(readShape(points)).flatMap(({ code, point, question }) => {
    const words = points[point]
    if (!words) return []
    const { text, help, options, questions } = words
    const subQuestion = question === undefined ? undefined : questions[question]
    if (subQuestion === undefined) return [{ question: { field: code, text, help, options } }]
    return [{ context: text, continues: question !== 0, question: { field: code, text: subQuestion, help, options } }]
  })
