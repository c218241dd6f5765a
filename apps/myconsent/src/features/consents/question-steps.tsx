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

/** One question at a time with progress, then a page to look everything over before sending (interface.md, phone). */
export const QuestionSteps = (props: QuestionnaireProps) => {
  const { document, answers, onAnswer, submitLabel, onBack, children } = props
  const { t } = useLingui()
  const asking = useQuestionnaire(props)
  const { steps, closing } = splitIntoSteps(document.points)
  const firstOpen = steps.findIndex(({ question }) => answers[question.field] === undefined)
  const review = steps.length
  const [at, setAt] = useState(firstOpen === -1 ? review : firstOpen)
  const [reviewed, setReviewed] = useState(at === review)
  const step = steps[at]
  const top = useTopOfStep(at)

  const goTo = (next: number): void => {
    asking.form.clearErrors()
    if (next === review) setReviewed(true)
    setAt(next)
  }
  const goOn = (): void => {
    if (!step) return void asking.submit()
    if (!asking.lacks(step.question.field)) goTo(reviewed ? review : at + 1)
  }
  const goBack = (): void => {
    if (reviewed && step) goTo(review)
    else if (reviewed || at === 0) onBack()
    else goTo(at - 1)
  }

  return (
    <div ref={top} tabIndex={-1} className={classes.step}>
      <Progress at={at} of={review} />
      <ErrorSummary errors={asking.summary} />
      <Form onSubmit={goOn}>
        {step ? (
          <div className={classes.point}>
            <TextPoints points={step.lead} />
            <QuestionField
              question={step.question}
              field={asking.form.field(step.question.field)}
              answer={answers[step.question.field]}
              onAnswer={(answer) => onAnswer(step.question.field, answer)}
            />
          </div>
        ) : (
          <>
            <Review steps={steps} answers={answers} field={asking.form.field} onChange={goTo} />
            <TextPoints points={closing} />
          </>
        )}
        <div className={classes.actions}>
          <Button type="submit" size="lg" loading={asking.busy}>
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

/** Each new step is read from its top, by eyes and by screen readers. */
const useTopOfStep = (at: number) => {
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView()
  }, [at])
  return top
}
