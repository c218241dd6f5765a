import type { Study } from '@registry/api-contract/studies'
import { useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import type { StudyArea } from './study-areas.ts'

/** Shows a changed study immediately, and reloads the lists and counts that depend on it. */
export const useStoreStudy = ({ asRole }: StudyArea) => {
  const queryClient = useQueryClient()
  return async (study: Study): Promise<void> => {
    queryClient.setQueryData(trpc.studies.detail.queryKey({ id: study.id, asRole }), study)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.studies.list.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.studies.flow.queryKey() }),
    ])
  }
}
