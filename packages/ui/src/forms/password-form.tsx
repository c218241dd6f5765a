import { Button, PasswordInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useFaultText } from '../language/fault-text.ts'
import { ErrorSummary, type Faults, useFaults } from './faults.tsx'
import { Form } from './form.tsx'

export type Passwords = { readonly oldpassword?: string; readonly newpassword: string }
type Field = 'oldpassword' | 'newpassword' | 'confirmation'

type Props = {
  /** False in the session that a link or a temporary password opened: there the old one is not known (D6). */
  readonly asksOld: boolean
  readonly hint: string
  /** Changes the password, and answers what was wrong with it. */
  readonly onChange: (passwords: Passwords) => Promise<Faults<Field> | undefined>
}

/** Choosing a password, the same on both sites (spec 1, section 5, change password). */
export const PasswordForm = ({ asksOld, hint, onChange }: Props) => {
  const { t } = useLingui()
  const say = useFaultText()
  const form = useFaults<Field>()
  const [values, setValues] = useState({ oldpassword: '', newpassword: '', confirmation: '' })
  const [busy, setBusy] = useState(false)

  const check = (): Faults<Field> => {
    const { oldpassword, newpassword, confirmation } = values
    if (asksOld && oldpassword === '') return { oldpassword: say('password_required') }
    if (newpassword === '') return { newpassword: say('password_required') }
    if (asksOld && newpassword === oldpassword) return { newpassword: say('password_same') }
    return newpassword === confirmation ? {} : { confirmation: say('passwords_differ') }
  }
  const submit = async (): Promise<void> => {
    if (form.refuse(check())) return
    setBusy(true)
    const { oldpassword, newpassword } = values
    form.refuse((await onChange(asksOld ? { oldpassword, newpassword } : { newpassword })) ?? {})
    setBusy(false)
  }
  const input = (name: Field) => ({
    ...form.field(name),
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => setValues({ ...values, [name]: event.currentTarget.value }),
    visibilityToggleButtonProps: { 'aria-label': t`Mostra o nascondi la password`, tabIndex: 0 },
  })

  return (
    <>
      <ErrorSummary faults={form.faults} />
      <Form onSubmit={() => void submit()}>
        {asksOld && <PasswordInput label={t`Vecchia password`} autoComplete="current-password" size="md" {...input('oldpassword')} />}
        <PasswordInput label={t`Nuova password`} description={hint} autoComplete="new-password" size="md" {...input('newpassword')} />
        <PasswordInput label={t`Conferma la nuova password`} autoComplete="new-password" size="md" {...input('confirmation')} />
        <Button type="submit" size="md" loading={busy}>
          {t`Cambia password`}
        </Button>
      </Form>
    </>
  )
}
