import { useDebouncedValue } from '@mantine/hooks'
import type { CheckedSql } from '@registry/api-contract/saved-filters'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { type Condition, sqlTextMax, type WrittenCondition } from '@registry/domain/filter/condition'
import { skipToken, useQuery } from '@tanstack/react-query'
import { trpc } from '../../../app/shell.ts'

/** Shorter than a pause between two words, longer than one between two keys. */
const delayMs = 300

/** A condition with its tree, or what is wrong in its text. Both are absent until the server has read the text. */
export type ReadCondition = { readonly condition: Condition | null; readonly problem: CheckedSql['problem'] }

/** Reads the condition of a draft. Only the server parses text (REQ-FIL-07). */
export const useReadCondition = (written: WrittenCondition | null): ReadCondition => {
  const text = written?.kind === 'sql' ? written.text : ''
  const [settled] = useDebouncedValue(text, delayMs)
  const isReadable = settled.trim() !== '' && settled.length <= sqlTextMax
  const { data } = useQuery({
    ...trpc.savedFilters.checkSql.queryOptions(isReadable ? settled : skipToken, { trpc: { abortOnUnmount: true } }),
    ...ownFailures,
  })
  if (written?.kind !== 'sql') return { condition: written, problem: null }
  if (settled !== text || !isReadable || !data) return { condition: null, problem: null }
  return { condition: data.tree && { ...written, tree: data.tree }, problem: data.problem }
}
