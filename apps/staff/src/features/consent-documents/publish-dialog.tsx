import { Button, Checkbox, CheckboxGroup, Radio, Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ConsentDocumentDetail } from '@registry/api-contract/consent-documents'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { canRequireReconsent } from '@registry/domain/consent/document-paragraphs'
import { documentLimits } from '@registry/domain/consent/document-errors'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import classes from './consent-documents.module.css'
import { useDocumentLabels } from './document-labels.ts'

type Props = {
  readonly document: ConsentDocumentDetail
  /** The version of the saved draft. */
  readonly version: number
  readonly onClose: () => void
  readonly onPublished: (version: number) => void
}
type Values = { readonly change: 'editorial' | 'material' | ''; readonly fields: readonly string[]; readonly note: string }

/** Publishes the saved draft as an editorial change, or with a request to answer again and its number of people (REQ-CON-19). */
export const PublishDialog = ({ document, version, onClose, onPublished }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const queryClient = useQueryClient()
  const { dialog, withReauthentication } = useReauthentication()
  const publish = useMutation(trpc.consentDocuments.publish.mutationOptions(ownFailures))
  const { kind } = document
  const form = useForm<Values>({
    initialValues: { change: canRequireReconsent(kind) ? '' : 'editorial', fields: [], note: '' },
    validate: ({ change, note }) => ({
      material: change === '' ? formatError('field_required') : undefined,
      note: note.trim() === '' ? formatError('field_required') : undefined,
    }),
  })
  const { change, fields } = form.values
  const submit = form.onSubmit(async ({ note }) => {
    const material = change === 'material'
    try {
      const published = await withReauthentication((again) =>
        publish.mutateAsync({ kind, version, material, fields: material ? [...fields] : [], note, ...again }),
      )
      if (!published) return
      await queryClient.invalidateQueries({ queryKey: trpc.consentDocuments.pathKey() })
      onPublished(published.versions[0]?.version ?? version)
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  return (
    <Dialog title={t`Pubblica la bozza`} onClose={onClose}>
      <ErrorSummary errors={form.errors} labels={{ material: t`Che cosa cambia per chi ha già risposto?`, note: t`Motivo` }} />
      <Form onSubmit={submit}>
        {canRequireReconsent(kind) ? (
          <Radio.Group
            label={t`Che cosa cambia per chi ha già risposto?`}
            withAsterisk
            value={change}
            error={form.errors['material']}
            onChange={(chosen) => form.setFieldValue('change', chosen === 'material' ? 'material' : 'editorial')}
          >
            <div className={layout.page}>
              <Radio
                id={form.field('material').id}
                value="editorial"
                label={t`Modifica redazionale`}
                description={t`Il senso resta lo stesso: le risposte date valgono, e nessuno viene interpellato.`}
              />
              <Radio
                value="material"
                label={t`Serve una nuova risposta`}
                description={t`Chi è interessato riceve un messaggio e trova le frasi cambiate. Finché non risponde, le sue risposte di prima restano valide per i testi che ha letto.`}
              />
            </div>
          </Radio.Group>
        ) : (
          <p>{t`Vale per i minori che risponderanno da ora. Chi ha già risposto non viene interpellato.`}</p>
        )}
        {change === 'material' && (
          <>
            <CheckboxGroup
              label={t`Domande interessate`}
              description={t`Senza nessuna scelta la versione riguarda tutte le domande e tutte le persone che hanno risposto. Con una scelta riguarda solo chi non ha risposto No a una di queste.`}
              error={form.errors['fields']}
              value={[...fields]}
              onChange={(chosen) => form.setFieldValue('fields', chosen)}
            >
              <div className={classes.checks}>
                {document.questions.map((question) => (
                  <Checkbox key={question.field} value={question.field} label={`${question.field}: ${question.text}`} />
                ))}
              </div>
            </CheckboxGroup>
            <Concerned kind={kind} fields={fields} />
          </>
        )}
        <Textarea
          {...form.getInputProps('note')}
          label={t`Motivo`}
          description={t`Resta nell’elenco delle versioni. I pazienti non lo leggono.`}
          withAsterisk
          maxLength={documentLimits.note}
          rows={3}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>{t`Annulla`}</Button>
          <Button type="submit" loading={form.submitting}>{t`Pubblica`}</Button>
        </DialogButtons>
      </Form>
      {dialog}
    </Dialog>
  )
}

/** Number of people whom the request reaches (REQ-CON-20). */
const Concerned = ({ kind, fields }: { readonly kind: ConsentDocumentDetail['kind']; readonly fields: readonly string[] }) => {
  const { t } = useLingui()
  const { formatCount } = useDocumentLabels()
  const { data } = useQuery(trpc.consentDocuments.concerned.queryOptions({ kind, fields: [...fields] }, ownFailures))
  const patients = data && formatCount(data.patients)
  return <p role="status">{patients === undefined ? t`Conto le persone interessate…` : t`Persone interessate: ${patients}`}</p>
}
