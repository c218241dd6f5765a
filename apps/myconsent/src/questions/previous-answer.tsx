import { useLingui } from '@lingui/react/macro'
import type { Question } from './questionnaire.ts'
import classes from './questions.module.css'

type Props = { readonly question: Question; readonly previous: number | undefined; readonly chosen: number | undefined }

/** The answer in force, if the choice differs from it. */
export const PreviousAnswer = ({ question, previous, chosen }: Props) => {
  const { t } = useLingui()
  const option = previous === undefined || previous === chosen ? undefined : question.options[previous]
  return option !== undefined && <span className={classes.since}>{t`prima: ${option}`}</span>
}
