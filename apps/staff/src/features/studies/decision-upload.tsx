import { Button, FileButton } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type FileFormat, fileFormats } from '@registry/api-contract/saved-filters'
import type { Study } from '@registry/api-contract/studies'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { ScrollableTable } from '@registry/ui/layout/scrollable-table.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useState } from 'react'
import { uploadDecisions, type UploadReport } from './candidate-files.ts'
import { FormatChoice } from './format-choice.tsx'
import classes from './studies.module.css'
import { useRefreshStudy } from './use-refresh-study.ts'

type Values = { readonly format: FileFormat | undefined; readonly file: File | undefined }
type Outcome = { readonly report: UploadReport; readonly dryRun: boolean } | { readonly failure: string }

/** Updates the decisions of the centre by a file, or only checks the file (REQ-STU-06). */
export const DecisionUpload = ({ study }: { readonly study: Study }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const refresh = useRefreshStudy()
  const [outcome, setOutcome] = useState<Outcome>()
  const [sending, setSending] = useState<'check' | 'upload'>()
  const form = useForm<Values>({
    initialValues: { format: undefined, file: undefined },
    validate: ({ format, file }) => ({
      ...(format === undefined && { format: formatError('format_required') }),
      ...(file === undefined && { file: t`File non scelto` }),
    }),
  })
  const send =
    (dryRun: boolean) =>
    async ({ format, file }: Values) => {
      if (format === undefined || file === undefined) return
      setOutcome(undefined)
      setSending(dryRun ? 'check' : 'upload')
      try {
        setOutcome({ report: await uploadDecisions(file, { format, dryRun, language, fallback: t`Errore lato server` }), dryRun })
        if (!dryRun) await refresh()
      } catch (error) {
        setOutcome({ failure: describeFailure(error) })
      } finally {
        setSending(undefined)
      }
    }
  const name = form.values.file?.name ?? t`nessun file scelto`
  return (
    <>
      <Form onSubmit={form.onSubmit(send(false))}>
        <FormatChoice
          formats={fileFormats}
          value={form.values.format ?? null}
          error={form.errors.format}
          disabled={sending !== undefined}
          onChange={(format) => form.setFieldValue('format', format)}
        />
        <div className={classes.buttons}>
          <FileButton accept=".csv,.json,.xlsx,.xml" onChange={(file) => form.setFieldValue('file', file ?? undefined)}>
            {(props) => (
              <Button {...props} variant="default" aria-describedby={`file-${study.id}`}>
                {t`Scegli il file`}
              </Button>
            )}
          </FileButton>
          <span id={`file-${study.id}`} className={classes.note}>
            {name}
          </span>
        </div>
        {form.errors.file !== undefined && (
          <span role="alert" className={classes.error}>
            {form.errors.file}
          </span>
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={sending === 'upload'}>{t`Carica`}</Button>
          <Button
            variant="default"
            loading={sending === 'check'}
            onClick={() => form.onSubmit(send(true))()}
          >{t`Controlla senza registrare`}</Button>
        </div>
      </Form>
      {outcome && ('failure' in outcome ? <Notice status="error">{outcome.failure}</Notice> : <Report {...outcome} />)}
    </>
  )
}

const Report = ({ report: { ok, ko, detail }, dryRun }: { readonly report: UploadReport; readonly dryRun: boolean }) => {
  const { t } = useLingui()
  const stored = t`${plural(ok, { one: '# riga registrata', other: '# righe registrate' })}`
  const checked = t`${plural(ok, { one: '# riga valida', other: '# righe valide' })}`
  const refused = t`${plural(ko, { one: '# riga rifiutata', other: '# righe rifiutate' })}`
  return (
    <>
      <Notice
        status={ko === 0 ? 'yes' : 'error'}
        title={dryRun ? t`Controllo terminato, nulla è stato registrato` : t`Caricamento terminato`}
      >
        {dryRun ? checked : stored}, {refused}
      </Notice>
      {detail.length > 0 && (
        <ScrollableTable label={t`Righe rifiutate`} className={classes.table}>
          <thead>
            <tr>
              {[t`Riga`, t`Codice`, t`Motivo`].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {detail.map(({ row, key, message }) => (
              <tr key={`${row} ${key} ${message}`}>
                <td>{row === 0 ? '' : row}</td>
                <td>{key}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </ScrollableTable>
      )}
    </>
  )
}
