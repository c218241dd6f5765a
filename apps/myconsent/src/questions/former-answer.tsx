import { useLingui } from '@lingui/react/macro'
import type { Question } from './questionnaire.ts'
import classes from './questions.module.css'

type Props = { readonly question: Question; readonly former: number | undefined; readonly chosen: number | undefined }

/** The answer in force, if the choice differs from it. */
export const FormerAnswer = ({ question, former, chosen }: Props) => {
  const { t } = useLingui()
  const option = former === undefined || former === chosen ? undefined : question.options[former]
  return option !== undefined && <span className={classes.since}>{t`prima: ${option}`}</span>
}
