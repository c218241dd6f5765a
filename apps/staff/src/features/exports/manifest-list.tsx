import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ManifestLine } from '@registry/api-contract/exports'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { showMoment, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { PageSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import type { ManifestAddress } from './manifests-route.ts'
import { OutcomeBadge } from './outcome-badge.tsx'
import { useFormatName } from './use-format-name.ts'
import classes from './exports.module.css'

type Props = { readonly address: ManifestAddress; readonly onOpen: (id: string) => void }

/** The exports that a search found, the newest first (REQ-EXP-10). */
export const ManifestList = ({ address: { persona, filtro, formato, dal, al }, onOpen }: Props) => {
  const { t } = useLingui()
  const search = {
    ...(persona !== undefined && { person: persona }),
    ...(filtro !== undefined && { filterId: filtro }),
    ...(formato && { format: formato }),
    ...(dal !== undefined && { from: dal }),
    ...(al !== undefined && { to: al }),
  }
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    trpc.exports.search.infiniteQueryOptions(search, {
      getNextPageParam: ({ next }) => next ?? undefined,
      ...ownFailures,
    }),
  )
  if (error) return <Notice status="error">{describeFailure(error)}</Notice>
  if (!data) return <PageSkeleton />
  const manifests = data.pages.flatMap((page) => page.manifests)
  const searched = Object.keys(search).length > 0
  if (manifests.length === 0)
    return (
      <EmptyState title={t`Nessuna esportazione`}>
        {searched ? t`Togli una condizione, o allarga i giorni.` : t`Qui compaiono le esportazioni di filtri e studi.`}
      </EmptyState>
    )
  return (
    <div className={layout.part}>
      <ScrollableTable role="region" label={t`Esportazioni trovate`} className={`${layout.topHeads} ${classes.table}`}>
        <TableHead headings={[t`Quando`, t`Chi`, t`Filtro o studio`, t`Formato`, t`Righe`, t`Esito`, t`Manifesto`]} />
        <tbody>
          {manifests.map((line) => (
            <ManifestRow key={line.id} line={line} onOpen={onOpen} />
          ))}
        </tbody>
      </ScrollableTable>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>{t`Altre esportazioni`}</Button>
      )}
    </div>
  )
}

const ManifestRow = ({ line, onOpen }: { readonly line: ManifestLine; readonly onOpen: Props['onOpen'] }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatName = useFormatName()
  const { id, at, actor, filter, study, format, rows, outcome } = line
  return (
    <tr>
      <th scope="row" className={classes.when}>
        {showMoment(at)}
      </th>
      <td className={classes.name}>{actor}</td>
      <td className={classes.name}>{study?.title ?? filter.name}</td>
      <td>{formatName(format)}</td>
      <td className={classes.number}>{showNumber(rows, language)}</td>
      <td>
        <OutcomeBadge outcome={outcome} />
      </td>
      <td>
        <Button size="compact-md" variant="default" aria-label={t`Manifesto del ${showMoment(at)}`} onClick={() => onOpen(id)}>
          {t`Manifesto`}
        </Button>
      </td>
    </tr>
  )
}
