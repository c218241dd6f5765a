import { useLingui } from '@lingui/react/macro'
import { longCall } from '@registry/app-shell/api.ts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import type { FieldName } from '@registry/domain/fields/dictionary'
import { toRequestError } from '@registry/ui/request-error.ts'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trpc } from '../../../app/shell.ts'
import charts from '../../../charts/charts.module.css'
import { useDescribeOptions } from '../../../exports/use-describe-options.ts'
import layout from '../../../layout/layout.module.css'
import type { RunsAs } from '../../../exports/export-file.ts'
import { DistributionChart } from './distribution-chart.tsx'

type Props = { readonly field: FieldName; readonly runsAs: RunsAs }

/** The values of a field among all visible patients, so that a limit is chosen by looking (REQ-FIL-22). A failure hides only the chart. */
export const FieldDistribution = ({ field, runsAs }: Props) => {
  const { t } = useLingui()
  const names = useMemo(() => [field], [field])
  const describeOptions = useDescribeOptions(names)
  const { data, error } = useQuery({
    ...trpc.savedFilters.summary.queryOptions(
      { asRole: runsAs, where: { kind: 'predicates', predicates: [] }, fields: names },
      { trpc: { ...longCall.trpc, abortOnUnmount: true } },
    ),
    ...ownFailures,
  })
  const [distribution] = data?.fields ?? []
  return (
    <section className={charts.charts} aria-label={t`Valori dei pazienti visibili`}>
      {error ? (
        <p className={layout.quiet}>{toRequestError(error).message}</p>
      ) : distribution ? (
        <DistributionChart distribution={distribution} describeOptions={describeOptions} />
      ) : (
        <BlockSkeleton height={240} />
      )}
    </section>
  )
}
