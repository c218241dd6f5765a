import { useLingui } from '@lingui/react/macro'
import type { FilterRows } from '@registry/api-contract/saved-filters'
import { findFilterField } from '@registry/domain/fields/dictionary'
import type { GridColumn } from '@registry/ui/grid/column.ts'
import { useMemo } from 'react'
import { buildResultColumns, type ResultLine } from './result-columns.ts'
import { useDescribeOptions } from './use-describe-options.ts'

/** The columns of a result in the current language, with labels of choices. */
export const useResultColumns = (result: FilterRows): readonly GridColumn<ResultLine>[] => {
  const { t } = useLingui()
  const names = useMemo(() => result.columns.flatMap((column) => findFilterField(column)?.name ?? []), [result.columns])
  const describeOptions = useDescribeOptions(names)
  const labels = useMemo(() => ({ row: t`Riga`, yes: t`Sì`, no: t`No` }), [t])
  return useMemo(() => buildResultColumns(result, describeOptions, labels), [result, describeOptions, labels])
}
