import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { OwnSecurity } from '@registry/app-shell/security/own-security.tsx'
import type { SecondFactorState } from '@registry/api-contract/second-factor'
import { showDate } from '@registry/ui/language/format.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { history, trpc } from '../../app/shell.ts'
import classes from './second-factor.module.css'

/** The state of the second factor, with a button to the page that changes it. */
export const SecondFactorSummary = ({ onLeave }: { readonly onLeave: () => void }) => {
  const { t } = useLingui()
  const { data: state } = useQuery(trpc.secondFactor.state.queryOptions(undefined, { staleTime: 0 }))
  const open = (): void => {
    onLeave()
    history.push('/second_factor')
  }
  return (
    <section className={classes.summary} aria-labelledby="second-factor">
      <h3 id="second-factor" className={classes.title}>
        <Trans>App di autenticazione</Trans>
      </h3>
      {state ? <State state={state} /> : <LinesSkeleton lines={2} />}
      <Button variant="default" classNames={{ root: classes.change ?? '', label: classes.changeText ?? '' }} onClick={open}>
        {state?.active === true ? t`Cambia app o codici di recupero` : t`Aggiungi un’app`}
      </Button>
    </section>
  )
}

export const State = ({ state }: { readonly state: SecondFactorState }) => {
  const { t } = useLingui()
  if (!state.active || state.since === null)
    return (
      <p className={classes.state}>
        <StatusBadge status="unknown">{t`Non attiva`}</StatusBadge>
        <span>
          <Trans>Con un’app di autenticazione la sola password non basta per entrare con il tuo nome.</Trans>
        </span>
      </p>
    )
  const since = showDate(state.since)
  return (
    <p className={classes.state}>
      <StatusBadge status="yes">{t`Attiva dal ${since}`}</StatusBadge>
      <StatusBadge status={state.recoveryCodesLeft > 2 ? 'yes' : 'error'}>
        <Plural value={state.recoveryCodesLeft} _0="Nessun codice di recupero" one="Un codice di recupero" other="# codici di recupero" />
      </StatusBadge>
    </p>
  )
}

/** The security dialog of staff: second factor and sessions (REQ-ACC-01). */
export const StaffSecurity = ({ onClose }: { readonly onClose: () => void }) => (
  <OwnSecurity onClose={onClose}>
    <SecondFactorSummary onLeave={onClose} />
  </OwnSecurity>
)
