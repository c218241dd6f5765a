import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useEffect, useRef, useState } from 'react'
import { PageActions } from '../app/page-actions.tsx'
import { QuestionField, type FieldProps } from './question-field.tsx'
import { findPosition, type QuestionnaireProps, reviewName, type Choices } from './questionnaire.ts'
import classes from './questions.module.css'
import { useQuestionnaire } from './use-questionnaire.ts'
import { PreviousAnswer } from './previous-answer.tsx'

type ReviewProps = Pick<QuestionnaireProps, 'steps' | 'choices' | 'choiceLabel'> & {
  readonly saved: Choices
  readonly field: (name: string) => FieldProps
  readonly onChange: (step: number) => void
}

/** All questions with their answers, before they are sent. An error links to the button that changes the answer. */
const Review = ({ steps, choices, saved, choiceLabel: ChoiceLabel, field, onChange }: ReviewProps) => {
  const { t } = useLingui()
  return (
    <ul className={classes.answers}>
      {steps.map(({ context, continues = false, question }, index) => {
        const { id, error } = field(question.field)
        const { text } = question
        const chosen = choices[question.field]
        return (
          <li key={question.field} className={classes.answer}>
            {context !== undefined && !continues && <p className={classes.summary}>{context}</p>}
            <p className={classes.question}>{text}</p>
            {error !== undefined && <p className={classes.error}>{error}</p>}
            <div className={classes.answerLine}>
              <span className={classes.dated}>
                <ChoiceLabel question={question} option={chosen} />
                <PreviousAnswer question={question} previous={saved[question.field]} chosen={chosen} />
              </span>
              <Button
                id={id}
                variant="default"
                size="lg"
                className={classes.change ?? ''}
                aria-label={t`Cambia: ${text}`}
                onClick={() => onChange(index)}
              >
                {t`Cambia`}
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type Props = {
  readonly position: number
  readonly total: number
  /** The text of the review, which follows the last question. */
  readonly reviewTitle: string
}

/** The progress through the questions. */
const Progress = ({ position, total, reviewTitle }: Props) => {
  const { t } = useLingui()
  const number = position + 1
  const text = position < total ? t`Domanda ${number} di ${total}` : reviewTitle
  return (
    <div className={classes.progress}>
      <p className={classes.progressText}>{text}</p>
      <progress className={classes.progressBar} value={position} max={total} aria-label={text} />
    </div>
  )
}

/** One question per page with progress, then a review of all answers, for phones. */
export const QuestionSteps = (props: QuestionnaireProps) => {
  const {
    steps,
    closing,
    choices,
    saved = {},
    choiceLabel,
    openQuestion,
    onOpenQuestion,
    stop,
    stopHelp,
    submitLabel,
    reviewTitle,
    onBack,
    children,
  } = props
  const { t } = useLingui()
  const questionnaire = useQuestionnaire(props)
  const review = steps.length
  // An answer changes which question is the first without one, so the first position stays fixed.
  const [entry] = useState(() => findPosition(steps, choices, openQuestion))
  const [reviewed, setReviewed] = useState(() => findPosition(steps, choices, undefined) === review)
  const named = steps.findIndex(({ question }) => question.field === openQuestion)
  const position = named !== -1 ? named : openQuestion === reviewName && reviewed ? review : entry
  const step = steps[position]
  const top = useTopOfStep(position)
  const leadsToReview = reviewed || position === review - 1

  const goTo = (next: number): void => {
    questionnaire.form.setErrors({})
    if (next === review) setReviewed(true)
    onOpenQuestion(steps[next]?.question.field ?? reviewName)
  }
  const goOn = (): void => {
    if (!step) return void questionnaire.submit()
    if (questionnaire.showMissingAnswer(step.question.field)) return
    const errors = stop?.(choices)
    if (errors) questionnaire.form.setErrors(errors)
    else goTo(reviewed ? review : position + 1)
  }
  const goBack = (): void => {
    if (position === entry || position === 0) onBack()
    else goTo(reviewed && step ? review : position - 1)
  }

  return (
    <>
      <div ref={top} tabIndex={-1} className={classes.step}>
        <Progress key={position} position={position} total={review} reviewTitle={reviewTitle} />
        <ErrorSummary errors={questionnaire.summary} />
        {questionnaire.isStopped && stopHelp}
        <Form onSubmit={goOn}>
          {step ? (
            <div key={step.question.field} className={classes.entry}>
              {step.lead}
              {step.context !== undefined && <p className={classes.summary}>{step.context}</p>}
              <QuestionField
                question={step.question}
                field={questionnaire.form.field(step.question.field)}
                chosen={choices[step.question.field]}
                onChoose={(option) => questionnaire.choose(step.question.field, option)}
              />
            </div>
          ) : (
            <>
              <Review
                steps={steps}
                choices={choices}
                saved={saved}
                choiceLabel={choiceLabel}
                field={questionnaire.form.field}
                onChange={goTo}
              />
              {closing}
            </>
          )}
          <PageActions>
            <Button type="submit" size="lg" loading={questionnaire.busy}>
              {!step ? submitLabel : leadsToReview ? t`Rileggi le risposte` : t`Avanti`}
            </Button>
            <Button variant="default" size="lg" onClick={goBack}>
              {t`Indietro`}
            </Button>
          </PageActions>
        </Form>
      </div>
      {!step && children}
    </>
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
