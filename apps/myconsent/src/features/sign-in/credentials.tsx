import { Button, Checkbox, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { PasswordField } from '@registry/ui/forms/password-field.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import classes from './sign-in.module.css'

type Props = {
  readonly field: (name: 'username' | 'password') => { readonly id: string; readonly name: string; readonly error: string | undefined }
  readonly username: string
  readonly onUsername: (username: string) => void
  readonly password: string
  readonly onPassword: (password: string) => void
  readonly remember: boolean
  readonly onRemember: (remember: boolean) => void
  readonly isRequesting: boolean
}

/** The first step: contact and password request a code. Code field and sign-in button are disabled until then (REQ-ACC-04). */
export const Credentials = ({ field, username, onUsername, password, onPassword, remember, onRemember, isRequesting }: Props) => {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        {...field('username')}
        value={username}
        onChange={(event) => onUsername(event.currentTarget.value)}
        label={t`E-mail o numero di cellulare`}
        autoComplete="username"
        autoCapitalize="none"
        size="lg"
      />
      <PasswordField
        {...field('password')}
        value={password}
        onChange={(event) => onPassword(event.currentTarget.value)}
        label={t`Password`}
        autoComplete="current-password"
        size="lg"
      />
      <Checkbox
        checked={remember}
        onChange={(event) => onRemember(event.currentTarget.checked)}
        size="md"
        label={t`Ricorda il mio contatto su questo dispositivo`}
      />
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
    </>
  )
}
