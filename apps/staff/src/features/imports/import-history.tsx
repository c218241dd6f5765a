import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ImportedFile } from '@registry/api-contract/imports'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { showMoment, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { PageSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useInfiniteQuery, useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { importCommandTexts } from '../../uploads/import-command-texts.ts'
import { ReportDetail } from '../../uploads/upload-report.tsx'
import classes from './imports.module.css'
import { TextDialog } from '../../dialogs/text-dialog.tsx'

/** Deletes the registrations of a file of new patients, or shows why this is impossible (REQ-IMP-17). */
const UndoRegistrations = ({ id }: { readonly id: string }) => {
  const { t } = useLingui()
  const client = useQueryClient()
  // Patients answer while the page is open.
  const { data } = useQuery(trpc.imports.registrations.queryOptions({ id }, { staleTime: 0 }))
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
  if (!data || data.registered === 0) return null
  const { registered, changed } = data
  if (changed > 0)
    return (
      <p className={layout.note}>
        {t`Questo caricamento non si può annullare: ${plural(changed, {
          one: 'un paziente del file ha già risposto all’invito, o la sua cartella è cambiata.',
          other: '# pazienti del file hanno già risposto all’invito, o le loro cartelle sono cambiate.',
        })}`}
      </p>
    )
  const ask = async (): Promise<void> => {
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
  return (
    <Button color="red" variant="outline" loading={undo.isPending} onClick={() => void ask()}>
      {t`Annulla questo caricamento`}
    </Button>
  )
}

/** Undoes a file of personal or clinical data, with a reason for the history (REQ-IMP-17). */
const UndoButton = ({ id }: { readonly id: string }) => {
  const { t } = useLingui()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const undo = useMutation(trpc.imports.undo.mutationOptions(ownFailures))
  return (
    <>
      <Button color="red" variant="outline" onClick={() => setAsking(true)}>{t`Annulla questo caricamento`}</Button>
      {asking && (
        <TextDialog
          title={t`Annulla questo caricamento`}
          intro={t`Le cartelle del file tornano ai valori di prima. Se una cartella è stata modificata dopo il caricamento, non si ripristina nessuna. Non cambiano le cartelle dei pazienti che non danno più il consenso. La storia mostra il file, l’annullamento e il motivo.`}
          label={t`Motivo`}
          submitLabel={t`Ripristina i valori di prima`}
          cancelLabel={t`Lascia com’è`}
          onClose={() => setAsking(false)}
          onSend={async (reason) => {
            await undo.mutateAsync({ id, reason })
            await client.invalidateQueries(trpc.imports.list.pathFilter())
          }}
        />
      )}
    </>
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
        <TableHead headings={[t`Quando`, t`Chi`, t`Che cosa`, t`Formato`, t`Righe registrate`, t`Righe rifiutate`, t`Dettagli`]} />
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
  const canBeUndone = undone === null && ok > 0
  const who = actor.startsWith('center ') ? t`programma del centro` : actor
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
        <td>
          <Button
            size="compact-md"
            variant="default"
            aria-expanded={open}
            aria-label={
              canBeUndone ? t`Dettagli o annullamento del file del ${showMoment(at)}` : t`Dettagli del file del ${showMoment(at)}`
            }
            onClick={() => onOpen(!open)}
          >
            {canBeUndone ? t`Dettagli o annullamento` : t`Dettagli`}
          </Button>
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={7} className={classes.reportCell}>
            <div className={classes.report}>
              <StoredReport id={id} />
              {canBeUndone && (command === 'createPatients' ? <UndoRegistrations id={id} /> : <UndoButton id={id} />)}
            </div>
          </td>
        </tr>
      )}
    </>
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
