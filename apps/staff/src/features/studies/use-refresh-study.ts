import { useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'

/** Asks the server again for the study and its counts, after its patients changed. */
export const useRefreshStudy = () => {
  const queryClient = useQueryClient()
  return async (): Promise<void> => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.studies.detail.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.studies.list.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.studies.flow.queryKey() }),
    ])
  }
}
