import { useLingui } from '@lingui/react/macro'
import type { ConsentDocument } from '@registry/api-contract/consents'
import { findAnswerErrors, findPreliminaryError, listStoppingQuestions } from '@registry/domain/consent/answers'
import { type Answers, listQuestions } from '@registry/domain/consent/questions'
import type { FormErrors } from '@registry/ui/forms/resolved-errors.ts'
import { useErrorMessage, useFieldErrorMessages } from '@registry/ui/language/error-message.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { CentreTelephone } from '../../app/centre-telephone.tsx'
import { ButtonLink } from '../../app/links.tsx'
import { AnswerLabel } from './answer-label.tsx'
import classes from '../../questions/questions.module.css'
import { ProceedButton } from './proceed-button.tsx'
import { ConsentQuestions, type ConsentQuestionsProps } from './consent-questions.tsx'

type Props = Pick<
  ConsentQuestionsProps,
  'document' | 'answers' | 'onAnswer' | 'openQuestion' | 'onOpenQuestion' | 'onBack' | 'children'
> & {
  readonly onPassed: () => void
}

/** The preliminary questions: all must be answered Yes before the consents open (REQ-CON-03). */
export const Preliminary = ({ onPassed, ...questionnaire }: Props) => {
  const { document } = questionnaire
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const formatErrors = useFieldErrorMessages()
  /** A No ends the questions here, and the person reads what to do (REQ-CON-03). */
  const stop = (answers: Answers): FormErrors | undefined => {
    const questions = listStoppingQuestions(document.paragraphs, answers).map(({ text }) => text)
    if (questions.length === 0) return undefined
    const named = questions.join(' · ')
    return {
      form: `${formatError('preliminary_not_all_yes')}. ${t`Hai risposto No a: ${named} Rileggi le informazioni o parlane con il tuo centro.`}`,
    }
  }
  const check = (answers: Answers): FormErrors => {
    const detail = findPreliminaryError(document.paragraphs, answers)
    if (!detail) return {}
    return stop(answers) ?? { form: formatError(detail), ...formatErrors(findAnswerErrors(document.paragraphs, answers)) }
  }
  const proceed = async () => {
    onPassed()
    return undefined
  }
  return (
    <ConsentQuestions
      {...questionnaire}
      check={check}
      stop={stop}
      stopHelp={
        <div className={classes.stopHelp}>
          <CentreTelephone />
          <ButtonLink to="/consenso" search={{ vista: 'informazioni' }} variant="default" size="lg">
            {t`Rileggi le informazioni`}
          </ButtonLink>
        </div>
      }
      submitLabel={t`Prosegui con i consensi`}
      reviewTitle={t`Rileggi le tue risposte`}
      onSubmit={proceed}
    />
  )
}

type PassedProps = { readonly document: ConsentDocument; readonly button: string; readonly onProceed: () => void }

/** The preliminary questions after all were answered Yes. They are not asked again (REQ-CON-03). */
export const PassedPreliminary = ({ document, button, onProceed }: PassedProps) => {
  const { t } = useLingui()
  return (
    <>
      <Notice status="yes">{t`Hai già risposto Sì a tutte queste domande: non devi ripeterle.`}</Notice>
      <ul className={classes.answers}>
        {listQuestions(document.paragraphs).map((question) => (
          <li key={question.field} className={classes.answer}>
            <p className={classes.question}>{question.text}</p>
            <AnswerLabel question={question} answer />
          </li>
        ))}
      </ul>
      <ProceedButton button={button} onProceed={onProceed} />
    </>
  )
}
