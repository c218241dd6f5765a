import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type Answer, type Answers, findOption, type Question } from '@registry/domain/consent/points'
import { AnswerLabel } from './answer-label.tsx'
import classes from './consents.module.css'
import type { FieldProps } from './question-field.tsx'
import type { Step } from './steps.ts'

type Props = {
  readonly steps: readonly Step[]
  readonly answers: Answers
  /** The answers in force. The review marks each one that changes. */
  readonly saved: Answers
  readonly field: (name: string) => FieldProps
  readonly onChange: (step: number) => void
}

/** All questions with their answers, before they are sent. An error links to the button that changes the answer. */
export const Review = ({ steps, answers, saved, field, onChange }: Props) => {
  const { t } = useLingui()
  return (
    <ul className={classes.answers}>
      {steps.map(({ question }, index) => {
        const { id, error } = field(question.field)
        const { text } = question
        return (
          <li key={question.field} className={classes.answer}>
            <p className={classes.question}>{text}</p>
            {error !== undefined && <p className={classes.error}>{error}</p>}
            <div className={classes.answerLine}>
              <span className={classes.dated}>
                <AnswerLabel question={question} answer={answers[question.field]} />
                <FormerAnswer question={question} former={saved[question.field]} answer={answers[question.field]} />
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

type FormerProps = { readonly question: Question; readonly former: Answer | undefined; readonly answer: Answer | undefined }

const FormerAnswer = ({ question, former, answer }: FormerProps) => {
  const { t } = useLingui()
  const option = former === undefined || former === answer ? undefined : findOption(question, former)
  return option !== undefined && <span className={classes.since}>{t`prima: ${option}`}</span>
}
