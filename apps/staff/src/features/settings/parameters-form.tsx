import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Setting } from '@registry/api-contract/settings'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { findSettingError, settingKeys, settingLimits, type SettingKey } from '@registry/domain/settings/settings'
import { Form } from '@registry/ui/forms/form.tsx'
import { SaveBar } from '@registry/ui/forms/save-bar.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { useLossGuard } from '../../app/use-leave-guard.ts'
import layout from '../../layout/layout.module.css'
import { useSettingLabels } from './setting-labels.ts'

type Values = Record<SettingKey, string>
type Props = { readonly settings: readonly Setting[]; readonly onClose: (changed: boolean) => void }

const toValues = (settings: readonly Setting[]): Values => {
  const find = (key: SettingKey): string => settings.find((one) => one.key === key)?.value ?? ''
  return {
    password_day_duration: find('password_day_duration'),
    password_min_strength: find('password_min_strength'),
    otp_minute_duration: find('otp_minute_duration'),
    anonymous_publish_days: find('anonymous_publish_days'),
    guardian_signatures: find('guardian_signatures'),
    assent_age: find('assent_age'),
    assent_blocks: find('assent_blocks'),
    majority_grace_days: find('majority_grace_days'),
    minor_sees_record_age: find('minor_sees_record_age'),
    guardian_sees_from_14: find('guardian_sees_from_14'),
    record_delay_days: find('record_delay_days'),
    observation_difference_percent: find('observation_difference_percent'),
    staff_totp_required: find('staff_totp_required'),
  }
}

/** The form of the parameters. It sends only those that changed (REQ-ADM-14). */
export const ParametersForm = ({ settings, onClose }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const queryClient = useQueryClient()
  const { formatName, formatHint, formatValue } = useSettingLabels()
  const { dialog, withReauthentication } = useReauthentication()
  const change = useMutation(trpc.settings.change.mutationOptions(ownFailures))
  const form = useForm<Values>({
    initialValues: toValues(settings),
    validate: (values) =>
      Object.fromEntries(
        settingKeys.flatMap((key) => {
          const error = findSettingError(key, values[key])
          return error ? [[key, formatError(error)]] : []
        }),
      ),
  })
  const listChanges = (values: Values) =>
    settings.flatMap(({ key, value, version }) => (values[key] === value ? [] : [{ key, value: values[key], version }]))
  useLossGuard(listChanges(form.values).length > 0 && !form.submitting, t`Le modifiche ai parametri vanno perse.`)
  const submit = form.onSubmit(async (values) => {
    const changes = listChanges(values)
    if (changes.length === 0) return onClose(false)
    try {
      const stored = await withReauthentication((reauthentication) => change.mutateAsync({ settings: changes, ...reauthentication }))
      if (!stored) return
      queryClient.setQueryData(trpc.settings.list.queryKey(), stored)
      onClose(true)
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  return (
    <div className={layout.form}>
      <Form onSubmit={submit}>
        {settingKeys.map((key) => {
          const limits = settingLimits[key]
          return limits === 'flag' ? (
            <Checkbox
              key={key}
              id={form.field(key).id}
              label={formatName(key)}
              description={formatHint(key)}
              error={form.errors[key]}
              checked={form.values[key] === 'true'}
              onChange={(event) => form.setFieldValue(key, String(event.currentTarget.checked))}
            />
          ) : 'min' in limits ? (
            <TextInput
              key={key}
              {...form.getInputProps(key)}
              label={formatName(key)}
              description={formatHint(key)}
              inputMode="numeric"
              withAsterisk
              maxLength={4}
              autoComplete="off"
            />
          ) : (
            <Select
              key={key}
              id={form.field(key).id}
              label={formatName(key)}
              description={formatHint(key)}
              error={form.errors[key]}
              value={form.values[key]}
              onChange={(value) => value !== null && form.setFieldValue(key, value)}
              allowDeselect={false}
              data={limits.map((value) => ({ value, label: formatValue(value) }))}
            />
          )
        })}
        <SaveBar
          isChanged={listChanges(form.values).length > 0}
          errors={form.errors}
          labels={Object.fromEntries(settingKeys.map((key) => [key, formatName(key)]))}
        >
          <Button type="submit" loading={form.submitting}>{t`Salva`}</Button>
          <Button variant="default" onClick={() => onClose(false)}>{t`Annulla`}</Button>
        </SaveBar>
      </Form>
      {dialog}
    </div>
  )
}
