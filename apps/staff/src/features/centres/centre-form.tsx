import { useLingui } from '@lingui/react/macro'
import { Button, Select, TextInput, Checkbox } from '@mantine/core'
import type { Centre } from '@registry/api-contract/centres'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { findCentreFormErrors, type CentreFormValues, maxOverlapHours } from '@registry/domain/centres/form'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { PasswordField } from '@registry/ui/forms/password-field.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useFieldErrorMessages } from '@registry/ui/language/error-message.ts'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { history, trpc } from '../../app/shell.ts'
import { useLossGuard } from '../../app/use-leave-guard.ts'
import layout from '../../layout/layout.module.css'
import { AreaTree } from './area-tree.tsx'
import { centreListAddress } from './centre-routes.ts'
import { useStoreCentre } from './use-store-centre.ts'
import classes from './centres.module.css'

type PasswordFieldsProps = { readonly form: ReturnType<typeof useForm<CentreFormValues>>; readonly hasPassword: boolean }

/** The e-CRF password with its repetition. Where one exists, a checkbox reveals the fields (document 2, section 5). */
const PasswordFields = ({ form, hasPassword }: PasswordFieldsProps) => {
  const { t } = useLingui()
  return (
    <fieldset className={classes.group}>
      <legend>{t`Accesso del programma del centro`}</legend>
      <p className={layout.quiet}>{t`Con il codice del centro e questa password entra il programma del centro, senza una persona.`}</p>
      {hasPassword && <Checkbox {...form.getCheckboxProps('changesPassword')} label={t`Modifica password e-CRF`} />}
      {form.values.changesPassword && (
        <>
          <PasswordField
            {...form.getInputProps('ecrfPassword')}
            label={hasPassword ? t`Nuova password e-CRF` : t`Password e-CRF`}
            description={
              hasPassword
                ? t`Almeno 15 caratteri. Se la lasci vuota, non cambia nulla.`
                : t`Almeno 15 caratteri. Se la lasci vuota, il programma del centro non può entrare.`
            }
            autoComplete="new-password"
          />
          <PasswordField {...form.getInputProps('password2')} label={t`Ripeti la password e-CRF`} autoComplete="new-password" />
          {hasPassword && (
            <TextInput
              {...form.getInputProps('overlapHours')}
              label={t`Ore in cui vale anche la password precedente`}
              description={t`Da 0 a ${maxOverlapHours}: il tempo per cambiarla nei programmi del centro. Con 0 la precedente finisce subito.`}
              inputMode="numeric"
              maxLength={3}
              autoComplete="off"
            />
          )}
        </>
      )}
    </fieldset>
  )
}

type Props = {
  /** Absent for a new centre. */
  readonly centre?: Centre
  readonly onSaved: (centre: Centre) => void
}

const toValues = (centre: Centre | undefined): CentreFormValues => ({
  id: centre?.id ?? '',
  name: centre?.name ?? '',
  geotreeid: centre?.geotreeid ?? null,
  address: centre?.address ?? '',
  city: centre?.city ?? '',
  telephone: centre?.telephone ?? '',
  ecrf: centre?.ecrf || null,
  changesPassword: centre?.hasPassword !== true,
  ecrfPassword: '',
  password2: '',
  overlapHours: '0',
})

const toContent = ({ name, geotreeid, address, city, telephone, ecrf, changesPassword, ecrfPassword }: CentreFormValues) => ({
  name,
  geotreeid: geotreeid ?? '',
  address,
  city,
  telephone,
  ecrf: ecrf ?? '',
  ...(changesPassword && ecrfPassword !== '' && { ecrfPassword }),
})

/** The form of a centre. Its code is fixed after the creation; the password is sent only if it is not empty (REQ-ADM-06). */
export const CentreForm = ({ centre, onSaved }: Props) => {
  const { t } = useLingui()
  const formatErrors = useFieldErrorMessages()
  const store = useStoreCentre()
  const { dialog, withReauthentication } = useReauthentication()
  const { data: options } = useSuspenseQuery(trpc.centres.options.queryOptions())
  const create = useMutation(trpc.centres.create.mutationOptions(ownFailures))
  const change = useMutation(trpc.centres.change.mutationOptions(ownFailures))
  const form = useForm<CentreFormValues>({
    initialValues: toValues(centre),
    validate: (values) => formatErrors(findCentreFormErrors(values)),
  })
  useLossGuard(form.isDirty() && !form.submitting, t`Le modifiche al centro vanno perse.`)
  const submit = form.onSubmit(async (values) => {
    try {
      const content = toContent(values)
      const saved = await withReauthentication((again) =>
        centre
          ? change.mutateAsync({
              id: centre.id,
              version: centre.version,
              ...content,
              ...(content.ecrfPassword !== undefined && { overlapHours: Number(values.overlapHours) }),
              ...again,
            })
          : create.mutateAsync({ id: values.id, ...content, ...again }),
      )
      if (!saved) return
      await store(saved)
      onSaved(saved)
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const { id: areaId, error: areaError } = form.field('geotreeid')
  return (
    <div className={layout.form}>
      <ErrorSummary errors={form.errors} labels={{ id: t`Codice`, name: t`Nome`, geotreeid: t`Area`, telephone: t`Telefono` }} />
      <Form onSubmit={submit}>
        <TextInput
          {...form.getInputProps('id')}
          label={t`Codice`}
          description={t`Resta lo stesso per tutta la vita del centro.`}
          withAsterisk={centre === undefined}
          maxLength={80}
          autoComplete="off"
          disabled={centre !== undefined}
        />
        <TextInput {...form.getInputProps('name')} label={t`Nome`} withAsterisk maxLength={80} autoComplete="off" />
        <AreaTree
          id={areaId}
          error={areaError}
          areas={options.areas}
          value={form.values.geotreeid}
          onChange={(area) => form.setFieldValue('geotreeid', area)}
        />
        <div className={layout.inputs}>
          <TextInput {...form.getInputProps('address')} label={t`Indirizzo`} maxLength={80} autoComplete="off" />
          <TextInput {...form.getInputProps('city')} label={t`Città`} maxLength={80} autoComplete="off" />
        </div>
        <TextInput
          {...form.getInputProps('telephone')}
          label={t`Telefono`}
          description={t`I pazienti del centro lo leggono in MyConsent. Facoltativo.`}
          inputMode="tel"
          maxLength={40}
          autoComplete="off"
        />
        <Select
          {...form.field('ecrf')}
          label={t`Software e-CRF`}
          data={options.software.map(({ id, label }) => ({ value: id, label }))}
          value={form.values.ecrf}
          onChange={(ecrf) => form.setFieldValue('ecrf', ecrf)}
          clearable
          clearButtonProps={{ 'aria-label': t`Togli il software e-CRF` }}
        />
        <PasswordFields form={form} hasPassword={centre?.hasPassword === true} />
        <div className={layout.buttons}>
          <Button type="submit" loading={form.submitting}>{t`Salva`}</Button>
          <Button variant="default" onClick={() => history.push(centreListAddress)}>{t`Annulla`}</Button>
        </div>
      </Form>
      {dialog}
    </div>
  )
}
