import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { CommunicationRow } from '@registry/api-contract/communications'
import type { CommunicationType } from '@registry/domain/communications/types'
import type { GridColumn } from '@registry/ui/grid/column.ts'
import { Grid } from '@registry/ui/grid/grid.tsx'
import { showMoment } from '@registry/ui/language/format.ts'
import { RouteLink, useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trpc } from '../../app/shell.ts'
import { useListView } from '../../app/use-list-view.ts'
import { communicationAddress, communicationListAddress, newCommunicationId } from './communication-routes.ts'
import { stateStatuses, useCommunicationLabels } from './communication-labels.ts'

const rowId = ({ id }: CommunicationRow): string => String(id)

/** The communications, the newest first (REQ-COM-01). */
export const CommunicationList = () => {
  const { t } = useLingui()
  const { view, onView } = useListView(communicationListAddress)
  const { data: communications } = useSuspenseQuery(trpc.communications.list.queryOptions())
  const columns = useColumns()
  return (
    <>
      <PageHeading
        title={t`Comunicazioni`}
        lead={t`Messaggi e newsletter a pazienti e operatori.`}
        action={communications.length > 0 && <NewButton />}
      />
      {communications.length === 0 ? (
        <EmptyState title={t`Nessuna comunicazione`} action={<NewButton />}>
          <Trans>Nessuno ha ancora scritto una comunicazione. Comincia dalla prima.</Trans>
        </EmptyState>
      ) : (
        <Grid label={t`Comunicazioni`} columns={columns} rows={communications} rowId={rowId} view={view} onView={onView} />
      )}
    </>
  )
}

/** The types in the list. The form shows the words of `svc_msg_type`, which a GlobalAdmin changes. */
const useTypeLabels = (): Readonly<Record<CommunicationType, string>> => {
  const { t } = useLingui()
  return useMemo(
    () => ({ PATIENT_MESSAGE: t`Messaggio ai pazienti`, NEWSLETTER: t`Newsletter`, STAFF_MESSAGE: t`Messaggio agli operatori` }),
    [t],
  )
}

const NewButton = () => {
  const navigate = useNavigateTo()
  return (
    <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => navigate(communicationAddress(newCommunicationId))}>
      <Trans>Nuova comunicazione</Trans>
    </Button>
  )
}

const useColumns = (): readonly GridColumn<CommunicationRow>[] => {
  const { t } = useLingui()
  const { formatState } = useCommunicationLabels()
  const types = useTypeLabels()
  return useMemo(
    () => [
      {
        id: 'subject',
        header: t`Oggetto`,
        width: 340,
        value: ({ subject }) => subject,
        show: ({ id, subject }) => <RouteLink href={communicationAddress(id)}>{subject}</RouteLink>,
      },
      { id: 'type', type: 'choice', header: t`Tipo`, width: 220, value: ({ type }) => types[type] },
      {
        id: 'state',
        type: 'choice',
        header: t`Stato`,
        width: 160,
        value: ({ state }) => formatState(state),
        show: ({ state }) => <StatusBadge status={stateStatuses[state]}>{formatState(state)}</StatusBadge>,
      },
      {
        id: 'scheduledFor',
        type: 'date',
        header: t`Invio dal`,
        width: 190,
        value: ({ scheduledFor }) => scheduledFor,
        text: ({ scheduledFor }) => (scheduledFor === null ? '' : showMoment(scheduledFor)),
      },
      {
        id: 'endedAt',
        type: 'date',
        header: t`Finita il`,
        width: 190,
        value: ({ endedAt }) => endedAt,
        text: ({ endedAt }) => (endedAt === null ? '' : showMoment(endedAt)),
      },
      { id: 'changedBy', header: t`Ultima modifica di`, width: 240, value: ({ changedBy }) => changedBy ?? '' },
    ],
    [t, formatState, types],
  )
}
