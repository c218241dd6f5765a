import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FilterSummary, SavedFilter } from '@registry/api-contract/saved-filters'
import { loggedRead } from '@registry/app-shell/query-client.ts'
import { summaryFieldsMax } from '@registry/domain/filter/limits'
import { longCall } from '@registry/app-shell/api.ts'
import type { FieldName } from '@registry/domain/fields/dictionary'
import type { Condition } from '@registry/domain/filter/condition'
import { toWrittenCondition } from '@registry/domain/filter/condition-tree'
import { listSelectedFields } from '@registry/domain/filter/selected-fields'
import { languages } from '@registry/domain/language'
import { toRequestError } from '@registry/ui/request-error.ts'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { trpc } from '../../../app/shell.ts'
import charts from '../../../charts/charts.module.css'
import type { RunsAs } from '../../../exports/export-file.ts'
import { useDescribeOptions } from '../../../exports/use-describe-options.ts'
import layout from '../../../layout/layout.module.css'
import { DistributionChart } from '../conditions/distribution-chart.tsx'
import classes from '../saved-filters.module.css'

type Props = { readonly filter: SavedFilter; readonly runsAs: RunsAs }

/** Divides the fields into parts that one request covers. */
const splitFields = (names: readonly FieldName[]): readonly FieldName[][] =>
  Array.from({ length: Math.ceil(names.length / summaryFieldsMax) }, (_, index) =>
    names.slice(index * summaryFieldsMax, (index + 1) * summaryFieldsMax),
  )

/** The patients of a filter by the values of each chosen field (REQ-FIL-17). */
const SummaryPanel = ({ filter: { fields, where }, runsAs }: Props) => {
  const parts = useMemo(() => splitFields(fields ? listSelectedFields(fields).map(({ name }) => name) : []), [fields])
  const [opened, setOpened] = useState(1)
  if (!where) return null
  return (
    <div className={classes.view}>
      {parts.slice(0, opened).map((names, index) => (
        <SummaryPart key={names.join()} names={names} where={where} runsAs={runsAs} isFirst={index === 0} />
      ))}
      {opened < parts.length && (
        <div>
          <Button variant="default" onClick={() => setOpened(opened + 1)}>
            <Trans>Mostra altri campi</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

type PartProps = { readonly names: FieldName[]; readonly where: Condition; readonly runsAs: RunsAs; readonly isFirst: boolean }

const SummaryPart = ({ names, where, runsAs, isFirst }: PartProps) => {
  const describeOptions = useDescribeOptions(names)
  const { data, error } = useQuery({
    ...trpc.savedFilters.summary.queryOptions(
      { asRole: runsAs, where: toWrittenCondition(where), fields: names },
      { trpc: { ...longCall.trpc, abortOnUnmount: true } },
    ),
    ...loggedRead,
  })
  if (error) return <Notice status="error">{toRequestError(error).message}</Notice>
  if (!data) return <BlockSkeleton height={600} />
  return (
    <>
      {isFirst && <Heading summary={data} />}
      <div className={charts.charts}>
        {data.fields.map((distribution) => (
          <DistributionChart key={distribution.field} distribution={distribution} describeOptions={describeOptions} />
        ))}
      </div>
    </>
  )
}

const Heading = ({ summary: { patients, sentence } }: { readonly summary: FilterSummary }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const number = showNumber(patients, language)
  const names = { it: t`In italiano`, en: t`In inglese` }
  const others = languages.filter((one) => one !== language)
  return (
    <div>
      <p role="status" className={layout.paragraph}>
        <strong>
          <Plural value={patients} one={`${number} paziente`} other={`${number} pazienti`} />
        </strong>
      </p>
      {[language, ...others].map((one) => (
        <p key={one} className={one === language ? layout.paragraph : layout.quiet}>
          {one !== language && `${names[one]}: `}
          <span lang={one}>{sentence[one]}</span>
        </p>
      ))}
    </div>
  )
}

// React.lazy loads a default export.
export default SummaryPanel
