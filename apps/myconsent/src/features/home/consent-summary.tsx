import { useLingui } from '@lingui/react/macro'
import type { CurrentConsents } from '@registry/api-contract/consents'
import type { AnswerState } from '@registry/domain/consent/answer-states'
import { showDate } from '@registry/ui/language/format.ts'
import { type Status, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { useConsentNames } from '../../questions/consent-names.ts'
import classes from './home.module.css'
import { Section } from './section.tsx'

type Props = { readonly patient: NonNullable<CurrentUser['patient']>; readonly states: CurrentConsents['states'] }

/** The current answer to each consent point, with its day (REQ-CON-13). */
export const ConsentSummary = ({ patient, states }: Props) => {
  const { t } = useLingui()
  const names = useConsentNames()
  const consents = [
    ['C_DB_P', 'c_db_p'],
    ['C_DB_M', 'c_db_m'],
    ['C_S', 'c_s'],
    ['C_EXTRAEU', 'c_extraeu'],
    ['C_P_DB', 'c_p_db'],
    ['C_F', 'c_f'],
  ] as const
  return (
    <Section title={t`Che cosa hai accettato?`}>
      <dl className={classes.answers}>
        {consents.map(([field, flag]) => (
          <div key={field} className={classes.answer}>
            <dt>{names[flag]}</dt>
            <dd>
              <Answer answer={patient[flag]} state={states[field]} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

type AnswerProps = { readonly answer: boolean | null; readonly state: AnswerState | undefined }

const Answer = ({ answer, state }: AnswerProps) => {
  const { t } = useLingui()
  if (answer === null) return <StatusBadge status="unknown">{t`Non risposto`}</StatusBadge>
  const isWithdrawn = !answer && state?.withdrawn === true
  const [status, text]: readonly [Status, string] = answer ? ['yes', t`Sì`] : isWithdrawn ? ['withdrawn', t`No, ritirato`] : ['no', t`No`]
  const day = state && showDate(state.since)
  return (
    <span className={classes.dated}>
      <StatusBadge status={status}>{text}</StatusBadge>
      {day !== undefined && <span className={classes.since}>{isWithdrawn ? t`il ${day}` : t`dal ${day}`}</span>}
    </span>
  )
}
