import { Button, Checkbox, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { PasswordField } from '@registry/ui/forms/password-field.tsx'
import type { useForm } from '@registry/ui/forms/use-form.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import classes from './sign-in.module.css'

type Values = { readonly username: string; readonly password: string; readonly remember: boolean }
type Props = {
  readonly form: Pick<ReturnType<typeof useForm<Values>>, 'getInputProps' | 'getCheckboxProps'>
  readonly isRequesting: boolean
}

/** The first step: contact and password request a code. Code field and sign-in button are disabled until then (REQ-ACC-04). */
export const Credentials = ({ form, isRequesting }: Props) => {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        {...form.getInputProps('username')}
        label={t`E-mail o numero di cellulare`}
        autoComplete="username"
        autoCapitalize="none"
        size="lg"
      />
      <PasswordField {...form.getInputProps('password')} label={t`Password`} autoComplete="current-password" size="lg" />
      <Checkbox {...form.getCheckboxProps('remember')} size="md" label={t`Ricorda il mio recapito su questo dispositivo`} />
      <Button type="submit" size="lg" loading={isRequesting}>
        {t`Richiedi il codice`}
      </Button>
      <RouteLink href="/forgot_password_patient" className={classes.forgotten ?? ''}>
        {t`Password dimenticata?`}
      </RouteLink>
      <div className={classes.next}>
        <TextInput label={t`Codice`} size="lg" disabled classNames={{ input: classes.codeInput ?? '' }} />
        <Button type="button" size="lg" disabled>
          {t`Accedi`}
        </Button>
      </div>
      <RouteLink href="/stato_ritiro" className={classes.forgotten ?? ''}>
        {t`Ti sei ritirato? Vedi lo stato del ritiro`}
      </RouteLink>
    </>
  )
}
