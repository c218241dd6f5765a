import type { FormErrors } from '@registry/ui/forms/resolved-errors.ts'
import type { ComponentType, ReactNode } from 'react'

/** A question with one choice among its options. */
export type Question = { readonly field: string; readonly text: string; readonly options: readonly string[]; readonly help?: string }

/** One question with what the person reads before it. */
export type Step = {
  readonly lead?: ReactNode
  /** The words that several questions share. */
  readonly context?: string
  /** True if the context is that of the step before, so that a page with all questions shows it once. */
  readonly continues?: boolean
  readonly question: Question
}

/** The place of the chosen option by question, from 0. Questions without an answer are absent. */
export type Choices = Readonly<Record<string, number>>

/** A question and the place of the chosen option. */
export type ChoiceLabelProps = { readonly question: Question; readonly option: number | undefined }

/** Questions, their answers, their check and their submission. */
export type QuestionnaireProps = {
  readonly steps: readonly Step[]
  /** Text after the last question. */
  readonly closing: ReactNode
  readonly choices: Choices
  /** The answers in force, which the review and the list of changes compare. */
  readonly saved?: Choices
  readonly onChoose: (field: string, option: number) => void
  /** Shows an answer in the review. */
  readonly choiceLabel: ComponentType<ChoiceLabelProps>
  /** The open question or the review, from the address. */
  readonly openQuestion: string | undefined
  readonly onOpenQuestion: (name: string) => void
  /** Finds the errors of all answers. */
  readonly check: (choices: Choices) => FormErrors
  /** Finds the errors that stop the person at the open question, before the others are answered. */
  readonly stop?: (choices: Choices) => FormErrors | undefined
  /** The next step for the person, below the error. */
  readonly stopHelp?: ReactNode
  readonly submitLabel: string
  readonly reviewTitle: string
  /** Sends the answers; returns the errors. */
  readonly onSubmit: () => Promise<FormErrors | undefined>
  readonly onBack: () => void
  /** Below the form of the last step. */
  readonly children?: ReactNode
}

/** Finds the questions whose choice differs from the answer in force. */
export const listChanged = (steps: readonly Step[], saved: Choices, choices: Choices): readonly Question[] =>
  steps.flatMap(({ question }) => (saved[question.field] === choices[question.field] ? [] : [question]))

/** The review of all answers, as the open question of an address. */
export const reviewName = 'riepilogo'

/** The open question of an address. */
export const readOpenQuestion = (name: unknown): string | undefined =>
  typeof name === 'string' && /^\w{1,40}$/.test(name) ? name : undefined

/** The step of an address: the named question, the review, or else the first unanswered question. */
export const findPosition = (steps: readonly Step[], choices: Choices, openQuestion: string | undefined): number => {
  const named = steps.findIndex(({ question }) => question.field === openQuestion)
  if (named !== -1) return named
  const unanswered = steps.findIndex(({ question }) => choices[question.field] === undefined)
  return unanswered === -1 ? steps.length : unanswered
}
