import { listExpressionFields } from '@registry/domain/expression/expression'
import { buildExpression } from '@registry/domain/filter/condition-tree'
import { listSelectedFields } from '@registry/domain/filter/selected-fields'
import { readViewAddress } from '@registry/ui/grid/view-address.ts'
import { queryClient, shell, trpc } from '../../app/shell.ts'
import { prefetchLabels } from '../../exports/use-describe-options.ts'
import { newFilterId } from './filter-area.ts'
import { readFilterSearch } from './filter-search.ts'

/** The options of the route of a list of filters. The file of each address states its component, so that the build splits it off. */
export const filterListRoute = {
  validateSearch: readViewAddress,
  loader: () => queryClient.ensureQueryData(trpc.savedFilters.list.queryOptions()),
}

/** Loads a stored filter with the labels of its conditions and columns. */
const loadFilter = async (id: number): Promise<void> => {
  const { where, fields } = await queryClient.ensureQueryData(trpc.savedFilters.get.queryOptions(id))
  await Promise.all([
    where && prefetchLabels(listExpressionFields(buildExpression(where))),
    fields && prefetchLabels(listSelectedFields(fields).map(({ name }) => name)),
  ])
}

/** The options of the route of one filter. Loads the available fields, the stored filter and its draft. The server rejects an invalid id. */
export const filterRoute = {
  validateSearch: readFilterSearch,
  loader: async ({ params: { filterId } }: { readonly params: { readonly filterId: string } }): Promise<void> => {
    await Promise.all([
      queryClient.ensureQueryData(trpc.savedFilters.picker.queryOptions()),
      shell.drafts.open(),
      filterId === newFilterId ? undefined : loadFilter(Number(filterId)),
    ])
  },
}
