import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { filterAreas } from '../../features/saved-filters/filter-area.ts'
import { FilterPage } from '../../features/saved-filters/filter-page.tsx'
import { filterRoute } from '../../features/saved-filters/filter-routes.ts'
import { useStartFilter } from '../../features/saved-filters/use-start-filter.ts'

/** Loaded when the tab of the cohort opens. */
const FilterCohort = lazy(() => import('../../features/cohort/filter-cohort.tsx'))
const useStart = () => useStartFilter(filterAreas.ca)

export const Route = createFileRoute('/_signed-in/ca_filtro/$filterId')({
  ...filterRoute,
  component: () => (
    <FilterPage
      area={filterAreas.ca}
      renderCohort={(filter) => <FilterCohort filter={filter} asRole={filterAreas.ca.runsAs} useStart={useStart} />}
    />
  ),
})
