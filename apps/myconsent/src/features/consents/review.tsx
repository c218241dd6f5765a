import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Answers } from '@registry/domain/consent/points'
import { AnswerLabel } from './answer-label.tsx'
import classes from './consents.module.css'
import type { FieldProps } from './question-field.tsx'
import type { Step } from './steps.ts'

type Props = {
  readonly steps: readonly Step[]
  readonly answers: Answers
  readonly field: (name: string) => FieldProps
  readonly onChange: (step: number) => void
}

/** All questions with their answers, before they are sent. An error links to the button that changes the answer. */
export const Review = ({ steps, answers, field, onChange }: Props) => {
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
              <AnswerLabel question={question} answer={answers[question.field]} />
              <Button id={id} variant="default" size="md" aria-label={t`Cambia: ${text}`} onClick={() => onChange(index)}>
                {t`Cambia`}
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
