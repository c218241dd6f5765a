import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useEffect, useRef, useState } from 'react'
import { type QuestionnaireProps, useQuestionnaire } from './use-questionnaire.ts'
import classes from './consents.module.css'
import { Progress } from './progress.tsx'
import { QuestionField } from './question-field.tsx'
import { Review } from './review.tsx'
import { splitIntoSteps } from './steps.ts'
import { TextPoints } from './text-points.tsx'

/** One question per page with progress, then a review of all answers, for phones. */
export const QuestionSteps = (props: QuestionnaireProps) => {
  const { document, answers, onAnswer, submitLabel, onBack, children } = props
  const { t } = useLingui()
  const questionnaire = useQuestionnaire(props)
  const { steps, closing } = splitIntoSteps(document.points)
  const firstUnanswered = steps.findIndex(({ question }) => answers[question.field] === undefined)
  const review = steps.length
  const [position, setPosition] = useState(firstUnanswered === -1 ? review : firstUnanswered)
  const [reviewed, setReviewed] = useState(position === review)
  const step = steps[position]
  const top = useTopOfStep(position)

  const goTo = (next: number): void => {
    questionnaire.form.clearErrors()
    if (next === review) setReviewed(true)
    setPosition(next)
  }
  const goOn = (): void => {
    if (!step) return void questionnaire.submit()
    if (!questionnaire.showMissingAnswer(step.question.field)) goTo(reviewed ? review : position + 1)
  }
  const goBack = (): void => {
    if (reviewed && step) goTo(review)
    else if (reviewed || position === 0) onBack()
    else goTo(position - 1)
  }

  return (
    <div ref={top} tabIndex={-1} className={classes.step}>
      <Progress position={position} total={review} />
      <ErrorSummary errors={questionnaire.summary} />
      <Form onSubmit={goOn}>
        {step ? (
          <div className={classes.point}>
            <TextPoints points={step.lead} />
            <QuestionField
              question={step.question}
              field={questionnaire.form.field(step.question.field)}
              answer={answers[step.question.field]}
              onAnswer={(answer) => onAnswer(step.question.field, answer)}
            />
          </div>
        ) : (
          <>
            <Review steps={steps} answers={answers} field={questionnaire.form.field} onChange={goTo} />
            <TextPoints points={closing} />
          </>
        )}
        <div className={classes.actions}>
          <Button type="submit" size="lg" loading={questionnaire.busy}>
            {step ? t`Avanti` : submitLabel}
          </Button>
          <Button variant="default" size="lg" onClick={goBack}>
            {t`Indietro`}
          </Button>
          {!step && children}
        </div>
      </Form>
    </div>
  )
}

/** Scrolls to the top of each new step and focuses it for screen readers. */
const useTopOfStep = (position: number) => {
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef(position)
  useEffect(() => {
    if (shown.current === position) return
    shown.current = position
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView()
  }, [position])
  return top
}
