import { useLingui } from '@lingui/react/macro'
import type { Sf36Questionnaire, Sf36Response } from '@registry/api-contract/sf36'
import { useDraft as useStoredDraft } from '@registry/app-shell/drafts/use-draft.ts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { findSf36AnswerErrors, type Sf36ItemAnswers, toQuestionAnswers } from '@registry/domain/sf36/answers'
import { readShape, type QuestionShape } from '@registry/domain/sf36/items'
import { useFieldErrorMessages } from '@registry/ui/language/error-message.ts'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trpc } from '../../app/shell.ts'
import type { ChoiceLabelProps, Choices, QuestionnaireProps } from '../../questions/questionnaire.ts'
import { QuestionSteps } from '../../questions/question-steps.tsx'
import classes from '../../questions/questions.module.css'
import { formatDraftName, parseDraft } from './draft.ts'
import { sf36Queries } from './queries.ts'
import { buildSf36Steps } from './steps.ts'

const noAnswers: Sf36ItemAnswers = {}

/**
 * Answers that are not sent yet. They outlive reload, Back, the tab and the session (REQ-UI-20). Answers count for the words that were
 * read, so a new version starts a new draft.
 */
const useSf36Draft = (version: number, shape: readonly QuestionShape[]) => {
  const { value, keep, forget } = useStoredDraft(formatDraftName(version), (stored) => parseDraft(stored, shape))
  const answers = value?.answers ?? noAnswers
  return {
    answers,
    key: value?.key,
    answer: (item: string, option: number): void =>
      keep({ key: value?.key ?? crypto.randomUUID(), answers: { ...answers, [item]: option } }),
    forget,
  }
}

type Props = Pick<QuestionnaireProps, 'openQuestion' | 'onOpenQuestion' | 'onBack'> & {
  readonly questionnaire: Sf36Questionnaire
  readonly onFilled: () => void
  /** Called when the draft can no longer be sent, with the reason. */
  readonly onRejected: (message: string, code: unknown) => void
}

const toChoices = (answers: Sf36ItemAnswers): Choices =>
  Object.fromEntries(Object.entries(answers).map(([item, option]) => [item, option - 1]))

const toAnswers = (choices: Choices): Sf36ItemAnswers =>
  Object.fromEntries(Object.entries(choices).map(([item, place]) => [item, place + 1]))

const OptionLabel = ({ question, option }: ChoiceLabelProps) => {
  const { t } = useLingui()
  const chosen = option === undefined ? undefined : question.options[option]
  return <strong className={classes.optionText}>{chosen ?? t`Non risposto`}</strong>
}

/** After these errors the same answers can never be stored. */
const finalErrors = new Set<unknown>(['sf36_text_changed', 'sf36_already_sent'])

/** The new questionnaire: one item per page, then the review (REQ-PAT-13). */
export const QuestionnaireForm = ({ questionnaire, onFilled, onRejected, ...navigation }: Props) => {
  const { version, hash, questions } = questionnaire
  const { t } = useLingui()
  const formatErrors = useFieldErrorMessages()
  const queryClient = useQueryClient()
  const shape = useMemo(() => readShape(questions), [questions])
  const draft = useSf36Draft(version, shape)
  const steps = useMemo(() => buildSf36Steps(questions), [questions])
  const choices = useMemo(() => toChoices(draft.answers), [draft.answers])
  const fill = useMutation(trpc.sf36.fill.mutationOptions(ownFailures))

  const send = async () => {
    try {
      const answers = toQuestionAnswers(draft.answers, shape)
      const stored = await fill.mutateAsync({ key: draft.key ?? crypto.randomUUID(), version, hash, answers })
      draft.forget()
      queryClient.setQueryData(sf36Queries.responses().queryKey, (known: Sf36Response[] | undefined) => known && [stored, ...known])
      await queryClient.invalidateQueries({ queryKey: sf36Queries.responses().queryKey })
      onFilled()
      return undefined
    } catch (error) {
      const { code, message, fields } = toRequestError(error)
      if (!finalErrors.has(code)) return Object.keys(fields).length > 0 ? fields : { form: message }
      draft.forget()
      await queryClient.invalidateQueries({ queryKey: trpc.sf36.pathKey() })
      onRejected(message, code)
      return undefined
    }
  }
  return (
    <QuestionSteps
      {...navigation}
      steps={steps}
      closing={null}
      choices={choices}
      onChoose={(item, option) => draft.answer(item, option + 1)}
      choiceLabel={OptionLabel}
      check={(chosen) => formatErrors(findSf36AnswerErrors(toQuestionAnswers(toAnswers(chosen), shape), shape))}
      submitLabel={t`Conferma`}
      reviewTitle={t`Ultimo passo: rileggi le tue risposte`}
      onSubmit={send}
    />
  )
}
