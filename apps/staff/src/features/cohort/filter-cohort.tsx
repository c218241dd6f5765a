import { useLingui } from '@lingui/react/macro'
import { longCall } from '@registry/app-shell/api.ts'
import type { FilterRun, SavedFilter } from '@registry/api-contract/saved-filters'
import { loggedRead } from '@registry/app-shell/query-client.ts'
import { patientScopeByRole } from '@registry/domain/access/permissions'
import { toRequestError } from '@registry/ui/request-error.ts'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { CohortCharts, type StartFilter } from './cohort-charts.tsx'

type Props = Pick<FilterRun, 'asRole'> & { readonly filter: SavedFilter; readonly useStart: () => StartFilter }

/** The cohort of the patients of a filter, computed when the tab opens (REQ-COH-07). */
const FilterCohort = ({ filter, asRole, useStart }: Props) => {
  const { t } = useLingui()
  const start = useStart()
  const { data, error } = useQuery({
    ...trpc.savedFilters.cohort.queryOptions({ id: filter.id, asRole }, { trpc: { ...longCall.trpc, abortOnUnmount: true } }),
    ...loggedRead,
  })
  if (error) return <Notice status="error">{toRequestError(error).message}</Notice>
  if (!data) return <BlockSkeleton height={600} />
  return (
    <CohortCharts
      page={data}
      ownName={t`Filtro`}
      areCentresShown={patientScopeByRole[asRole] !== 'centre'}
      {...(filter.where && { where: filter.where })}
      onStartFilter={start}
    />
  )
}

// React.lazy loads a default export.
export default FilterCohort
