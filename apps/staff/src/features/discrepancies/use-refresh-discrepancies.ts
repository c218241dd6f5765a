import { useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'

/** Reads the lists and numbers of discrepancies and queries again after a change. */
export const useRefreshDiscrepancies = () => {
  const queryClient = useQueryClient()
  return async (): Promise<void> => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.discrepancies.pathKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.home.staff.queryKey() }),
    ])
  }
}
