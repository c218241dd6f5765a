import { Trans, useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import type { FilterHistory, SavedFilter } from '@registry/api-contract/saved-filters'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { showMoment } from '@registry/ui/language/format.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { useConditionSentences } from './conditions/condition-sentences.tsx'
import type { FilterArea } from './filter-area.ts'
import { isSame } from './draft.ts'
import { LastExports } from './last-exports.tsx'
import classes from './saved-filters.module.css'
import { SelectionSummary } from './fields/selection-summary.tsx'

type Version = FilterHistory['versions'][number]
type Props = { readonly filter: SavedFilter; readonly area: FilterArea }

/** The studies that use a filter, its last exports, and its versions, of which two can be compared (REQ-FIL-19, REQ-FIL-30). */
const FilterHistoryTab = ({ filter: { id, version }, area }: Props) => {
  const { t } = useLingui()
  // A save makes a new version, so the history of the old one is not shown again.
  const { data, error } = useQuery({ ...trpc.savedFilters.history.queryOptions(id), gcTime: 0, ...ownFailures })
  if (error) return <Notice status="error">{toRequestError(error).message}</Notice>
  if (!data) return null
  return (
    <div className={classes.view}>
      {data.studies.length > 0 && (
        <section aria-label={t`Studi che usano il filtro`}>
          <h2 className={layout.title}>{t`Studi che usano il filtro`}</h2>
          <ul>
            {data.studies.map((study) => (
              <li key={study.id}>
                <RouteLink href={`${area.study}/${encodeURIComponent(study.id)}`}>{study.title}</RouteLink> ({study.id})
              </li>
            ))}
          </ul>
        </section>
      )}
      <LastExports filterId={id} area={area} />
      <Versions key={version} versions={data.versions} />
    </div>
  )
}

const useVersionName = (): ((version: Version) => string) => {
  const { t } = useLingui()
  return ({ version, changedAt, changedBy, isDisabled }) => {
    const when = showMoment(changedAt)
    const name = t`Versione ${version}, ${when}, ${changedBy}`
    return isDisabled ? t`${name}, disabilitato` : name
  }
}

const Versions = ({ versions }: { readonly versions: readonly Version[] }) => {
  const { t } = useLingui()
  const nameVersion = useVersionName()
  const [newest] = versions
  const [earlier, setEarlier] = useState<string | null>(null)
  const [later, setLater] = useState(newest ? String(newest.version) : null)
  const find = (chosen: string | null): Version | undefined => versions.find(({ version }) => String(version) === chosen)
  const pair = [find(earlier), find(later)].filter((version) => version !== undefined).toSorted((one, other) => one.version - other.version)
  const [before, after] = pair
  const options = versions.map((version) => ({ value: String(version.version), label: nameVersion(version) }))
  return (
    <section aria-label={t`Storia`}>
      <h2 className={layout.title}>{t`Storia`}</h2>
      <ol reversed className={layout.paragraph}>
        {versions.map((version) => (
          <li key={version.version}>{nameVersion(version)}</li>
        ))}
      </ol>
      {versions.length > 1 && (
        <div className={classes.versions}>
          <Select label={t`Confronta la versione`} data={options} value={earlier} onChange={setEarlier} />
          <Select label={t`con la versione`} data={options} value={later} onChange={setLater} allowDeselect={false} />
        </div>
      )}
      {before && after && <Differences before={before} after={after} />}
    </section>
  )
}

type DifferencesProps = { readonly before: Version; readonly after: Version }

/** Changes between two versions, before and after. */
const Differences = ({ before, after }: DifferencesProps) => {
  const { t } = useLingui()
  const sentences = { before: useConditionSentences(before.where), after: useConditionSentences(after.where) }
  const format = (list: readonly string[]): string => list.join('; ') || t`nessuna`
  const showState = ({ isDisabled }: Version): string => (isDisabled ? t`disabilitato` : t`attivo`)
  const broken = t`non più leggibile`
  const showFields = ({ fields }: Version) => (fields ? <SelectionSummary selection={fields} /> : broken)
  const rows = [
    { name: t`Nome`, changed: !isSame(before.name, after.name), before: before.name, after: after.name },
    {
      name: t`Stato`,
      changed: before.isDisabled !== after.isDisabled,
      before: showState(before),
      after: showState(after),
    },
    {
      name: t`Descrizione`,
      changed: !isSame(before.description, after.description),
      before: before.description,
      after: after.description,
    },
    { name: t`Campi`, changed: !isSame(before.fields, after.fields), before: showFields(before), after: showFields(after) },
    {
      name: t`Condizioni`,
      changed: !isSame(before.where, after.where),
      before: before.where ? format(sentences.before) : broken,
      after: after.where ? format(sentences.after) : broken,
    },
  ].filter(({ changed }) => changed)
  if (rows.length === 0)
    return (
      <p role="status" className={layout.paragraph}>
        <Trans>Le due versioni sono uguali.</Trans>
      </p>
    )
  return (
    <table className={classes.differences} aria-label={t`Differenze`}>
      <TableHead headings={[t`Parte`, t`Versione ${before.version}`, t`Versione ${after.version}`]} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>{row.before}</td>
            <td>{row.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

// React.lazy loads a default export.
export default FilterHistoryTab
