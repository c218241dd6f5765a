import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useEffect, useRef } from 'react'
import { PageActions } from '../app/page-actions.tsx'
import { Changes } from './changes.tsx'
import { QuestionField } from './question-field.tsx'
import type { Question, QuestionnaireProps } from './questionnaire.ts'
import classes from './questions.module.css'
import { useQuestionnaire } from './use-questionnaire.ts'

/** All questions on one page, for wide windows. */
export const AllQuestions = (props: QuestionnaireProps) => {
  const { steps, closing, choices, saved, choiceLabel, point, onChoose, submitLabel, onBack, children } = props
  const { t } = useLingui()
  const { form, summary, busy, submit } = useQuestionnaire(props)
  const opened = useOpenedQuestion()
  return (
    <>
      <ErrorSummary errors={summary} />
      <Form onSubmit={() => void submit()}>
        {steps.map(({ lead, context, continues = false, question }) => (
          <div key={question.field} ref={question.field === point ? opened : undefined} className={classes.point}>
            {lead}
            {context !== undefined && !continues && <p className={classes.summary}>{context}</p>}
            <QuestionField
              question={continues ? withoutHelp(question) : question}
              field={form.field(question.field)}
              chosen={choices[question.field]}
              onChoose={(option) => onChoose(question.field, option)}
            />
          </div>
        ))}
        {closing}
        {saved && <Changes steps={steps} choices={choices} saved={saved} choiceLabel={choiceLabel} />}
        <PageActions>
          <Button type="submit" size="lg" loading={busy}>
            {submitLabel}
          </Button>
          <Button variant="default" size="lg" onClick={onBack}>
            {t`Indietro`}
          </Button>
        </PageActions>
      </Form>
      {children}
    </>
  )
}

/** The help of a point is shown with its first sub-question. */
const withoutHelp = ({ help: _help, ...question }: Question): Question => question

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
