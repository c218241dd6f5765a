import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useEffect, useRef } from 'react'
import { type QuestionnaireProps, useQuestionnaire } from './use-questionnaire.ts'
import classes from './consents.module.css'
import { QuestionField } from './question-field.tsx'
import { splitIntoSteps } from './steps.ts'
import { TextPoints } from './text-points.tsx'

/** All questions of a document on one page, for wide windows. */
export const AllQuestions = (props: QuestionnaireProps) => {
  const { document, answers, point, onAnswer, submitLabel, onBack, children } = props
  const { t } = useLingui()
  const { form, summary, busy, submit } = useQuestionnaire(props)
  const { steps, closing } = splitIntoSteps(document.points)
  const opened = useOpenedQuestion()
  return (
    <>
      <ErrorSummary errors={summary} />
      <Form onSubmit={() => void submit()}>
        {steps.map(({ lead, question }) => (
          <div key={question.field} ref={question.field === point ? opened : undefined} className={classes.point}>
            <TextPoints points={lead} />
            <QuestionField
              question={question}
              field={form.field(question.field)}
              answer={answers[question.field]}
              onAnswer={(answer) => onAnswer(question.field, answer)}
            />
          </div>
        ))}
        <TextPoints points={closing} />
        <div className={classes.actions}>
          <Button type="submit" size="lg" loading={busy}>
            {submitLabel}
          </Button>
          <Button variant="default" size="lg" onClick={onBack}>
            {t`Indietro`}
          </Button>
        </div>
      </Form>
      {children}
    </>
  )
}

/** Scrolls to the question of the address and focuses its answer. */
const useOpenedQuestion = () => {
  const opened = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const question = opened.current
    question?.scrollIntoView({ block: 'center' })
    const answer = question?.querySelector<HTMLInputElement>('input:checked') ?? question?.querySelector('input')
    answer?.focus({ preventScroll: true })
  }, [])
  return opened
}
