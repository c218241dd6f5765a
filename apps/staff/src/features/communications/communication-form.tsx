import { Button, Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Communication } from '@registry/api-contract/communications'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { findCommunicationErrors } from '@registry/domain/communications/content'
import { communicationKinds } from '@registry/domain/communications/types'
import { languages } from '@registry/domain/language'
import { Form } from '@registry/ui/forms/form.tsx'
import { SaveBar } from '@registry/ui/forms/save-bar.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useFieldErrorMessages } from '@registry/ui/language/error-message.ts'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { useLossGuard } from '../../app/use-leave-guard.ts'
import { useCommunicationLabels } from './communication-labels.ts'
import classes from './communications.module.css'
import { isType, toContent, toValues, type CommunicationValues } from './form-values.ts'
import { PatientFields, StaffFields } from './recipient-fields.tsx'
import { TextFields } from './text-fields.tsx'
import { useStoreCommunication } from './use-store-communication.ts'

type Props = {
  /** Absent for a new communication. */
  readonly communication?: Communication
  readonly onSaved: (saved: Communication) => void
  readonly onCancel: () => void
}

/** Type, recipients and texts in both languages of a draft (REQ-COM-02). */
export const CommunicationForm = ({ communication, onSaved, onCancel }: Props) => {
  const { t } = useLingui()
  const { formatLanguage } = useCommunicationLabels()
  const formatErrors = useFieldErrorMessages()
  const store = useStoreCommunication()
  const { data: options } = useSuspenseQuery(trpc.communications.options.queryOptions())
  const create = useMutation(trpc.communications.create.mutationOptions(ownFailures))
  const change = useMutation(trpc.communications.change.mutationOptions(ownFailures))
  const form = useForm<CommunicationValues>({
    initialValues: toValues(communication),
    validate: (values) => formatErrors(findCommunicationErrors(toContent(values))),
  })
  useLossGuard(form.isDirty() && !form.submitting, t`Le modifiche alla comunicazione vanno perse.`)
  const submit = form.onSubmit(async (values) => {
    try {
      const content = toContent(values)
      const saved = await (communication
        ? change.mutateAsync({ id: communication.id, version: communication.version, ...content })
        : create.mutateAsync(content))
      await store(saved)
      onSaved(saved)
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  // The texts of both languages have the same labels.
  const textLabels = languages.flatMap((language) => {
    const inLanguage = formatLanguage(language)
    return [
      [`texts.${language}.subject`, t`Oggetto, ${inLanguage}`],
      [`texts.${language}.body`, t`Testo dell’e-mail, ${inLanguage}`],
      [`texts.${language}.sms`, t`Testo dell’SMS, ${inLanguage}`],
    ] as const
  })
  const labels = { areaid: t`Area`, ...Object.fromEntries(textLabels) }
  const { audience } = communicationKinds[form.values.type]
  return (
    <div className={classes.form}>
      <Form onSubmit={submit}>
        <Select
          {...form.field('type')}
          label={t`Tipo`}
          withAsterisk
          data={options.types.map(({ id, label }) => ({ value: id, label }))}
          value={form.values.type}
          onChange={(type) => isType(type) && form.setFieldValue('type', type)}
          allowDeselect={false}
        />
        {audience === 'patients' ? <PatientFields form={form} options={options} /> : <StaffFields form={form} options={options} />}
        {languages.map((language) => (
          <TextFields key={language} form={form} language={language} />
        ))}
        <SaveBar isChanged={form.isDirty()} errors={form.errors} labels={labels}>
          <Button type="submit" loading={form.submitting}>{t`Salva la bozza`}</Button>
          <Button variant="default" onClick={onCancel}>{t`Annulla`}</Button>
        </SaveBar>
      </Form>
    </div>
  )
}
