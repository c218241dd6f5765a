import type { ConsentDocument } from '@registry/api-contract/consents'
import { type Answer, type Answers, isOption, listQuestions, type Question } from '@registry/domain/consent/questions'
import type { FormErrors } from '@registry/ui/forms/resolved-errors.ts'
import { useMemo } from 'react'
import type { ChoiceLabelProps, Choices, QuestionnaireProps } from '../../questions/questionnaire.ts'
import { Questions } from '../../questions/questions.tsx'
import { AnswerLabel } from './answer-label.tsx'
import { findOptionIndex, splitIntoSteps, toAnswer } from './steps.ts'
import { TextParagraphs } from '@registry/ui/questions/text-paragraphs.tsx'

export type ConsentQuestionsProps = Omit<
  QuestionnaireProps,
  'steps' | 'closing' | 'choices' | 'saved' | 'onChoose' | 'choiceLabel' | 'check' | 'stop'
> & {
  readonly document: ConsentDocument
  readonly answers: Answers
  /** The answers in force, which the review compares. */
  readonly saved?: Answers
  readonly onAnswer: (field: string, answer: Answer) => void
  /** Finds the errors of all answers. */
  readonly check: (answers: Answers) => FormErrors
  /** Finds the errors that stop the person at the open question. */
  readonly stop?: (answers: Answers) => FormErrors | undefined
}

const toChoices = (questions: readonly Question[], answers: Answers): Choices =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const answer = answers[question.field]
      return answer !== undefined && isOption(question, answer) ? [[question.field, findOptionIndex(answer)] as const] : []
    }),
  )

const ConsentChoiceLabel = ({ question, option }: ChoiceLabelProps) => (
  <AnswerLabel question={{ ...question, type: 'radio' }} answer={option === undefined ? undefined : toAnswer(question, option)} />
)

/** The questions of a consent document, whose answers are booleans and numbers of options (REQ-CON-02). */
export const ConsentQuestions = ({ document, answers, saved, onAnswer, check, stop, ...questionnaire }: ConsentQuestionsProps) => {
  const { steps, closing, questions } = useMemo(() => {
    const split = splitIntoSteps(document.paragraphs)
    return {
      steps: split.steps.map(({ lead, question }) => ({ lead: <TextParagraphs paragraphs={lead} />, question })),
      closing: <TextParagraphs paragraphs={split.closing} />,
      questions: new Map(listQuestions(document.paragraphs).map((question) => [question.field, question])),
    }
  }, [document])
  const choices = useMemo(() => toChoices([...questions.values()], answers), [questions, answers])
  const toAnswers = (chosen: Choices): Answers =>
    Object.fromEntries(
      Object.entries(chosen).flatMap(([field, option]) => {
        const question = questions.get(field)
        return question ? [[field, toAnswer(question, option)] as const] : []
      }),
    )
  return (
    <Questions
      {...questionnaire}
      steps={steps}
      closing={closing}
      choices={choices}
      {...(saved && { saved: toChoices([...questions.values()], saved) })}
      onChoose={(field, option) => {
        const question = questions.get(field)
        if (question) onAnswer(field, toAnswer(question, option))
      }}
      choiceLabel={ConsentChoiceLabel}
      check={(chosen) => check(toAnswers(chosen))}
      {...(stop && { stop: (chosen: Choices) => stop(toAnswers(chosen)) })}
    />
  )
}
