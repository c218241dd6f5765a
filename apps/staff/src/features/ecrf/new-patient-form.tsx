import { Button, Checkbox, Group, Radio, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { DateField } from '@registry/ui/fields/date-field.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { getItalianToday } from '@registry/ui/language/format.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { useLossGuard } from '../../app/use-leave-guard.ts'
import layout from '../../layout/layout.module.css'
import classes from './ecrf.module.css'

type Props = { readonly onRegistered: (warnings: readonly string[]) => void; readonly onCancel: () => void }
type Values = {
  readonly code: string
  readonly surname: string
  readonly name: string
  readonly loginMode: string
  readonly email: string
  readonly mobile: string
  readonly birthDate: string
  readonly guardianSurname: string
  readonly guardianName: string
  readonly guardianEmail: string
  readonly guardianMobile: string
  readonly authorised: boolean
}

const empty: Values = {
  code: '',
  surname: '',
  name: '',
  loginMode: 'Email',
  email: '',
  mobile: '',
  birthDate: '',
  guardianSurname: '',
  guardianName: '',
  guardianEmail: '',
  guardianMobile: '',
  authorised: false,
}
const required = ['code', 'surname', 'name'] as const
const requiredOfGuardian = ['birthDate', 'guardianSurname', 'guardianName'] as const

/** The birth date of a minor and the parent or guardian who signs in, also with the contact of a sibling (REQ-GRD-01). */
const GuardianInputs = ({ form }: { readonly form: ReturnType<typeof useForm<Values>> }) => {
  const { t } = useLingui()
  return (
    <>
      <DateField
        {...form.field('birthDate')}
        label={t`Data di nascita del paziente`}
        withAsterisk
        maxDate={getItalianToday()}
        value={form.values.birthDate || null}
        onChange={(day) => form.setFieldValue('birthDate', day ?? '')}
      />
      <TextInput
        {...form.getInputProps('guardianSurname')}
        label={t`Cognome del genitore o tutore`}
        withAsterisk
        maxLength={80}
        autoComplete="off"
      />
      <TextInput
        {...form.getInputProps('guardianName')}
        label={t`Nome del genitore o tutore`}
        withAsterisk
        maxLength={80}
        autoComplete="off"
      />
      <TextInput
        {...form.getInputProps('guardianEmail')}
        type="email"
        label={t`E-mail del genitore o tutore`}
        description={t`Può essere la stessa per più fratelli.`}
        maxLength={255}
        autoComplete="off"
      />
      <TextInput
        {...form.getInputProps('guardianMobile')}
        type="tel"
        label={t`Cellulare del genitore o tutore`}
        description={t`Solo se non ha un’e-mail.`}
        maxLength={40}
        autoComplete="off"
      />
    </>
  )
}

/** The registration of a patient. The patient gets an invitation (REQ-PAT-01, REQ-PAT-08). */
export const NewPatientForm = ({ onRegistered, onCancel }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const queryClient = useQueryClient()
  const add = useMutation(trpc.ecrf.add.mutationOptions(ownFailures))
  const form = useForm<Values>({
    initialValues: empty,
    validate: (values) => ({
      ...Object.fromEntries(
        [...required, ...(values.loginMode === 'guardian' ? requiredOfGuardian : [])]
          .filter((name) => values[name].trim() === '')
          .map((name) => [name, formatError('field_required')]),
      ),
      ...(values.loginMode === 'guardian' &&
        values.guardianEmail.trim() === '' &&
        values.guardianMobile.trim() === '' && { guardianEmail: formatError('field_required') }),
      ...(values.loginMode === 'Email' && values.email.trim() === '' && { email: formatError('rule_email_missing') }),
      ...(values.loginMode === 'Mobile' && values.mobile.trim() === '' && { mobile: formatError('rule_mobile_missing') }),
    }),
  })
  const isMobile = form.values.loginMode === 'Mobile'
  const hasGuardian = form.values.loginMode === 'guardian'
  useLossGuard(form.isDirty() && !form.submitting, t`Il nuovo paziente non è registrato.`)
  const submit = form.onSubmit(async ({ loginMode, authorised, ...typed }) => {
    try {
      const { warnings } = await add.mutateAsync({
        ...typed,
        loginMode: loginMode === 'guardian' ? '' : loginMode === 'Mobile' ? 'Mobile' : 'Email',
        ...(authorised && { authorised }),
      })
      await queryClient.invalidateQueries({ queryKey: trpc.ecrf.patients.queryKey() })
      onRegistered(warnings.map(({ message }) => message))
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const { id, error } = form.field('loginMode')
  return (
    <>
      <PageHeading title={t`Nuovo paziente`} />
      <div className={layout.form}>
        <ErrorSummary
          errors={form.errors}
          labels={{
            code: t`Codice del paziente nel centro`,
            surname: t`Cognome`,
            name: t({ message: 'Nome', context: 'persona' }),
            email: t`E-mail`,
            mobile: t`Cellulare`,
            birthDate: t`Data di nascita del paziente`,
            guardianSurname: t`Cognome del genitore o tutore`,
            guardianName: t`Nome del genitore o tutore`,
            guardianEmail: t`E-mail del genitore o tutore`,
            guardianMobile: t`Cellulare del genitore o tutore`,
          }}
        />
        <Form onSubmit={submit}>
          <TextInput
            {...form.getInputProps('code')}
            label={t`Codice del paziente nel centro`}
            withAsterisk
            maxLength={80}
            autoComplete="off"
            autoFocus
          />
          <TextInput {...form.getInputProps('surname')} label={t`Cognome`} withAsterisk maxLength={80} autoComplete="off" />
          <TextInput
            {...form.getInputProps('name')}
            label={t({ message: 'Nome', context: 'persona' })}
            withAsterisk
            maxLength={80}
            autoComplete="off"
          />
          <Radio.Group
            id={id}
            error={error}
            label={t`Modalità di accesso`}
            withAsterisk
            value={form.values.loginMode}
            onChange={(value) => form.setFieldValue('loginMode', value)}
          >
            <Group gap="lg" mih={36}>
              <Radio value="Email" label={t`E-mail`} />
              <Radio value="Mobile" label={t`Cellulare`} />
              <Radio value="guardian" label={t`Entra un genitore o tutore`} />
            </Group>
          </Radio.Group>
          {hasGuardian && <GuardianInputs form={form} />}
          {!hasGuardian && (
            <TextInput
              {...form.getInputProps('email')}
              label={t`E-mail`}
              withAsterisk={!isMobile}
              type="email"
              maxLength={255}
              autoComplete="off"
            />
          )}
          {!hasGuardian && (
            <TextInput
              {...form.getInputProps('mobile')}
              label={t`Cellulare`}
              withAsterisk={isMobile}
              type="tel"
              maxLength={40}
              autoComplete="off"
            />
          )}
          <Checkbox {...form.getCheckboxProps('authorised')} label={t`Il paziente ha autorizzato la registrazione`} />
          <div className={classes.buttons}>
            <Button type="submit" loading={form.submitting}>{t`Registra e invita`}</Button>
            <Button variant="default" onClick={onCancel}>{t`Annulla`}</Button>
          </div>
        </Form>
      </div>
    </>
  )
}
