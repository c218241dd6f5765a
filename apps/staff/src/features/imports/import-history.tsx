import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ImportedFile, ImportUndone } from '@registry/api-contract/imports'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { showDate, showMoment, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { findAnalyte } from '@registry/domain/observations/analytes'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { PageSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useInfiniteQuery, useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActorName } from '../../app/actor-name.ts'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { importCommandTexts } from '../../uploads/import-command-texts.ts'
import { ReportDetail } from '../../uploads/upload-report.tsx'
import classes from './imports.module.css'
import { TextDialog } from '../../dialogs/text-dialog.tsx'

type UndoProps = {
  readonly id: string
  readonly at: string
  readonly command: ImportedFile['command']
  readonly onRefused: (reason: string) => void
  readonly onKept: (kept: KeptResults) => void
}

type KeptResults = NonNullable<ImportUndone['kept']>

/** Deletes the registrations of a file of new patients, or shows why this is impossible (REQ-IMP-17). */
const UndoRegistrations = ({ id, at, onRefused }: Omit<UndoProps, 'onKept'>) => {
  const { t } = useLingui()
  const client = useQueryClient()
  const undo = useMutation(
    trpc.imports.undo.mutationOptions({
      onSettled: () =>
        Promise.all([
          client.invalidateQueries(trpc.imports.pathFilter()),
          client.invalidateQueries(trpc.ecrf.patients.pathFilter()),
          client.invalidateQueries(trpc.home.staff.pathFilter()),
        ]),
    }),
  )
  // Patients answer while the page is open.
  const count = useMutation({
    mutationFn: () => client.fetchQuery(trpc.imports.registrations.queryOptions({ id }, { staleTime: 0 })),
  })
  const ask = async (): Promise<void> => {
    const { registered, changed } = await count.mutateAsync()
    if (registered === 0) return onRefused(t`Il file non ha registrato nessun paziente: non c’è nulla da annullare.`)
    if (changed > 0)
      return onRefused(
        t`Questo caricamento non si può annullare: ${plural(changed, {
          one: 'un paziente del file ha già risposto all’invito, o la sua cartella è cambiata.',
          other: '# pazienti del file hanno già risposto all’invito, o le loro cartelle sono cambiate.',
        })}`,
      )
    const question = {
      title: t`Annulla questo caricamento`,
      text: t`${plural(registered, {
        one: 'Si cancella il paziente registrato da questo file.',
        other: 'Si cancellano i # pazienti registrati da questo file.',
      })} Il collegamento degli inviti già arrivati non funziona più. Non si può tornare indietro, ma lo stesso file si può caricare di nuovo.`,
      confirm: t`Cancella i pazienti registrati`,
      destructive: true,
    }
    if (await askConfirmation(question)) undo.mutate({ id })
  }
  // The failed query is reported like every other.
  return <UndoButton at={at} loading={count.isPending || undo.isPending} onClick={() => void ask().catch(() => {})} />
}

/** Undoes a file of personal or clinical data or of results, with a reason for the history (REQ-IMP-17). */
const UndoValues = ({ id, at, command, onKept }: Omit<UndoProps, 'onRefused'>) => {
  const { t } = useLingui()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const undo = useMutation(trpc.imports.undo.mutationOptions(ownFailures))
  return (
    <>
      <UndoButton at={at} onClick={() => setAsking(true)} />
      {asking && (
        <TextDialog
          title={t`Annulla questo caricamento`}
          intro={
            command === 'putObservations'
              ? t`I risultati del file non contano più e le statistiche si calcolano di nuovo. I risultati corretti dopo il caricamento restano.`
              : t`Le cartelle del file tornano ai valori di prima. Se una cartella è stata modificata dopo il caricamento, non si ripristina nessuna. Non cambiano le cartelle dei pazienti che non danno più il consenso. La storia mostra il file, l’annullamento e il motivo.`
          }
          label={t`Motivo`}
          submitLabel={t`Ripristina i valori di prima`}
          cancelLabel={t`Lascia com’è`}
          onClose={() => setAsking(false)}
          onSend={async (reason) => {
            const { kept } = await undo.mutateAsync({ id, reason })
            if (kept) onKept(kept)
            await client.invalidateQueries(trpc.imports.list.pathFilter())
          }}
        />
      )}
    </>
  )
}

type UndoButtonProps = { readonly at: string; readonly loading?: boolean; readonly onClick: () => void }

const UndoButton = ({ at, loading = false, onClick }: UndoButtonProps) => {
  const { t } = useLingui()
  return (
    <Button
      size="compact-md"
      color="red"
      variant="outline"
      loading={loading}
      aria-label={t`Annulla il file del ${showMoment(at)}`}
      onClick={onClick}
    >
      {t`Annulla il file`}
    </Button>
  )
}

/** The files that the centre imported, newest first; one opens to its report (REQ-IMP-15). */
export const ImportHistory = () => {
  const { t } = useLingui()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    trpc.imports.list.infiniteQueryOptions({}, { getNextPageParam: ({ next }) => next }),
  )
  const [opened, setOpened] = useState<string>()
  if (!data) return <PageSkeleton />
  const files = data.pages.flatMap((page) => page.files)
  if (files.length === 0) return <EmptyState title={t`Nessun file caricato`}>{t`Qui compare ogni file che il centro carica.`}</EmptyState>
  return (
    <div className={`${layout.part} ${classes.files}`}>
      <ScrollableTable role="region" label={t`File caricati`} className={layout.topHeads}>
        <TableHead headings={[t`Quando`, t`Chi`, t`Che cosa`, t`Formato`, t`Righe registrate`, t`Righe rifiutate`, t`Azioni`]} />
        <tbody>
          {files.map((file) => (
            <FileRows key={file.id} file={file} open={opened === file.id} onOpen={(open) => setOpened(open ? file.id : undefined)} />
          ))}
        </tbody>
      </ScrollableTable>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>{t`Altri caricamenti`}</Button>
      )}
    </div>
  )
}

