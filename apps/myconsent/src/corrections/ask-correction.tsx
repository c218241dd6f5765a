import { Button, Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { CorrectionAsked } from '@registry/api-contract/corrections'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { maxCorrectionText } from '@registry/domain/corrections/corrections'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { describeFailure, toRequestError } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient, trpc } from '../app/shell.ts'

/** The subject of a request: a value of the record, or the record in general. */
export type CorrectionSubject = Pick<CorrectionAsked, 'field' | 'shownValue'> & { readonly label?: string }

type Props = { readonly about: CorrectionSubject; readonly onClose: () => void }

/**
 * Asks the centre to correct a value. Only the centre changes it (REQ-PAT-27). The dialog itself says that the request has arrived, because on
 * a long page a sentence elsewhere is out of the window.
 */
export const AskCorrection = ({ about: { label, ...about }, onClose }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const [isSent, setSent] = useState(false)
  const ask = useMutation(trpc.corrections.ask.mutationOptions(ownFailures))
  const form = useForm({
    initialValues: { text: '' },
    validate: ({ text }) => (text.trim() === '' ? { text: formatError('field_required') } : {}),
  })
  const submit = form.onSubmit(async ({ text }) => {
    try {
      await ask.mutateAsync({ ...about, text })
    } catch (error) {
      return form.setErrors({ text: toRequestError(error).fields['text'] ?? describeFailure(error) })
    }
    await queryClient.invalidateQueries(trpc.corrections.list.queryFilter())
    setSent(true)
  })
  return (
    <Dialog title={label === undefined ? t`Chiedi una correzione` : t`Chiedi una correzione: ${label}`} onClose={onClose}>
      {isSent ? (
        <>
          <Notice status="yes">{t`La richiesta è arrivata al centro. La risposta la leggi nelle tue richieste di correzione.`}</Notice>
          <DialogButtons>
            <Button size="lg" onClick={onClose} autoFocus>
              {t`Chiudi`}
            </Button>
          </DialogButtons>
        </>
      ) : (
        <>
          <p>{t`Scrivi che cosa non è giusto e come dovrebbe essere. Il tuo centro legge la richiesta, corregge oppure ti spiega perché il valore resta.`}</p>
          <Form onSubmit={submit}>
            <Textarea
              {...form.field('text')}
              value={form.values.text}
              onChange={({ currentTarget }) => form.setFieldValue('text', currentTarget.value)}
              label={t`Che cosa va corretto`}
              description={t`Al massimo ${maxCorrectionText} caratteri.`}
              maxLength={maxCorrectionText}
              rows={4}
              size="lg"
            />
            <DialogButtons>
              <Button variant="default" size="lg" onClick={onClose}>
                {t`Annulla`}
              </Button>
              <Button type="submit" size="lg" loading={form.submitting}>
                {t`Invia al centro`}
              </Button>
            </DialogButtons>
          </Form>
        </>
      )}
    </Dialog>
  )
}
