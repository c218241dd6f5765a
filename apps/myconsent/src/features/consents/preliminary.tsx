import { useLingui } from '@lingui/react/macro'
import { findAnswerErrors, findPreliminaryError } from '@registry/domain/consent/answers'
import type { FieldErrorsState } from '@registry/ui/forms/field-errors.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { type QuestionnaireProps, useLocalizedErrors } from './use-questionnaire.ts'
import { Questions } from './questions.tsx'

type Props = Pick<QuestionnaireProps, 'document' | 'answers' | 'onAnswer' | 'onBack'> & { readonly onPassed: () => void }

/** The preliminary questions: all must be answered Yes before the consents open (REQ-CON-03). */
export const Preliminary = ({ document, answers, onAnswer, onBack, onPassed }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const localizeErrors = useLocalizedErrors()
  const check = (): FieldErrorsState<string> => {
    const detail = findPreliminaryError(document.points, answers)
    return detail ? { form: formatError(detail), ...localizeErrors(findAnswerErrors(document.points, answers)) } : {}
  }
  const proceed = async () => {
    onPassed()
    return undefined
  }
  return (
    <Questions
      document={document}
      answers={answers}
      onAnswer={onAnswer}
      check={check}
      submitLabel={t`Prosegui`}
      onSubmit={proceed}
      onBack={onBack}
    />
  )
}
