import type { PatientRecordView } from '@registry/api-contract/ecrf'
import { useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../../app/shell.ts'

/** Reads the record and what depends on it again: a result changes statistics, discrepancies and history. */
export const useRefreshRecord = ({ record, code }: Pick<PatientRecordView, 'record' | 'code'>) => {
  const client = useQueryClient()
  return async (): Promise<void> => {
    const keys = [
      trpc.observations.list.queryKey({ code }),
      trpc.ecrf.open.queryKey({ record }),
      trpc.ecrf.history.queryKey({ code }),
      trpc.ecrf.saves.pathKey(),
      trpc.ecrf.patients.queryKey(),
      trpc.discrepancies.ofRecord.queryKey({ record }),
    ]
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}
