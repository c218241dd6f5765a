import { useLingui } from '@lingui/react/macro'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import classes from './home.module.css'
import { Section } from './section.tsx'

/** The current answer to each consent point. */
export const ConsentSummary = ({ patient }: { readonly patient: NonNullable<CurrentUser['patient']> }) => {
  const { t } = useLingui()
  const consents = [
    [t`Uso dei tuoi dati personali`, patient.c_db_p],
    [t`Uso dei tuoi dati clinici`, patient.c_db_m],
    [t`Contatto per nuovi studi clinici`, patient.c_s],
    [t`Dati fuori dall’Unione europea`, patient.c_extraeu],
    [t`Dati in banche dati pubbliche`, patient.c_p_db],
    [t`Dati ad aziende farmaceutiche`, patient.c_f],
  ] as const
  return (
    <Section title={t`Che cosa hai accettato?`}>
      <dl className={classes.answers}>
        {consents.map(([name, answer]) => (
          <div key={name} className={classes.answer}>
            <dt>{name}</dt>
            <dd>
              <Answer answer={answer} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const Answer = ({ answer }: { readonly answer: boolean | null }) => {
  const { t } = useLingui()
  if (answer === null) return <StatusBadge status="unknown">{t`Non risposto`}</StatusBadge>
  return answer ? <StatusBadge status="yes">{t`Sì`}</StatusBadge> : <StatusBadge status="no">{t`No`}</StatusBadge>
}
