import { useLingui } from '@lingui/react/macro'
import { type Answer, findOption, type Question } from '@registry/domain/consent/points'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import classes from './consents.module.css'

/** The text of an answer: yes and no as a badge, one of several options as a sentence. */
export const AnswerLabel = ({ question, answer }: { readonly question: Question; readonly answer: Answer | undefined }) => {
  const { t } = useLingui()
  const option = answer === undefined ? undefined : findOption(question, answer)
  if (option === undefined) return <StatusBadge status="unknown">{t`Non risposto`}</StatusBadge>
  if (typeof answer === 'number') return <strong className={classes.optionText}>{option}</strong>
  return <StatusBadge status={answer ? 'yes' : 'no'}>{option}</StatusBadge>
}
