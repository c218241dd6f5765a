import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Communication } from '@registry/api-contract/communications'
import { showMoment } from '@registry/ui/language/format.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { Notice, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { history, trpc } from '../../app/shell.ts'
import { Breadcrumbs } from '../../layout/breadcrumbs.tsx'
import layout from '../../layout/layout.module.css'
import { communicationAddress, communicationListAddress, parseCommunicationId } from './communication-address.ts'
import { CommunicationActions } from './communication-actions.tsx'
import { CommunicationForm } from './communication-form.tsx'
import { stateStatuses, useCommunicationLabels } from './communication-labels.ts'
import { CommunicationPreview } from './communication-preview.tsx'
import { CommunicationProgress } from './communication-progress.tsx'
import { CommunicationRecipients } from './communication-recipients.tsx'
import classes from './communications.module.css'

/** History of a communication: written, tested, scheduled, cancelled; the newest entry first (REQ-COM-06). */
const CommunicationHistory = ({ communication: { history } }: { readonly communication: Communication }) => {
  const { t } = useLingui()
  const { formatEvent } = useCommunicationLabels()
  return (
    <section aria-label={t`Storia`}>
      <h2 className={layout.title}>{t`Storia`}</h2>
      <ScrollableTable label={t`Storia`} className={layout.plainNames}>
        <TableHead headings={[t`Quando`, t`Che cosa`, t`Chi`]} />
        <tbody>
          {history.map(({ at, actor, event }) => (
            <tr key={`${at} ${event}`}>
              <td>{showMoment(at)}</td>
              <td>{formatEvent(event)}</td>
              <td>{actor === '' ? t`il registro` : actor}</td>
            </tr>
          ))}
        </tbody>
      </ScrollableTable>
    </section>
  )
}

/** The page of a stored or a new communication. */
export const CommunicationPage = () => {
  const { t } = useLingui()
  const { communicationId = '' } = useParams({ strict: false })
  const id = parseCommunicationId(communicationId)
  const [saved, setSaved] = useState(false)
  if (id !== undefined) return <StoredCommunication key={id} id={id} saved={saved} onSaved={() => setSaved(true)} />
  return (
    <>
      <Breadcrumbs list={communicationListAddress} listName={t`Comunicazioni`} name={t`Nuova comunicazione`} />
      <PageHeading title={t`Nuova comunicazione`} />
      <CommunicationForm
        onCancel={() => history.push(communicationListAddress)}
        onSaved={(made) => {
          setSaved(true)
          history.replace(communicationAddress(made.id), undefined, { ignoreBlocker: true })
        }}
      />
    </>
  )
}

/** A communication that is being sent changes by itself. */
const refreshMs = 5000

type StoredProps = { readonly id: number; readonly saved: boolean; readonly onSaved: () => void }

const StoredCommunication = ({ id, saved, onSaved }: StoredProps) => {
  const { t, i18n } = useLingui()
  const { formatState, formatFailure } = useCommunicationLabels()
  const [editing, setEditing] = useState(false)
  const { data: communication } = useSuspenseQuery({
    ...trpc.communications.get.queryOptions({ id }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'scheduled' || data?.state === 'sending' ? refreshMs : false),
  })
  const { texts, state, failure, operations } = communication
  const name = texts[i18n.locale === 'it' ? 'it' : 'en'].subject
  return (
    <>
      <Breadcrumbs list={communicationListAddress} listName={t`Comunicazioni`} name={name} />
      <PageHeading title={name} />
      <div className={layout.page}>
        {saved && !editing && state === 'draft' && <Notice status="yes">{t`La bozza è salvata`}</Notice>}
        {failure !== null && <Notice status="error">{formatFailure(failure)}</Notice>}
        <p className={classes.state}>
          <StatusBadge status={stateStatuses[state]}>{formatState(state)}</StatusBadge>
        </p>
        {editing && operations.includes('change') ? (
          <CommunicationForm
            communication={communication}
            onCancel={() => setEditing(false)}
            onSaved={() => {
              setEditing(false)
              onSaved()
            }}
          />
        ) : (
          <>
            <CommunicationRecipients communication={communication} />
            <CommunicationPreview communication={communication} />
            {operations.includes('change') && (
              <div>
                <Button variant="default" onClick={() => setEditing(true)}>{t`Modifica la bozza`}</Button>
              </div>
            )}
            <CommunicationActions communication={communication} />
            {state !== 'draft' && <CommunicationProgress communication={communication} />}
            <CommunicationHistory communication={communication} />
          </>
        )}
      </div>
    </>
  )
}
