import { queryClient, trpc } from '../../app/shell.ts'
import { newFilterId } from './filter-area.ts'

/** What the list needs before it shows. */
export const loadFilters = () => queryClient.ensureQueryData(trpc.savedFilters.list.queryOptions())

/** What the page of a filter needs before it shows: the fields on offer, and the filter unless it is a new one. An id that is none is refused by the server. */
export const loadFilter = async (filterId: string): Promise<void> => {
  await Promise.all([
    queryClient.ensureQueryData(trpc.savedFilters.picker.queryOptions()),
    filterId === newFilterId ? undefined : queryClient.ensureQueryData(trpc.savedFilters.get.queryOptions(Number(filterId))),
  ])
}