type RowProps = { readonly file: ImportedFile; readonly open: boolean; readonly onOpen: (open: boolean) => void }

const FileRows = ({ file: { id, at, actor, command, format, ok, ko, undone }, open, onOpen }: RowProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const Undo = command === 'createPatients' ? UndoRegistrations : UndoValues
  const [refusal, setRefusal] = useState<string>()
  const [kept, setKept] = useState<KeptResults>()
  const who = useActorName()(actor)
  return (
    <>
      <tr>
        <th scope="row">{showMoment(at)}</th>
        <td>{who}</td>
        <td>{t(importCommandTexts[command])}</td>
        <td>{format.toUpperCase()}</td>
        <td>
          {showNumber(ok, language)}
          {undone && <span className={classes.undone}>{t`annullato il ${showMoment(undone.at)} da ${undone.by}`}</span>}
        </td>
        <td>{showNumber(ko, language)}</td>
        <td className={classes.actionCell}>
          <div className={classes.actions}>
            <Button
              size="compact-md"
              variant="default"
              aria-expanded={open}
              aria-label={t`Dettagli del file del ${showMoment(at)}`}
              onClick={() => onOpen(!open)}
            >
              {t`Dettagli`}
            </Button>
            {undone === null && ok > 0 && <Undo id={id} at={at} command={command} onRefused={setRefusal} onKept={setKept} />}
          </div>
        </td>
      </tr>
      {(open || refusal !== undefined || kept) && (
        <tr>
          <td colSpan={7} className={classes.reportCell}>
            <div className={classes.report}>
              {refusal !== undefined && <Notice status="error">{refusal}</Notice>}
              {kept && <KeptNotice kept={kept} />}
              {open && <StoredReport id={id} />}
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

/** The results of an undone file that somebody has corrected since: they stay (REQ-OBS-06). */
const KeptNotice = ({ kept: { count, first } }: { readonly kept: KeptResults }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return (
    <Notice
      status="unknown"
      title={plural(count, {
        one: 'Un risultato corretto dopo il caricamento resta',
        other: '# risultati corretti dopo il caricamento restano',
      })}
    >
      <ul>
        {first.map(({ key, analyte, takenOn }) => (
          <li key={`${key} ${analyte} ${takenOn}`}>
            {key}: {findAnalyte(analyte)?.label[language] ?? analyte}, {showDate(takenOn)}
          </li>
        ))}
      </ul>
      {count > first.length && t`L’elenco mostra i primi ${showNumber(first.length, language)}.`}
    </Notice>
  )
}

const StoredReport = ({ id }: { readonly id: string }) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const { data, error } = useQuery(trpc.imports.report.queryOptions({ id }))
  if (error) return <Notice status="error">{formatError('unexpected')}</Notice>
  if (!data) return <PageSkeleton />
  return data.detail.length === 0 ? <p className={layout.text}>{t`Nessuna segnalazione.`}</p> : <ReportDetail detail={data.detail} />
}
