import type { DescribeOptions } from '@registry/domain/expression/describe'
import { type FieldName, getField } from '@registry/domain/fields/dictionary'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trpc } from '../../app/shell.ts'

/** Of several fields that share a table, one is asked for all. */
const askedFields = (names: readonly FieldName[]): readonly { readonly name: FieldName; readonly table: ReferenceTable }[] => {
  const byTable = new Map<ReferenceTable, FieldName>()
  for (const name of names) {
    const { referenceTable } = getField(name)
    if (referenceTable && !byTable.has(referenceTable)) byTable.set(referenceTable, name)
  }
  return [...byTable].map(([table, name]) => ({ name, table }))
}

/** How to tell values of the fields given: in the language shown, with the names of list items; until those are known, with their ids. `names` must keep its identity between renders. */
export const useDescribeOptions = (names: readonly FieldName[]): DescribeOptions => {
  const { language } = useLanguage()
  const asked = useMemo(() => askedFields(names), [names])
  const labels = useQueries({
    queries: asked.map(({ name }) => trpc.savedFilters.fieldInfo.queryOptions(name)),
    combine: (answers) => answers.map(({ data }) => data?.options ?? []),
  })
  return useMemo(() => {
    const tables = new Map(asked.map(({ table }, index) => [table, new Map(labels[index]?.map(({ id, label }) => [id, label]))]))
    return { language, findLabel: (table, id) => tables.get(table)?.get(id) }
  }, [asked, labels, language])
}
