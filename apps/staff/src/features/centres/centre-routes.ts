import { newCentreCode } from '@registry/domain/centres/form'
import { type ViewAddress, readViewAddress, type SearchParams } from '@registry/ui/grid/view-address.ts'
import { queryClient, trpc } from '../../app/shell.ts'

export const centreListAddress = '/centri'

export const centreAddress = (code: string): string => `/centro/${encodeURIComponent(code)}`

export const centreListRoute = {
  validateSearch: (search: SearchParams): ViewAddress => readViewAddress(search),
  loader: () => queryClient.ensureQueryData(trpc.centres.list.queryOptions()),
}

/** The route of one centre, or of a new one. */
export const centreRoute = {
  loader: async ({ params: { centreCode: id } }: { readonly params: { readonly centreCode: string } }): Promise<void> => {
    await Promise.all([
      queryClient.ensureQueryData(trpc.centres.options.queryOptions()),
      ...(id === newCentreCode ? [] : [queryClient.ensureQueryData(trpc.centres.detail.queryOptions({ id }))]),
    ])
  },
}
