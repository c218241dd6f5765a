import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { FieldProps } from './question-field.tsx'
import { FormerAnswer } from './former-answer.tsx'
import type { Choices, QuestionnaireProps } from './questionnaire.ts'
import classes from './questions.module.css'

type Props = Pick<QuestionnaireProps, 'steps' | 'choices' | 'choiceLabel'> & {
  readonly saved: Choices
  readonly field: (name: string) => FieldProps
  readonly onChange: (step: number) => void
}

/** All questions with their answers, before they are sent. An error links to the button that changes the answer. */
export const Review = ({ steps, choices, saved, choiceLabel: ChoiceLabel, field, onChange }: Props) => {
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
                <FormerAnswer question={question} former={saved[question.field]} chosen={chosen} />
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
