import { longCall } from '@registry/app-shell/api.ts'
import type { FilterCounts } from '@registry/api-contract/saved-filters'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import type { Condition } from '@registry/domain/filter/condition'
import { toWrittenCondition } from '@registry/domain/filter/condition-tree'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../../app/shell.ts'
import type { RunsAs } from '../../../exports/export-file.ts'

/** Shorter than a pause between two changes, longer than one between two keys. */
const delayMs = 300

export type CountedCondition = { readonly where: Condition; readonly counts: FilterCounts }

/**
 * Counts the patients of a condition while it is edited. The last numbers stay, marked as old, until the next ones arrive. A newer condition
 * ends the older count (REQ-FIL-10).
 */
export const useFilterCount = (runsAs: RunsAs | undefined, where: Condition | null) => {
  const [settled] = useDebouncedValue(where, delayMs)
  const { data, error, refetch } = useQuery({
    ...trpc.savedFilters.count.queryOptions(settled && runsAs ? { asRole: runsAs, where: toWrittenCondition(settled) } : skipToken, {
      trpc: { ...longCall.trpc, abortOnUnmount: true },
    }),
    ...ownFailures,
  })
  const [last, setLast] = useState<CountedCondition>()
  if (data && settled && last?.counts !== data) setLast({ where: settled, counts: data })
  const isOld = JSON.stringify(where) !== JSON.stringify(settled) || last?.counts !== data
  return { counted: last, isOld, error, retry: () => void refetch() }
}

export type FilterCount = ReturnType<typeof useFilterCount>
