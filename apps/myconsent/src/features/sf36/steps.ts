import type { Sf36Questionnaire } from '@registry/api-contract/sf36'
import { sf36Items } from '@registry/domain/sf36/structure'
import type { Step } from '../../questions/questionnaire.ts'

/** One step for each of the 36 items. The sub-questions of a multi point share its text. */
export const buildSf36Steps = (points: Sf36Questionnaire['points']): readonly Step[] =>
  sf36Items.flatMap(({ code, point }, index) => {
    const words = points[point]
    if (!words) return []
    const { text, help, options, questions } = words
    const first = sf36Items.findIndex((item) => item.point === point)
    const subQuestion = questions[index - first]
    if (subQuestion === undefined) return [{ question: { field: code, text, help, options } }]
    return [{ context: text, continues: index > first, question: { field: code, text: subQuestion, help, options } }]
  })
