import { Button, Select } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { RecordChoices, RecordSaves } from '@registry/api-contract/ecrf'
import { findField, getField, type FieldName } from '@registry/domain/fields/dictionary'
import { showMoment } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useActorName } from '../../app/actor-name.ts'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { RecordSnapshotView } from './record-snapshot.tsx'
import { useSourceText } from './use-source-text.ts'
import { useValueText } from '../../app/use-value-text.ts'
import classes from './record-history.module.css'

/** The newest save is open unless its changes push the others out of the window. */
const openedChanges = 12

type Props = { readonly code: string; readonly choices: RecordChoices }

/** The saves of a record, newest first, with the changes of one field or of all (REQ-CRF-03). */
const RecordHistory = ({ code, choices }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [field, setField] = useState<FieldName | null>(null)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...trpc.ecrf.saves.infiniteQueryOptions(
      { code, ...(field !== null && { field }) },
      { getNextPageParam: ({ next }) => next ?? undefined, staleTime: 0 },
    ),
    placeholderData: (shown) => shown,
  })
  if (!data) return <BlockSkeleton height={240} />
  const saves = data.pages.flatMap((page) => page.saves)
  const names = data.pages.at(-1)?.fields ?? []
  if (names.length === 0)
    return <EmptyState title={t`Nessun cambiamento registrato`}>{t`La cartella non è mai stata compilata.`}</EmptyState>
  return (
    <div className={layout.page}>
      <Select
        label={t`Campo`}
        placeholder={t`Tutti i campi`}
        className={classes.filter}
        data={names.map((name) => ({ value: name, label: getField(name).label[language] }))}
        value={field}
        onChange={(chosen) => setField(findField(chosen ?? '')?.name ?? null)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t`Svuota` }}
      />
      <section aria-label={t`Storia della cartella`} className={classes.saves}>
        {saves.map((save, index) => (
          <SaveEntry
            key={`${field ?? ''} ${save.at} ${save.actor} ${save.source}`}
            save={save}
            code={code}
            choices={choices}
            startsOpen={field !== null || (index === 0 && save.changes.length <= openedChanges)}
          />
        ))}
      </section>
      {hasNextPage && (
        <Button variant="default" className={classes.more} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t`Mostra salvataggi precedenti`}
        </Button>
      )}
    </div>
  )
}

type EntryProps = Props & { readonly save: RecordSaves['saves'][number]; readonly startsOpen: boolean }

/** One save: when, from where, how many fields and by whom. Open it has each value before and after. */
const SaveEntry = ({ save: { at, actor, source, reason, changes }, code, choices, startsOpen }: EntryProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const showValue = useValueText(choices)
  const showSource = useSourceText()
  const showActor = useActorName()
  const [isOpen, setOpen] = useState(startsOpen)
  const [isSnapshotShown, setSnapshotShown] = useState(false)
  const count = changes.length
  const when = showMoment(at)
  const nameField = (name: FieldName): string => getField(name).label[language]
  return (
    <details className={classes.save} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>
        <strong className={classes.when}>{when}</strong>
        <span>{showSource(source)}</span>
        <span className={classes.count}>{t({ message: plural(count, { one: '# campo', other: '# campi' }) })}</span>
        <span className={classes.fields}>{changes.map(({ field }) => nameField(field)).join(', ')}</span>
        <span className={classes.actor}>{showActor(actor)}</span>
      </summary>
      {isOpen && (
        <div className={classes.changes}>
          {reason !== null && <p className={layout.text}>{t`Motivo: ${reason}`}</p>}
          <ScrollableTable label={t`Campi cambiati: ${when}`} className={classes.table}>
            <TableHead headings={[t`Campo`, t`Prima`, t`Dopo`]} />
            <tbody>
              {changes.map(({ field, old, new: value }) => (
                <tr key={field}>
                  <th scope="row">{nameField(field)}</th>
                  <td>{showValue(field, old)}</td>
                  <td>{showValue(field, value)}</td>
                </tr>
              ))}
            </tbody>
          </ScrollableTable>
          <Button
            size="compact-sm"
            variant="default"
            className="no-print"
            aria-expanded={isSnapshotShown}
            onClick={() => setSnapshotShown(!isSnapshotShown)}
          >
            {isSnapshotShown ? t`Nascondi la cartella di allora` : t`Mostra la cartella dopo questo salvataggio`}
          </Button>
          {isSnapshotShown && (
            <section aria-label={t`La cartella com’era: ${when}`}>
              <RecordSnapshotView code={code} choices={choices} at={at} />
            </section>
          )}
        </div>
      )}
    </details>
  )
}

export default RecordHistory
