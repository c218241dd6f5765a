import type { ConsentDocument } from '@registry/api-contract/consents'
import { findAnswerErrors } from '@registry/domain/consent/answers'
import { type Answer, type Answers, listQuestions } from '@registry/domain/consent/points'
import type { FieldErrors } from '@registry/domain/error'
import { type FieldErrorsState, useFieldErrors } from '@registry/ui/forms/field-errors.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { type ReactNode, useMemo, useState } from 'react'

/** A document that is asked: its answers so far, what is wrong with them, and what sending them does. */
export type QuestionnaireProps = {
  readonly document: ConsentDocument
  readonly answers: Answers
  readonly onAnswer: (field: string, answer: Answer) => void
  /** What is wrong with the answers as a whole, in words. */
  readonly check: () => FieldErrorsState<string>
  readonly submitLabel: string
  /** Sends the answers, and says what was wrong with them. */
  readonly onSubmit: () => Promise<FieldErrorsState<string> | undefined>
  readonly onBack: () => void
  /** Stands beside the buttons. */
  readonly children?: ReactNode
}

/** Says faults of fields as the server would. */
export const useLocalizedErrors = (): ((errors: FieldErrors) => Record<string, string>) => {
  const formatError = useErrorMessage()
  return (errors) => Object.fromEntries(Object.entries(errors).map(([field, detail]) => [field, formatError(detail)]))
}

/** What asking has in common, whether one question or all of them stand on the page. */
export const useQuestionnaire = ({ document, answers, check, onSubmit }: QuestionnaireProps) => {
  const form = useFieldErrors<string>()
  const localizeErrors = useLocalizedErrors()
  const [busy, setBusy] = useState(false)
  const { errors } = form
  /** In the summary a fault is told with its question: at a distance, "required" alone says nothing. */
  const summary = useMemo(() => {
    const texts = new Map(listQuestions(document.points).map(({ field, text }) => [field, text]))
    return Object.fromEntries(
      Object.entries(errors).map(([field, detail]) => [
        field,
        texts.has(field) && detail !== undefined ? `${texts.get(field)} (${detail})` : detail,
      ]),
    )
  }, [document, errors])
  return {
    form,
    summary,
    busy,
    /** Refuses to go on while the one question has no answer. */
    lacks: (field: string): boolean => {
      const detail = localizeErrors(findAnswerErrors(document.points, answers))[field]
      return form.setErrors(detail === undefined ? {} : { [field]: detail })
    },
    submit: async (): Promise<void> => {
      if (form.setErrors(check())) return
      setBusy(true)
      form.setErrors((await onSubmit()) ?? {})
      setBusy(false)
    },
  }
}
