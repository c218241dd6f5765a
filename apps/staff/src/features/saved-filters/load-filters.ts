import { queryClient, shell, trpc } from '../../app/shell.ts'
import { newFilterId } from './filter-area.ts'

/** Loads the list of filters before its page opens. */
export const loadFilters = () => queryClient.ensureQueryData(trpc.savedFilters.list.queryOptions())

/** Loads the available fields, the stored filter and its draft before the page opens. The server refuses an invalid id. */
export const loadFilter = async (filterId: string): Promise<void> => {
  await Promise.all([
    queryClient.ensureQueryData(trpc.savedFilters.picker.queryOptions()),
    shell.drafts.open(),
    filterId === newFilterId ? undefined : queryClient.ensureQueryData(trpc.savedFilters.get.queryOptions(Number(filterId))),
  ])
}
