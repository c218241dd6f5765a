import { Button, Group, Radio, Textarea, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { PatientRecordView } from '@registry/api-contract/ecrf'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { DateField } from '@registry/ui/fields/date-field.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { getItalianToday } from '@registry/ui/language/format.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'

type Corrected = 'unchanged' | 'invited' | 'pending'
type Props = { readonly record: PatientRecordView; readonly onCorrected: (contact: Corrected) => void; readonly onClose: () => void }

const readText = (value: PatientRecordView['values'][string] | undefined): string => (typeof value === 'string' ? value : '')

/** Corrects the centre's registration: names and contacts, with or without C_DB_P (REQ-PAT-24). */
export const CorrectionDialog = ({ record, onCorrected, onClose }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const queryClient = useQueryClient()
  const correct = useMutation(trpc.ecrf.correct.mutationOptions(ownFailures))
  const { dialog, withReauthentication } = useReauthentication()
  const { code, version, values } = record
  const form = useForm({
    initialValues: {
      surname: record.surname,
      name: record.name,
      loginMode: readText(values['login_mode']),
      email: readText(values['email']),
      mobile: `${readText(values['mobile_prefix'])}${readText(values['mobile'])}`,
      birthDate: record.birthDate,
      reason: '',
    },
    validate: ({ surname, name, birthDate, reason }) => ({
      ...(surname.trim() === '' && { surname: formatError('field_required') }),
      ...(name.trim() === '' && { name: formatError('field_required') }),
      ...(record.birthDate !== null && birthDate === null && { birthDate: formatError('field_required') }),
      ...(reason.trim() === '' && { reason: formatError('field_required') }),
    }),
  })
  const submit = form.onSubmit(async ({ loginMode, birthDate, ...typed }) => {
    try {
      const saved = await withReauthentication((reauthentication) =>
        correct.mutateAsync({
          code,
          version,
          ...typed,
          loginMode: loginMode === 'Mobile' ? 'Mobile' : 'Email',
          ...(birthDate !== null && { birthDate }),
          ...reauthentication,
        }),
      )
      if (!saved) return
      queryClient.setQueryData(trpc.ecrf.open.queryKey({ record: record.record }), saved.record)
      await Promise.all(
        [
          trpc.ecrf.patients.queryKey(),
          trpc.ecrf.history.queryKey({ code }),
          trpc.ecrf.saves.pathKey(),
          trpc.guardians.list.queryKey({ code }),
        ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
      onCorrected(saved.contact)
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const { id, error } = form.field('loginMode')
  const labels = {
    surname: t`Cognome`,
    name: t({ message: 'Nome', context: 'persona' }),
    loginMode: t`Modalità di accesso`,
    email: t`E-mail`,
    mobile: t`Cellulare`,
    birthDate: t`Data di nascita del paziente`,
    reason: t`Motivo della correzione`,
  }
  return (
    <>
      <Dialog title={t`Correggi la registrazione`} onClose={onClose}>
        <p>
          {t`Se il paziente non è ancora entrato, un nuovo recapito riceve subito un nuovo invito e quello vecchio non vale più. Altrimenti il nuovo recapito vale quando il paziente lo conferma.`}
        </p>
        <ErrorSummary errors={form.errors} labels={labels} />
        <Form onSubmit={submit}>
          <TextInput {...form.getInputProps('surname')} label={labels.surname} withAsterisk maxLength={80} autoComplete="off" />
          <TextInput {...form.getInputProps('name')} label={labels.name} withAsterisk maxLength={80} autoComplete="off" />
          <Radio.Group
            id={id}
            error={error}
            label={labels.loginMode}
            withAsterisk
            value={form.values.loginMode}
            onChange={(value) => form.setFieldValue('loginMode', value)}
          >
            <Group gap="lg" mih={36}>
              <Radio value="Email" label={t`E-mail`} />
              <Radio value="Mobile" label={t`Cellulare`} />
            </Group>
          </Radio.Group>
          <TextInput {...form.getInputProps('email')} label={labels.email} type="email" maxLength={255} autoComplete="off" />
          <TextInput {...form.getInputProps('mobile')} label={labels.mobile} type="tel" maxLength={40} autoComplete="off" />
          {record.birthDate !== null && (
            <DateField
              {...form.field('birthDate')}
              label={labels.birthDate}
              description={t`È quella della registrazione. Con la data di nascita della cartella decide il giorno della maggiore età.`}
              withAsterisk
              maxDate={getItalianToday()}
              value={form.values.birthDate}
              onChange={(day) => form.setFieldValue('birthDate', day)}
            />
          )}
          <Textarea
            {...form.getInputProps('reason')}
            label={labels.reason}
            description={t`Resta nella storia della cartella.`}
            withAsterisk
            maxLength={500}
            rows={2}
          />
          <DialogButtons>
            <Button variant="default" onClick={onClose}>{t`Annulla`}</Button>
            <Button type="submit" loading={form.submitting}>{t`Correggi`}</Button>
          </DialogButtons>
        </Form>
      </Dialog>
      {dialog}
    </>
  )
}
