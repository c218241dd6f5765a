import { Trans, useLingui } from '@lingui/react/macro'
import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { LazyInView } from '@registry/ui/charts/lazy-in-view.tsx'
import { focusPage, PageHeading } from '@registry/ui/layout/page.tsx'
import { BlockSkeleton, LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { history, trpc } from '../../app/shell.ts'
import { Breadcrumbs } from '../../layout/breadcrumbs.tsx'
import { PageTabs } from '../../layout/page-tabs.tsx'
import { isBroken } from './draft.ts'
import { ExportTab } from './results/export-tab.tsx'
import { FilterActions } from './filter-actions.tsx'
import { FilterView } from './filter-view.tsx'
import { filterAddress, type FilterArea, newFilterId } from './filter-area.ts'
import classes from './saved-filters.module.css'
import { useFilterTab } from './use-filter-tab.ts'

/** Loaded when the filter is changed. It uses the schemas of the server, and their library has 25 KB. */
const FilterForm = lazy(() => import('./filter-form.tsx'))
/** Loaded after the filter, so that the first load does not grow. */
const StoredPreview = lazy(() => import('./results/stored-preview.tsx'))
const FilterHistoryTab = lazy(() => import('./filter-history.tsx'))

type Opened = ReturnType<typeof useFilterTab>

type RenderCohort = (filter: SavedFilter) => ReactNode
type PageProps = {
  readonly area: FilterArea
  /** The charts of the patients of a filter, for the roles that run filters. */
  readonly renderCohort?: RenderCohort
}

/** The page of a stored or a new filter (REQ-FIL-02). */
export const FilterPage = ({ area, renderCohort }: PageProps) => {
  const { filterId } = useParams({ strict: false })
  const opened = useFilterTab()
  const [savedId, setSavedId] = useState<number>()
  const afterAdding = ({ id }: SavedFilter): void => {
    setSavedId(id)
    history.replace(filterAddress(area, id), undefined, { ignoreBlocker: true })
  }
  if (filterId === undefined || filterId === newFilterId) return <NewFilter area={area} onSaved={afterAdding} />
  return (
    <StoredFilter
      key={filterId}
      area={area}
      id={Number(filterId)}
      justSaved={String(savedId) === filterId}
      renderCohort={renderCohort}
      {...opened}
    />
  )
}

const NewFilter = ({ area, onSaved }: { readonly area: FilterArea; readonly onSaved: (filter: SavedFilter) => void }) => {
  const { t } = useLingui()
  return (
    <>
      <Breadcrumbs list={area.list} listName={t`Filtri`} name={t`Nuovo filtro`} />
      <PageHeading title={t`Nuovo filtro`} />
      <Suspense fallback={<LinesSkeleton lines={8} />}>
        <FilterForm filter={undefined} runsAs={area.runsAs} onSaved={onSaved} onCancel={() => history.push(area.list)} />
      </Suspense>
    </>
  )
}

type StoredProps = Opened & {
  readonly area: FilterArea
  readonly id: number
  readonly justSaved: boolean
  readonly renderCohort: RenderCohort | undefined
}

const StoredFilter = ({ area, id, tab, onTab, view, onView, requestsForm, onEdit, justSaved, renderCohort }: StoredProps) => {
  const { t } = useLingui()
  const { data: filter } = useSuspenseQuery(trpc.savedFilters.get.queryOptions(id))
  const editing = requestsForm && filter.mayChange
  const [saved, setSaved] = useState(justSaved)
  useEffect(() => {
    if (!editing) focusPage()
  }, [editing])
  const edit = (): void => {
    setSaved(false)
    onEdit(true)
  }
  const afterSaving = (): void => {
    setSaved(true)
    onEdit(false)
  }
  // The panel stays mounted in other tabs; a preview reads patients, so it waits for its tab.
  const [isDetailSeen, setIsDetailSeen] = useState(tab === 'detail')
  if (tab === 'detail' && !isDetailSeen) setIsDetailSeen(true)
  const mayRun = area.runsAs !== undefined && !isBroken(filter) && !filter.isDisabled
  const preview = mayRun && isDetailSeen && (
    <Suspense fallback={<BlockSkeleton height={600} />}>
      <StoredPreview filter={filter} runsAs={area.runsAs} />
    </Suspense>
  )
  const detail = (
    <>
      {saved && (
        <div className={classes.notice}>
          <SavedNotice name={filter.name} />
        </div>
      )}
      {editing ? (
        <Suspense fallback={<LinesSkeleton lines={8} />}>
          <FilterForm filter={filter} runsAs={area.runsAs} onSaved={afterSaving} onCancel={() => onEdit(false)} />
        </Suspense>
      ) : (
        <>
          <FilterView filter={filter} preview={preview} />
          <LazyInView height={240}>
            <Suspense>
              <FilterHistoryTab filter={filter} area={area} />
            </Suspense>
          </LazyInView>
        </>
      )}
    </>
  )
  return (
    <>
      <Breadcrumbs list={area.list} listName={t`Filtri`} name={filter.name} />
      <PageHeading
        title={filter.name}
        lead={editing ? undefined : filter.description}
        action={!editing && (tab === 'detail' || area.runsAs === undefined) && <FilterActions filter={filter} area={area} onEdit={edit} />}
      />
      {area.runsAs === undefined ? (
        detail
      ) : (
        <FilterTabs
          tab={tab}
          onTab={onTab}
          detail={detail}
          cohort={!isBroken(filter) && !filter.isDisabled && tab === 'cohort' && renderCohort?.(filter)}
          run={<ExportTab filter={filter} runsAs={area.runsAs} editing={editing} view={view} onView={onView} />}
        />
      )}
    </>
  )
}

type TabsProps = Pick<Opened, 'tab' | 'onTab'> & { readonly detail: ReactNode; readonly run: ReactNode; readonly cohort: ReactNode }

/** Detail and results stay mounted, so that opening the results keeps the draft. The cohort is computed when it opens. */
const FilterTabs = ({ tab, onTab, detail, run, cohort }: TabsProps) => {
  const { t } = useLingui()
  return (
    <PageTabs
      label={t`Parti del filtro`}
      tabs={[
        { name: 'detail', label: t`Dettaglio`, panel: detail },
        { name: 'export', label: t`Esportazione`, panel: run },
        { name: 'cohort', label: t`Coorte`, panel: <Suspense fallback={<LinesSkeleton lines={8} />}>{cohort}</Suspense> },
      ]}
      open={tab}
      onOpen={onTab}
      keepMounted
    />
  )
}

const SavedNotice = ({ name }: { readonly name: string }) => {
  const { t } = useLingui()
  return (
    <Notice status="yes" title={t`Modifiche registrate`}>
      <Trans>Il filtro «{name}» è salvato così come lo vedi qui.</Trans>
    </Notice>
  )
}
