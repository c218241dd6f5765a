import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { StudyRow } from '@registry/api-contract/studies'
import type { StudyState } from '@registry/domain/studies/states'
import { RouteLink, useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import type { GridColumn } from '@registry/ui/grid/column.ts'
import { Grid } from '@registry/ui/grid/grid.tsx'
import { showDate } from '@registry/ui/language/format.ts'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { type Status, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { IconEye, IconPencil, IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trpc } from '../../app/shell.ts'
import { useListView } from '../../app/use-list-view.ts'
import classes from './studies.module.css'
import { newStudyId, studyAddress, type StudyArea, studyAreas } from './study-areas.ts'
import { useStudyLabels } from './study-labels.ts'

const stateStatuses = {
  EthicsCommitteeWaiting: 'waiting',
  AlreadySentToCenters: 'waiting',
  ToBeSentToPatients: 'waiting',
  Active: 'yes',
  Terminated: 'no',
  Exported: 'yes',
} as const satisfies Record<StudyState, Status>

const rowId = ({ id }: StudyRow): string => id

/** The studies of a role, those with a requested operation first (REQ-STU-08). */
export const StudyList = ({ area }: { readonly area: StudyArea }) => {
  const { t } = useLingui()
  const { view, onView } = useListView(area.list)
  const { data: studies } = useSuspenseQuery(trpc.studies.list.queryOptions({ asRole: area.asRole }))
  const columns = useStudyColumns(area)
  const isAdmin = area === studyAreas.ga
  return (
    <>
      <PageHeading title={t`Studi clinici`} action={isAdmin && studies.length > 0 && <NewStudyButton />} />
      {studies.length === 0 ? (
        <EmptyState title={t`Nessuno studio`} action={isAdmin && <NewStudyButton />}>
          {isAdmin ? (
            <Trans>Nessuno ha ancora inserito uno studio. Comincia dal primo.</Trans>
          ) : (
            <Trans>Gli studi compaiono qui quando un amministratore globale li inserisce.</Trans>
          )}
        </EmptyState>
      ) : (
        <Grid label={t`Studi clinici`} columns={columns} rows={studies} rowId={rowId} view={view} onView={onView} />
      )}
    </>
  )
}

const NewStudyButton = () => {
  const navigate = useNavigateTo()
  return (
    <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => navigate(studyAddress(studyAreas.ga, newStudyId))}>
      <Trans>Nuovo studio</Trans>
    </Button>
  )
}

const useStudyColumns = (area: StudyArea): readonly GridColumn<StudyRow>[] => {
  const { t } = useLingui()
  const { formatState, formatOperation } = useStudyLabels()
  return useMemo(() => {
    const formatOperations = ({ ops }: StudyRow): string => ops.map(formatOperation).join(', ')
    return [
      {
        id: 'title',
        header: t`Titolo`,
        width: 400,
        value: ({ title }) => title,
        show: ({ id, title, readonly }) => (
          <RouteLink
            href={studyAddress(area, id)}
            className={classes.open ?? ''}
            aria-label={`${readonly ? t`Dettaglio studio` : t`Gestione studio`}: ${title}`}
          >
            {readonly ? <IconEye size={18} aria-hidden="true" /> : <IconPencil size={18} aria-hidden="true" />} {title}
          </RouteLink>
        ),
      },
      {
        id: 'status',
        type: 'choice',
        header: t`Stato`,
        width: 240,
        value: ({ status, suspended }) => formatState(status, suspended),
        show: ({ status, suspended }) => (
          <StatusBadge status={suspended ? 'warning' : stateStatuses[status]}>{formatState(status, suspended)}</StatusBadge>
        ),
      },
      {
        id: 'endDate',
        type: 'date',
        header: t`Fine arruolamento`,
        width: 175,
        value: ({ endDate }) => endDate,
        text: ({ endDate }) => (endDate === null ? '' : showDate(endDate)),
      },
      { id: 'operation', type: 'choice', header: t`Operazione richiesta`, width: 270, value: formatOperations },
      { id: 'id', header: t`Codice`, width: 150, value: ({ id }) => id },
      {
        id: 'mainCentre',
        type: 'choice',
        header: t`Centro principale`,
        width: 240,
        value: ({ mainCentre: { id, name } }) => `${name} (${id})`,
      },
      { id: 'type', type: 'choice', header: t`Tipo`, width: 300, value: ({ type }) => type.label },
      {
        id: 'centres',
        header: t`Centri arruolati`,
        width: 200,
        value: ({ enrolledCentres }) =>
          enrolledCentres
            .filter(({ approved }) => approved)
            .map(({ id }) => id)
            .join(', '),
      },
      { id: 'filter', header: t`Filtro`, width: 260, value: ({ filter }) => filter.name },
    ]
  }, [t, area, formatState, formatOperation])
}
