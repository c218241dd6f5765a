import { Button } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type FileFormat, fileFormats, findFormatOfName, guessFormat } from '@registry/domain/file-formats'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { ChangedFile } from '@registry/ui/browser/readable-file.ts'
import { FileChoice } from '@registry/ui/fields/file-choice.tsx'
import { FileDrop } from '@registry/ui/fields/file-drop.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { type ReactNode, useId, useState } from 'react'
import layout from '../layout/layout.module.css'
import { downloadRejectedRows, uploadFile, type UploadAnswer, type UploadPath } from './files.ts'
import { FormatChoice } from './format-choice.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { UploadReport } from './upload-report.tsx'
import classes from './uploads.module.css'
import { Stopped, type Transfer, useUpload } from './use-upload.ts'

type Values = { readonly format: FileFormat | undefined; readonly file: File | undefined }
type Sent = { readonly file: File; readonly format: FileFormat }
type Outcome = { readonly report: UploadAnswer; readonly dryRun: boolean; readonly sent: Sent } | { readonly failure: string }

type Props = {
  readonly target: UploadPath
  /** The path also gives the rejected rows of a file (REQ-IMP-13). */
  readonly givesRejectedRows?: boolean
  readonly onStored: () => Promise<void>
  /** Checks the fields next to the form, which show their own errors. */
  readonly checkOthers?: () => boolean
  /** Other content of the response, below the report. */
  readonly children?: (answer: UploadAnswer, dryRun: boolean) => ReactNode
}

/** Sends a file, or only checks it, and shows the report. A running upload can be stopped (REQ-IMP-05, REQ-IMP-06). */
export const UploadForm = ({ target, givesRejectedRows = false, onStored, checkOthers = () => true, children }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const fileId = useId()
  const [outcome, setOutcome] = useState<Outcome>()
  const [sending, setSending] = useState<'check' | 'upload'>()
  const upload = useUpload()
  const { dialog, withReauthentication } = useReauthentication()
  const form = useForm<Values>({
    initialValues: { format: undefined, file: undefined },
    validate: ({ format, file }) => ({
      ...(format === undefined && { format: formatError('format_required') }),
      ...(file === undefined && { file: t`File non scelto` }),
    }),
  })
  /** The name or the content of the file proposes the format, which the person can change. */
  const choose = async (file: File): Promise<void> => {
    const named = findFormatOfName(file.name)
    form.setValues({ file, format: named })
    if (named !== undefined) return
    // An unreadable file is reported when it is sent.
    const start = await file
      .slice(0, 64)
      .text()
      .catch(() => '')
    form.setFieldValue('format', guessFormat(start))
  }
  const submit = (dryRun: boolean) => (): void => {
    const complete = checkOthers()
    form.onSubmit(async (values) => (complete ? send(dryRun)(values) : undefined))()
  }
  const request = { language, fallback: t`Errore lato server` }
  const send =
    (dryRun: boolean) =>
    async ({ format, file }: Values) => {
      if (format === undefined || file === undefined) return
      setOutcome(undefined)
      setSending(dryRun ? 'check' : 'upload')
      try {
        const report = await upload.run((transfer) =>
          withReauthentication((reauthentication) =>
            uploadFile(target, file, { ...request, ...reauthentication, format, dryRun, transfer }),
          ),
        )
        if (report === undefined) return
        setOutcome({ report, dryRun, sent: { file, format } })
        if (!dryRun) await onStored()
      } catch (error) {
        const stopped = t`Hai interrotto l’invio: non è stato registrato nulla, a meno che il file fosse già stato registrato per intero.`
        setOutcome({ failure: error instanceof Stopped ? stopped : describeFailure(error) })
        if (error instanceof ChangedFile) form.setFieldValue('file', undefined)
      } finally {
        setSending(undefined)
      }
    }
  return (
    <>
      {dialog}
      <Form onSubmit={submit(false)}>
        <FileDrop disabled={sending !== undefined} onChoose={(file) => void choose(file)}>
          <FileChoice
            accept=".csv,.json,.xlsx,.xml"
            disabled={sending !== undefined}
            describedBy={fileId}
            onChoose={(file) => void choose(file)}
          >
            {t`Scegli il file`}
          </FileChoice>
          <span id={fileId} className={layout.note}>
            {form.values.file?.name ?? t`nessun file scelto: puoi trascinarlo qui`}
          </span>
        </FileDrop>
        {form.errors.file !== undefined && (
          <span role="alert" className={classes.error}>
            {form.errors.file}
          </span>
        )}
        <FormatChoice
          formats={fileFormats}
          value={form.values.format ?? null}
          error={form.errors.format}
          disabled={sending !== undefined}
          onChange={(format) => form.setFieldValue('format', format)}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={sending === 'upload'}>{t`Carica`}</Button>
          <Button variant="default" loading={sending === 'check'} onClick={() => submit(true)()}>{t`Prova senza salvare`}</Button>
          {sending !== undefined && <Button variant="subtle" onClick={upload.stop}>{t`Interrompi`}</Button>}
        </div>
      </Form>
      {upload.running && <UploadProgress running={upload.running} />}
      {outcome && 'failure' in outcome && <Notice status="error">{outcome.failure}</Notice>}
      {outcome && 'report' in outcome && <UploadReport report={outcome.report} dryRun={outcome.dryRun} />}
      {givesRejectedRows && outcome && 'report' in outcome && outcome.report.ko > 0 && (
        <RejectedRows
          rejected={outcome.report.ko}
          download={(transfer) => downloadRejectedRows(target, outcome.sent.file, { ...request, format: outcome.sent.format, transfer })}
        />
      )}
      {outcome && 'report' in outcome && children?.(outcome.report, outcome.dryRun)}
    </>
  )
}

type RejectedRowsProps = { readonly rejected: number; readonly download: (transfer: Transfer) => Promise<number> }

const RejectedRows = ({ rejected, download }: RejectedRowsProps) => {
  const { t } = useLingui()
  const upload = useUpload()
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly failed?: true }>()
  const save = async (): Promise<void> => {
    setOutcome(undefined)
    try {
      const saved = await upload.run(download)
      const rows = t`${plural(saved, { one: 'Il file contiene # riga rifiutata.', other: 'Il file contiene # righe rifiutate.' })}`
      const others = t`Le altre sono nel file che hai caricato: correggile lì, poi caricalo di nuovo.`
      setOutcome({ text: saved < rejected ? `${rows} ${others}` : rows })
    } catch (error) {
      const stopped = t`Hai interrotto lo scaricamento: nessun file è stato salvato.`
      setOutcome({ text: error instanceof Stopped ? stopped : describeFailure(error), failed: true })
    }
  }
  return (
    <>
      <p className={layout.note}>{t`Il file delle righe rifiutate ha il motivo accanto a ogni riga. Correggilo e caricalo così com’è.`}</p>
      <div className={classes.buttons}>
        <Button
          variant="default"
          loading={upload.running !== undefined}
          onClick={() => void save()}
        >{t`Scarica le righe rifiutate`}</Button>
        {upload.running && <Button variant="subtle" onClick={upload.stop}>{t`Interrompi`}</Button>}
      </div>
      {upload.running && <UploadProgress running={upload.running} />}
      {outcome && <Notice status={outcome.failed ? 'error' : 'yes'}>{outcome.text}</Notice>}
    </>
  )
}
