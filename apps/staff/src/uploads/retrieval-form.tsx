import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type FileFormat, fileFormats } from '@registry/domain/file-formats'
import { type Reauthentication, useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useState } from 'react'
import layout from '../layout/layout.module.css'
import { downloadTable } from './files.ts'
import { FormatChoice } from './format-choice.tsx'
import classes from './uploads.module.css'

type Format = FileFormat | 'video'

type Props = {
  /** The path that answers the file, its fields, and the name of the saved file without its ending. */
  readonly file: { readonly path: string; readonly fields: Readonly<Record<string, string | number>>; readonly name: string }
  /** Reason why retrieval is not possible yet. */
  readonly missing?: string | undefined
  readonly submitLabel?: string
  /** Shows the data, and returns the message of the form. Without it the form offers files only. */
  readonly onScreen?: () => Promise<string | undefined>
  readonly initialFormat?: Format
  readonly onStart?: () => void
  readonly onRetrieved?: () => Promise<void>
}

/** Retrieves data: on screen, or saved as a file. */
export const RetrievalForm = ({ file, missing, submitLabel, onScreen, initialFormat, onStart, onRetrieved }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly failed?: true }>()
  const form = useForm<{ readonly format: Format | undefined }>({
    initialValues: { format: initialFormat },
    validate: ({ format }) => (format === undefined ? { format: formatError('format_required') } : {}),
  })
  const { dialog, withReauthentication } = useReauthentication()
  const { path, ...download } = file
  const saveFile = async (format: FileFormat): Promise<string | undefined> => {
    const request = { ...download, format, language, fallback: t`Errore lato server` }
    const name = await withReauthentication((reauthentication: Reauthentication) =>
      downloadTable(path, { ...request, ...reauthentication }),
    )
    return name === undefined ? undefined : t`File ${name} salvato`
  }
  const submit = form.onSubmit(async ({ format }) => {
    if (format === undefined) return
    onStart?.()
    setOutcome(undefined)
    if (missing !== undefined) return setOutcome({ text: missing, failed: true })
    try {
      const text = format === 'video' ? await onScreen?.() : await saveFile(format)
      if (text !== undefined) setOutcome({ text })
      await onRetrieved?.()
    } catch (error) {
      setOutcome({ text: describeFailure(error), failed: true })
    }
  })
  return (
    <div className={layout.part}>
      {dialog}
      <Form onSubmit={submit}>
        <FormatChoice<Format>
          formats={onScreen ? ['video', ...fileFormats] : fileFormats}
          value={form.values.format ?? null}
          error={form.errors.format}
          disabled={form.submitting}
          onChange={(format) => form.setValues({ format })}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={form.submitting}>
            {submitLabel ?? t`Recupera`}
          </Button>
        </div>
      </Form>
      {outcome && <Notice status={outcome.failed ? 'error' : 'yes'}>{outcome.text}</Notice>}
    </div>
  )
}
