import type { Communication } from '@registry/api-contract/communications'
import { useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'

/** Shows a changed communication immediately, and reloads the list and the number of recipients. */
export const useStoreCommunication = () => {
  const queryClient = useQueryClient()
  return async (communication: Communication): Promise<void> => {
    const { id } = communication
    queryClient.setQueryData(trpc.communications.get.queryKey({ id }), communication)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.communications.list.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.communications.count.queryKey({ id }) }),
    ])
  }
}
