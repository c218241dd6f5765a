import { Anchor } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { findPreliminaryError } from '@registry/domain/consent/answers'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { ConsentsTabs } from './consents-tabs.tsx'
import classes from './consents.module.css'
import { ConsentsForm } from './consents-form.tsx'
import { ConsentsOverview } from './consents-overview.tsx'
import { Information } from './information.tsx'
import { Preliminary } from './preliminary.tsx'
import { consentQueries } from './queries.ts'
import { useDraft } from './use-draft.ts'
import { consentsOpen, type View, resolveView } from './views.ts'
import { WithdrawalView } from './withdrawal.tsx'

type Props = { readonly wanted: View | undefined; readonly user: CurrentUser }
type Message = { readonly status: 'yes' | 'error'; readonly text: string }

/** General consents (spec 1, section 2, /consenso): information, preliminary questions, consents, and the way out. */
export const ConsentsPage = ({ wanted, user }: Props) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [{ data: information }, { data: preliminary }, { data: points }, { data: current }] = useSuspenseQueries({
    queries: [consentQueries.information(), consentQueries.preliminary(), consentQueries.points(), consentQueries.current()],
  })
  const { given, toRenew } = current
  const asked = useDraft(preliminary)
  const agreed = useDraft(points, toRenew ? {} : current.answers)
  const [message, setMessage] = useState<Message>()
  const [passedText, setPassedText] = useState<string>()
  const passed = passedText === preliminary.hash && findPreliminaryError(preliminary.points, asked.answers) === undefined
  const consentStatus = { given, toRenew, passed }
  const view = resolveView(wanted, consentStatus)

  const open = (vista: View): void => {
    setMessage(undefined)
    void navigate({ to: '/consenso', search: { vista } })
  }
  const leaveForm = (): void => {
    if (given) agreed.forget()
    open(given ? 'consensi' : 'domande')
  }
  const afterGiving = (): void => {
    agreed.forget()
    open('consensi')
    setMessage({ status: 'yes', text: t`Modifiche registrate` })
  }

  if (view === 'ritiro') return <WithdrawalView onBack={() => open(consentsOpen(consentStatus) ? 'consensi' : 'informazioni')} />
  const content: Record<typeof view, ReactNode> = {
    informazioni: <Information document={information} onProceed={() => open(given && !toRenew ? 'consensi' : 'domande')} />,
    domande: (
      <Preliminary
        document={preliminary}
        answers={asked.answers}
        onAnswer={asked.answer}
        onBack={() => open('informazioni')}
        onPassed={() => {
          setPassedText(preliminary.hash)
          open('modifica')
        }}
      />
    ),
    consensi: (
      <ConsentsOverview document={points} current={current} personName={`${user.name} ${user.surname}`} onChange={() => open('modifica')} />
    ),
    modifica: (
      <ConsentsForm
        document={points}
        answers={agreed.answers}
        onAnswer={agreed.answer}
        information={information}
        preliminary={{ version: preliminary.version, hash: preliminary.hash, answers: asked.answers }}
        onBack={leaveForm}
        onGiven={afterGiving}
        onTextChanged={(text) => setMessage({ status: 'error', text })}
        onWithdraw={() => open('ritiro')}
      />
    ),
  }
  return (
    <>
      <PageHeading title={t`I tuoi consensi`} />
      <ConsentsTabs view={view} consentsOpen={consentsOpen(consentStatus)} onOpen={open}>
        {message && (
          <div className={`${classes.message} no-print`}>
            <Notice status={message.status}>{message.text}</Notice>
          </div>
        )}
        {content[view]}
      </ConsentsTabs>
      {view !== 'modifica' && <WayOut onOpen={() => open('ritiro')} />}
    </>
  )
}

/** Leaving is as easy as agreeing (GDPR art. 7(3)): it needs no answer to any question first. */
const WayOut = ({ onOpen }: { readonly onOpen: () => void }) => {
  const { t } = useLingui()
  return (
    <p className={`${classes.wayOut} no-print`}>
      {t`Vuoi lasciare il registro?`}{' '}
      <Anchor component="button" type="button" inherit onClick={onOpen}>
        {t`Ritiro`}
      </Anchor>
    </p>
  )
}
