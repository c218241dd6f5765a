import { useLingui } from '@lingui/react/macro'
import type { AnswerState } from '@registry/domain/consent/answer-states'
import { type Answer, findOption, type Question } from '@registry/domain/consent/questions'
import { showDate } from '@registry/ui/language/format.ts'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import classes from '../../questions/questions.module.css'

type Props = { readonly question: Question; readonly answer: Answer | undefined }

/** The text of an answer: yes and no as a badge, one of several options as a sentence. */
export const AnswerLabel = ({ question, answer }: Props) => {
  const { t } = useLingui()
  const option = answer === undefined ? undefined : findOption(question, answer)
  if (option === undefined) return <StatusBadge status="unknown">{t`Non risposto`}</StatusBadge>
  if (typeof answer === 'number') return <strong className={classes.optionText}>{option}</strong>
  return <StatusBadge status={answer ? 'yes' : 'no'}>{option}</StatusBadge>
}

/** The answer with its day. A No answer after a Yes answer reads as withdrawn (REQ-CON-13). */
export const DatedAnswerLabel = ({ question, answer, state }: Props & { readonly state: AnswerState | undefined }) => {
  const { t } = useLingui()
  const label = <AnswerLabel question={question} answer={answer} />
  if (answer === undefined || state === undefined) return label
  const day = showDate(state.since)
  return (
    <span className={classes.dated}>
      {state.withdrawn ? <StatusBadge status="withdrawn">{t`No, ritirato`}</StatusBadge> : label}
      <span className={classes.since}>
        {state.withdrawn ? t`il ${day}` : t`dal ${day}`}
        {state.onPaper && t`, su carta`}
      </span>
    </span>
  )
}
