import { useLingui } from '@lingui/react/macro'
import { FormerAnswer } from './former-answer.tsx'
import { type Choices, listChanged, type QuestionnaireProps } from './questionnaire.ts'
import classes from './questions.module.css'

type Props = Pick<QuestionnaireProps, 'steps' | 'choices' | 'choiceLabel'> & { readonly saved: Choices }

/** The answers that differ from those in force, above the button that confirms all answers of a wide page (REQ-CON-06). */
export const Changes = ({ steps, choices, saved, choiceLabel: ChoiceLabel }: Props) => {
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
                <FormerAnswer question={question} former={saved[question.field]} chosen={choices[question.field]} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
