import type { DescribeOptions } from '@registry/domain/expression/describe'
import { type FieldName, getField } from '@registry/domain/fields/dictionary'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient, trpc } from '../app/shell.ts'

/** One field per reference table, since its options serve all fields of the table. */
const pickFieldPerTable = (names: readonly FieldName[]): readonly { readonly name: FieldName; readonly table: ReferenceTable }[] => {
  const byTable = new Map<ReferenceTable, FieldName>()
  for (const name of names) {
    const { referenceTable } = getField(name)
    if (referenceTable && !byTable.has(referenceTable)) byTable.set(referenceTable, name)
  }
  return [...byTable].map(([table, name]) => ({ name, table }))
}

/** The queries of the labels that describe the values of some fields. */
const listLabelQueries = (fields: ReturnType<typeof pickFieldPerTable>) =>
  fields.map(({ name }) => trpc.savedFilters.fieldInfo.queryOptions(name))

/** Loads the labels for `useDescribeOptions` before a page shows, so that they do not move it when they come. */
export const prefetchLabels = async (names: readonly FieldName[]): Promise<void> => {
  await Promise.all(listLabelQueries(pickFieldPerTable(names)).map((query) => queryClient.prefetchQuery(query)))
}

/** Options to describe values in the current language, with labels of choices, or their ids until the labels load. `names` must keep its identity between renders. */
export const useDescribeOptions = (names: readonly FieldName[]): DescribeOptions => {
  const { language } = useLanguage()
  const fields = useMemo(() => pickFieldPerTable(names), [names])
  const labels = useQueries({
    queries: listLabelQueries(fields),
    combine: (results) => results.map(({ data }) => data?.options ?? []),
  })
  return useMemo(() => {
    const tables = new Map(fields.map(({ table }, index) => [table, new Map(labels[index]?.map(({ id, label }) => [id, label]))]))
    return { language, findLabel: (table, id) => tables.get(table)?.get(id) }
  }, [fields, labels, language])
}
