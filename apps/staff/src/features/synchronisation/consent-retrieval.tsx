import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type FileFormat, fileFormats } from '@registry/domain/file-formats'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useState } from 'react'
import { downloadTable } from '../../uploads/files.ts'
import { FormatChoice } from '../../uploads/format-choice.tsx'
import classes from './synchronisation.module.css'

/** Saves what each patient of the centre has agreed to as a file (REQ-IMP-07). */
export const ConsentRetrieval = () => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly failed?: true }>()
  const form = useForm<{ readonly format: FileFormat | undefined }>({
    initialValues: { format: undefined },
    validate: ({ format }) => (format === undefined ? { format: formatError('format_required') } : {}),
  })
  const submit = form.onSubmit(async ({ format }) => {
    if (format === undefined) return
    setOutcome(undefined)
    try {
      const download = { fields: {}, format, name: 'consensi', language, fallback: t`Errore lato server` }
      setOutcome({ text: t`File ${await downloadTable('/getConsents', download)} salvato` })
    } catch (error) {
      setOutcome({ text: describeFailure(error), failed: true })
    }
  })
  return (
    <div className={classes.part}>
      <p className={classes.text}>
        {t`Per ogni paziente il file dice se il registro accetta i suoi dati anagrafici e clinici. Chi non ha ancora risposto ha la cella vuota.`}
      </p>
      <Form onSubmit={submit}>
        <FormatChoice
          formats={fileFormats}
          value={form.values.format ?? null}
          error={form.errors.format}
          disabled={form.submitting}
          onChange={(format) => form.setValues({ format })}
        />
        <Button type="submit" loading={form.submitting}>{t`Recupera`}</Button>
      </Form>
      {outcome && <Notice status={outcome.failed ? 'error' : 'yes'}>{outcome.text}</Notice>}
    </div>
  )
}
