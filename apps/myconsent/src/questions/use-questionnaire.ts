import { useFieldErrors } from '@registry/ui/forms/use-form.ts'
import { useMemo, useState } from 'react'
import type { QuestionnaireProps } from './questionnaire.ts'

/** The state of a questionnaire, for one question per page and for all on one page. */
export const useQuestionnaire = ({ steps, choices, check, stop, onChoose, onSubmit }: QuestionnaireProps) => {
  const form = useFieldErrors(choices, check)
  const [busy, setBusy] = useState(false)
  const { errors } = form
  /** The summary shows each error with its question: "required" alone does not name the question. */
  const summary = useMemo(() => {
    const texts = new Map(steps.map(({ question }) => [question.field, question.text]))
    return Object.fromEntries(
      Object.entries(errors).map(([field, message]) => [
        field,
        texts.has(field) && message !== undefined ? `${texts.get(field)} (${message})` : message,
      ]),
    )
  }, [steps, errors])
  return {
    form,
    summary,
    busy,
    /** True while the person reads that an answer ends the questions. */
    isStopped: stop !== undefined && errors['form'] !== undefined && stop(choices) !== undefined,
    /** Stores an answer. The next attempt says again whether it stops the person. */
    choose: (field: string, option: number): void => {
      if (stop) form.setErrors({ ...errors, form: undefined })
      onChoose(field, option)
    },
    /** Shows the error of one question; true when it has no answer. */
    showMissingAnswer: (field: string): boolean => {
      if (choices[field] !== undefined) {
        form.setErrors({})
        return false
      }
      form.setErrors({ [field]: check(choices)[field] })
      return true
    },
    submit: async (): Promise<void> => {
      if (!form.check()) return
      setBusy(true)
      form.setErrors((await onSubmit()) ?? {})
      setBusy(false)
    },
  }
}
