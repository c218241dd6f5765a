import { useLingui } from '@lingui/react/macro'
import { Column, PageHeading } from '@registry/ui/layout/page.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { history, queryClient, trpc } from '../../app/shell.ts'
import { ActiveApp } from './active-app.tsx'
import { Enrolment } from './enrolment.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Stage = { readonly at: 'overview' | 'enrolment' } | { readonly at: 'codes'; readonly codes: readonly string[] }

/** The page to add, change and remove the authenticator app, with its recovery codes (REQ-ACC-01, REQ-ACC-02). */
export const SecondFactorPage = ({ user }: { readonly user: CurrentUser }) => {
  const { t } = useLingui()
  const { data: state } = useQuery(trpc.secondFactor.state.queryOptions(undefined, { staleTime: 0 }))
  const [stage, setStage] = useState<Stage>({ at: 'overview' })
  const isRequired = user.secondFactorMissing === true

  const showCodes = (codes: readonly string[]): void => setStage({ at: 'codes', codes })
  const leaveCodes = (): void => {
    void queryClient.invalidateQueries(trpc.secondFactor.state.queryFilter())
    if (!isRequired) return setStage({ at: 'overview' })
    // The cached user still lacks the second factor: the guard must request the user again.
    queryClient.removeQueries(trpc.session.current.queryFilter())
    history.push('/uhome')
  }

  return (
    <Column>
      <PageHeading title={t`App di autenticazione`} />
      {isRequired && stage.at !== 'codes' && (
        <Notice status="waiting" title={t`Prima di continuare`}>
          {t`Il registro chiede a tutti gli operatori un’app di autenticazione: aggiungi la tua per entrare.`}
        </Notice>
      )}
      {stage.at === 'codes' && <RecoveryCodes codes={stage.codes} onDone={leaveCodes} />}
      {stage.at === 'enrolment' && <Enrolment onDone={showCodes} onCancel={() => setStage({ at: 'overview' })} />}
      {stage.at === 'overview' && !state && <LinesSkeleton lines={6} />}
      {stage.at === 'overview' && state && <ActiveApp state={state} onEnrol={() => setStage({ at: 'enrolment' })} onCodes={showCodes} />}
    </Column>
  )
}
