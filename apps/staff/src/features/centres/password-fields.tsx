import { Checkbox, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { maxOverlapHours, type CentreFormValues } from '@registry/domain/centres/form'
import { PasswordField } from '@registry/ui/forms/password-field.tsx'
import type { useForm } from '@registry/ui/forms/use-form.ts'
import layout from '../../layout/layout.module.css'
import classes from './centres.module.css'

type Props = { readonly form: ReturnType<typeof useForm<CentreFormValues>>; readonly hasPassword: boolean }

/** The e-CRF password with its repetition. Where one exists, a checkbox reveals the fields (document 2, section 5). */
export const PasswordFields = ({ form, hasPassword }: Props) => {
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
