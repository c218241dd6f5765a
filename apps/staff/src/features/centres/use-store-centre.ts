import type { Centre } from '@registry/api-contract/centres'
import { useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'

/** Shows a changed centre immediately, and reloads the list. */
export const useStoreCentre = () => {
  const queryClient = useQueryClient()
  return async (centre: Centre): Promise<void> => {
    queryClient.setQueryData(trpc.centres.detail.queryKey({ id: centre.id }), centre)
    await queryClient.invalidateQueries({ queryKey: trpc.centres.list.queryKey() })
  }
}
