import type { User } from '@registry/api-contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'

/** Shows a changed user immediately, and reloads the list. */
export const useStoreUser = () => {
  const queryClient = useQueryClient()
  return async (user: User): Promise<void> => {
    queryClient.setQueryData(trpc.users.detail.queryKey({ id: user.id }), user)
    await queryClient.invalidateQueries({ queryKey: trpc.users.list.queryKey() })
  }
}
