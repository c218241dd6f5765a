import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { SavedFilter } from '@registry/api-contract/saved-filters'
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
import classes from './saved-filters.module.css'
import { filterAddress, type FilterArea, newFilterId } from './filter-area.ts'
import { isBroken } from './draft.ts'
import { useListView } from '../../app/use-list-view.ts'

const rowId = ({ id }: SavedFilter): string => String(id)

/** The saved filters of all authors (REQ-FIL-01). */
export const FilterList = ({ area }: { readonly area: FilterArea }) => {
  const { t } = useLingui()
  const { view, onView } = useListView(area.list)
  const { data: filters } = useSuspenseQuery(trpc.savedFilters.list.queryOptions())
  const columns = useFilterColumns(area)
  const add = <NewFilterButton area={area} />
  return (
    <>
      <PageHeading
        title={t`Filtri`}
        lead={t`Un filtro salvato sceglie i pazienti e i campi da esportare.`}
        action={filters.length > 0 && add}
      />
      {filters.length === 0 ? (
        <EmptyState title={t`Nessun filtro`} action={add}>
          <Trans>Nessuno ha ancora salvato un filtro. Crea il primo: scegli i campi e le condizioni.</Trans>
        </EmptyState>
      ) : (
        <Grid label={t`Filtri`} columns={columns} rows={filters} rowId={rowId} view={view} onView={onView} />
      )}
    </>
  )
}

const NewFilterButton = ({ area }: { readonly area: FilterArea }) => {
  const navigate = useNavigateTo()
  return (
    <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => navigate(filterAddress(area, newFilterId))}>
      <Trans>Nuovo filtro</Trans>
    </Button>
  )
}

const useFilterColumns = (area: FilterArea): readonly GridColumn<SavedFilter>[] => {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t`Nome`,
        width: 300,
        value: ({ name }) => name,
        show: (filter) => (
          <span className={classes.cell}>
            <RouteLink href={filterAddress(area, filter.id)}>{filter.name}</RouteLink>
            {filter.isDisabled && <StatusBadge status="no">{t`Disabilitato`}</StatusBadge>}
            {isBroken(filter) && <StatusBadge status="error">{t`Da correggere`}</StatusBadge>}
          </span>
        ),
      },
      { id: 'description', header: t`Descrizione`, width: 330, value: ({ description }) => description },
      {
        id: 'open',
        header: t`Apri`,
        width: 100,
        sortable: false,
        value: () => null,
        show: ({ id, name }) => (
          <RouteLink href={filterAddress(area, id)} aria-label={t`Apri ${name}`}>
            {t`Apri`}
          </RouteLink>
        ),
      },
      { id: 'studies', type: 'number', header: t`Studi`, width: 110, value: ({ studies }) => studies },
      {
        id: 'lastExportAt',
        type: 'date',
        header: t`Ultima esportazione`,
        width: 180,
        value: ({ lastExportAt }) => lastExportAt,
        text: ({ lastExportAt }) => (lastExportAt === null ? t`mai` : showMoment(lastExportAt)),
      },
      { id: 'author', type: 'choice', header: t`Autore`, width: 250, value: ({ author }) => author },
      {
        id: 'changedAt',
        header: t`Modificato`,
        width: 170,
        type: 'date',
        value: ({ changedAt }) => changedAt,
        text: ({ changedAt }) => showMoment(changedAt),
      },
    ],
    [t, area],
  )
}
