import { AppError } from '@registry/domain/error'
import { readViewAddress, type SearchParams, type ViewAddress } from '@registry/ui/grid/view-address.ts'
import { queryClient, trpc } from '../../app/shell.ts'

export const communicationListAddress = '/comunicazioni'

/** Replaces the number in the address of a communication that is not saved yet. */
export const newCommunicationId = '__new__'

export const communicationAddress = (id: number | typeof newCommunicationId): string => `/comunicazione/${id}`

/** Returns the number of a communication in an address; undefined for a text that is none. */
export const parseCommunicationId = (text: string): number | undefined => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined)

export const communicationListRoute = {
  validateSearch: (search: SearchParams): ViewAddress => readViewAddress(search),
  loader: () => queryClient.ensureQueryData(trpc.communications.list.queryOptions()),
}

/** The route of one communication, or of a new one. An id that is no number is the address of none. */
export const communicationRoute = {
  loader: async ({ params: { communicationId } }: { readonly params: { readonly communicationId: string } }): Promise<void> => {
    const id = parseCommunicationId(communicationId)
    if (communicationId !== newCommunicationId && id === undefined) throw new AppError('communication_not_found')
    await Promise.all([
      queryClient.ensureQueryData(trpc.communications.options.queryOptions()),
      ...(id === undefined ? [] : [queryClient.ensureQueryData(trpc.communications.get.queryOptions({ id }))]),
    ])
  },
}
