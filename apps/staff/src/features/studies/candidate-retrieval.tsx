import { Button } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type FileFormat, fileFormats } from '@registry/domain/file-formats'
import type { Study } from '@registry/api-contract/studies'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { downloadTable } from '../../uploads/files.ts'
import { FormatChoice } from '../../uploads/format-choice.tsx'
import { CandidateDecisions } from './candidate-decisions.tsx'
import { useRefreshStudy } from './use-refresh-study.ts'

type Format = FileFormat | 'video'
const formats: readonly Format[] = ['video', ...fileFormats]

/** Matches the candidates again, and shows them on screen or saves them as a file (REQ-STU-06). */
export const CandidateRetrieval = ({ study }: { readonly study: Study }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const refresh = useRefreshStudy()
  const retrieve = useMutation(trpc.studies.retrieveCandidates.mutationOptions({ meta: { ownFailures: true } }))
  const [retrievals, setRetrievals] = useState(0)
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly failed?: true }>()
  const form = useForm<{ readonly format: Format | undefined }>({
    initialValues: { format: undefined },
    validate: ({ format }) => (format === undefined ? { format: formatError('format_required') } : {}),
  })
  const retrieveOnScreen = async (): Promise<string> => {
    const { added, removed } = await retrieve.mutateAsync({ id: study.id })
    setRetrievals((count) => count + 1)
    const news = t`${plural(added, { one: '# nuovo candidato', other: '# nuovi candidati' })}`
    return t`Recuperati: ${news}, ${plural(removed, { one: '# non corrisponde più ed è stato tolto', other: '# non corrispondono più e sono stati tolti' })}.`
  }
  const downloadFile = (format: FileFormat): Promise<string> =>
    downloadTable('/getStudyPatients', {
      fields: { StudyCode: study.id },
      format,
      name: `pazienti_studio_${study.id}`,
      language,
      fallback: t`Errore lato server`,
    })
  const submit = form.onSubmit(async ({ format }) => {
    if (format === undefined) return
    setOutcome(undefined)
    try {
      const text = format === 'video' ? await retrieveOnScreen() : t`File ${await downloadFile(format)} salvato`
      setOutcome({ text })
      await refresh()
    } catch (error) {
      setOutcome({ text: describeFailure(error), failed: true })
    }
  })
  return (
    <>
      <Form onSubmit={submit}>
        <FormatChoice
          formats={formats}
          value={form.values.format ?? null}
          error={form.errors.format}
          disabled={form.submitting}
          onChange={(format) => form.setValues({ format })}
        />
        <Button type="submit" loading={form.submitting}>{t`Recupera`}</Button>
      </Form>
      {outcome && <Notice status={outcome.failed ? 'error' : 'yes'}>{outcome.text}</Notice>}
      {retrievals > 0 && <CandidateDecisions key={retrievals} study={study} />}
    </>
  )
}
