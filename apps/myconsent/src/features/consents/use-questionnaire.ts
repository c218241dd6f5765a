import type { ConsentDocument } from '@registry/api-contract/consents'
import { findAnswerErrors } from '@registry/domain/consent/answers'
import { type Answer, type Answers, listQuestions } from '@registry/domain/consent/points'
import type { FieldErrors } from '@registry/domain/error'
import type { FormErrors } from '@registry/ui/forms/mended-errors.ts'
import { useFieldErrors } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { type ReactNode, useMemo, useState } from 'react'

/** A document with questions, its answers, their check and their submission. */
export type QuestionnaireProps = {
  readonly document: ConsentDocument
  readonly answers: Answers
  /** The answers in force, which the review compares. */
  readonly saved?: Answers
  readonly onAnswer: (field: string, answer: Answer) => void
  /** The open question or the review, from the address. */
  readonly point: string | undefined
  readonly onOpenPoint: (point: string) => void
  /** Finds the errors of all answers. */
  readonly check: (answers: Answers) => FormErrors
  readonly submitLabel: string
  readonly reviewTitle: string
  /** Sends the answers; returns the errors. */
  readonly onSubmit: () => Promise<FormErrors | undefined>
  readonly onBack: () => void
  /** Below the form of the last step. */
  readonly children?: ReactNode
}

/** Formats errors of fields with the server's messages. */
export const useLocalizedErrors = (): ((errors: FieldErrors) => Record<string, string>) => {
  const formatError = useErrorMessage()
  return (errors) => Object.fromEntries(Object.entries(errors).map(([field, detail]) => [field, formatError(detail)]))
}

/** The state of a questionnaire, for one question per page and for all on one page. */
export const useQuestionnaire = ({ document, answers, check, onSubmit }: QuestionnaireProps) => {
  const form = useFieldErrors(answers, check)
  const localizeErrors = useLocalizedErrors()
  const [busy, setBusy] = useState(false)
  const { errors } = form
  /** The summary shows each error with its question: "required" alone does not name the question. */
  const summary = useMemo(() => {
    const texts = new Map(listQuestions(document.points).map(({ field, text }) => [field, text]))
    return Object.fromEntries(
      Object.entries(errors).map(([field, message]) => [
        field,
        texts.has(field) && message !== undefined ? `${texts.get(field)} (${message})` : message,
      ]),
    )
  }, [document, errors])
  return {
    form,
    summary,
    busy,
    /** Shows the error of one question; true when it has no answer. */
    showMissingAnswer: (field: string): boolean => {
      const detail = localizeErrors(findAnswerErrors(document.points, answers))[field]
      form.setErrors({ [field]: detail })
      return detail !== undefined
    },
    submit: async (): Promise<void> => {
      if (!form.check()) return
      setBusy(true)
      form.setErrors((await onSubmit()) ?? {})
      setBusy(false)
    },
  }
}
