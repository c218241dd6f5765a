import { Button, Input, Radio, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Study } from '@registry/api-contract/studies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { parseDay } from '@registry/domain/calendar'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { maxStudyPdfBytes } from '@registry/domain/studies/pdf'
import { FileChoice } from '@registry/ui/fields/file-choice.tsx'
import { DateField } from '@registry/ui/fields/date-field.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useId } from 'react'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { studyAreas } from './study-areas.ts'
import classes from './studies.module.css'
import { ethicsDocumentPath, useSendPdf } from './use-send-pdf.ts'
import { useStoreStudy } from './use-store-study.ts'

type Values = {
  readonly approved: 'yes' | 'no' | null
  readonly committee: string
  readonly decidedOn: string | null
  readonly reason: string
  readonly document: File | undefined
}

type Props = {
  readonly study: Study
  readonly centre: string
  readonly isMain: boolean
  readonly stored?: Study['decisions'][number]
  readonly onSaved: () => void
  readonly onCancel?: () => void
}

/** The decision of the centre's ethics committee, or its correction with a reason (REQ-STU-02, REQ-STU-13). */
export const EthicsForm = ({ study, centre, isMain, stored, onSaved, onCancel }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const store = useStoreStudy(studyAreas.ca)
  const decide = useMutation(trpc.studies.decideEthics.mutationOptions(ownFailures))
  const sendPdf = useSendPdf()
  const attach = useMutation({ mutationFn: (file: File) => sendPdf(ethicsDocumentPath(study.id, centre), file) })
  const documentId = useId()
  const form = useForm<Values>({
    initialValues: stored
      ? {
          approved: stored.approved ? 'yes' : 'no',
          committee: stored.committee ?? '',
          decidedOn: stored.decidedOn,
          reason: '',
          document: undefined,
        }
      : { approved: null, committee: '', decidedOn: null, reason: '', document: undefined },
    validate: ({ approved, committee, decidedOn, reason, document }) => ({
      ...(approved === null && { approved: formatError('field_required') }),
      ...(committee.trim() === '' && { committee: formatError('field_required') }),
      ...(decidedOn === null
        ? { decidedOn: formatError('field_required') }
        : parseDay(decidedOn) === undefined && { decidedOn: formatError('value_date_invalid') }),
      ...(stored && reason.trim() === '' && { reason: formatError('field_required') }),
      ...(document && document.size > maxStudyPdfBytes && { document: formatError('study_document_too_large') }),
    }),
  })
  const confirm = (approves: boolean): Promise<boolean> => {
    const consequences = {
      main: approves
        ? t`Il tuo centro guida lo studio: con la sua approvazione lo studio passa agli altri centri.`
        : t`Il tuo centro guida lo studio: senza la sua approvazione lo studio si conclude per tutti.`,
      other: approves ? t`Il tuo centro partecipa allo studio.` : t`Il tuo centro non partecipa allo studio.`,
    }
    const correction = t`Puoi correggere la valutazione, con un motivo, finché nessun paziente è stato invitato.`
    return askConfirmation({
      title: approves ? t`Il comitato approva` : t`Il comitato non approva`,
      text: `${isMain ? consequences.main : consequences.other} ${correction}`,
      confirm: t`Registra la valutazione`,
      destructive: !approves,
    })
  }
  const submit = form.onSubmit(async ({ approved, committee, decidedOn, reason, document }) => {
    if (approved === null || decidedOn === null || !(await confirm(approved === 'yes'))) return
    const decision = { id: study.id, approved: approved === 'yes', committee, decidedOn }
    try {
      const decided = await decide.mutateAsync(stored ? { ...decision, reason } : decision)
      // The decision stays without its document, whose failure is an alert.
      if (document) await attach.mutateAsync(document).catch(() => {})
      await store(decided)
      onSaved()
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const { id: approvedId, error: approvedError } = form.field('approved')
  const { id: dayId, error: dayError } = form.field('decidedOn')
  const labels = {
    approved: t`Il comitato approva lo studio?`,
    committee: t`Comitato`,
    decidedOn: t`Data della valutazione`,
    reason: t`Motivo della correzione`,
    document: t`Documento`,
  }
  return (
    <section aria-label={t`Valutazione del comitato etico`} className={classes.task}>
      <h2 className={layout.title}>{t`Valutazione del comitato etico`}</h2>
      <p className={classes.note}>{t`Vale per il tuo centro. Si corregge, con un motivo, finché nessun paziente è stato invitato.`}</p>
      <ErrorSummary errors={form.errors} labels={labels} />
      <Form onSubmit={submit}>
        <Radio.Group
          label={labels.approved}
          withAsterisk
          error={approvedError}
          value={form.values.approved}
          onChange={(value) => form.setFieldValue('approved', value === 'yes' ? 'yes' : 'no')}
        >
          <div className={`${layout.buttons} ${classes.options}`}>
            <Radio id={approvedId} value="yes" label={t`Sì`} />
            <Radio value="no" label={t`No`} />
          </div>
        </Radio.Group>
        <TextInput {...form.getInputProps('committee')} label={labels.committee} withAsterisk maxLength={255} />
        <DateField
          id={dayId}
          label={labels.decidedOn}
          error={dayError}
          withAsterisk
          value={form.values.decidedOn}
          onChange={(value) => form.setFieldValue('decidedOn', value)}
        />
        {stored?.hasDocument !== true && (
          <div id={form.field('document').id} tabIndex={-1} className={layout.buttons}>
            <FileChoice accept="application/pdf" describedBy={documentId} onChoose={(file) => form.setFieldValue('document', file)}>
              {t`Scegli il documento (PDF)`}
            </FileChoice>
            <span id={documentId} className={layout.note}>
              {form.values.document?.name ?? t`facoltativo, si può caricare anche dopo`}
            </span>
            {form.errors['document'] !== undefined && <Input.Error>{form.errors['document']}</Input.Error>}
          </div>
        )}
        {stored && <TextInput {...form.getInputProps('reason')} label={labels.reason} withAsterisk maxLength={255} />}
        <div className={layout.buttons}>
          <Button type="submit" loading={form.submitting}>
            {t`Registra la valutazione`}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t`Annulla`}
            </Button>
          )}
        </div>
      </Form>
    </section>
  )
}
