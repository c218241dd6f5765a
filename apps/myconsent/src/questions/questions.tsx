import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useEffect, useRef } from 'react'
import { QuestionSteps } from './question-steps.tsx'
import { type QuestionnaireProps, type Question, type Choices, listChanged } from './questionnaire.ts'
import { PageActions } from '../app/page-actions.tsx'
import { useIsPhone } from '../app/use-is-phone.ts'
import { QuestionField } from './question-field.tsx'
import classes from './questions.module.css'
import { useQuestionnaire } from './use-questionnaire.ts'
import { PreviousAnswer } from './previous-answer.tsx'

type Props = Pick<QuestionnaireProps, 'steps' | 'choices' | 'choiceLabel'> & { readonly saved: Choices }

/** The answers that differ from those in force, above the button that confirms all answers of a wide page (REQ-CON-06). */
const Changes = ({ steps, choices, saved, choiceLabel: ChoiceLabel }: Props) => {
  const { t } = useLingui()
  const changed = listChanged(steps, saved, choices)
  return (
    <section className={classes.changes} aria-label={t`Che cosa cambia`} aria-live="polite">
      <h2 className={classes.title}>{t`Che cosa cambia`}</h2>
      {changed.length === 0 ? (
        <p className={classes.text}>{t`Le risposte sono quelle che hai già dato.`}</p>
      ) : (
        <ul className={classes.answers}>
          {changed.map((question) => (
            <li key={question.field} className={classes.answer}>
              <p className={classes.question}>{question.text}</p>
              <span className={classes.dated}>
                <ChoiceLabel question={question} option={choices[question.field]} />
                <PreviousAnswer question={question} previous={saved[question.field]} chosen={choices[question.field]} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** All questions on one page, for wide windows. */
const AllQuestions = (props: QuestionnaireProps) => {
  const { steps, closing, choices, saved, choiceLabel, openQuestion, stopHelp, submitLabel, onBack, children } = props
  const { t } = useLingui()
  const { form, summary, busy, isStopped, choose, submit } = useQuestionnaire(props)
  const opened = useOpenedQuestion()
  return (
    <>
      <ErrorSummary errors={summary} />
      {isStopped && stopHelp}
      <Form onSubmit={() => void submit()}>
        {steps.map(({ lead, context, continues = false, question }) => (
          <div key={question.field} ref={question.field === openQuestion ? opened : undefined} className={classes.entry}>
            {lead}
            {context !== undefined && !continues && <p className={classes.summary}>{context}</p>}
            <QuestionField
              question={continues ? withoutHelp(question) : question}
              field={form.field(question.field)}
              chosen={choices[question.field]}
              onChoose={(option) => choose(question.field, option)}
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

/** The help of a question is shown with its first sub-question. */
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

/** The questions: one per page on a phone, all on one page in a wide window. */
export const Questions = (props: QuestionnaireProps) => {
  const isPhone = useIsPhone()
  return isPhone ? <QuestionSteps {...props} /> : <AllQuestions {...props} />
}
