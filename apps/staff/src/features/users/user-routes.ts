import { AppError } from '@registry/domain/error'
import { type ViewAddress, readViewAddress, type SearchParams } from '@registry/ui/grid/view-address.ts'
import { queryClient, trpc } from '../../app/shell.ts'

export const userListAddress = '/utenti'

/** Replaces the number in the address of a user that is not saved yet. */
export const newUserId = '__new__'

export const userAddress = (id: number | typeof newUserId): string => `/utente/${id}`

/** Returns the number of a user in an address; undefined for a text that is none. */
export const parseUserId = (text: string): number | undefined => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined)

export const userListRoute = {
  validateSearch: (search: SearchParams): ViewAddress => readViewAddress(search),
  loader: () => queryClient.ensureQueryData(trpc.users.list.queryOptions()),
}

/** The route of one user, or of a new one. An id that is no number is the address of no user. */
export const userRoute = {
  loader: async ({ params: { userId } }: { readonly params: { readonly userId: string } }): Promise<void> => {
    const id = parseUserId(userId)
    if (userId !== newUserId && id === undefined) throw new AppError('user_not_found')
    await Promise.all([
      queryClient.ensureQueryData(trpc.users.options.queryOptions()),
      ...(id === undefined ? [] : [queryClient.ensureQueryData(trpc.users.detail.queryOptions({ id }))]),
    ])
  },
}
