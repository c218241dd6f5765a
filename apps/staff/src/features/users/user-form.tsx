import { useLingui } from '@lingui/react/macro'
import { Button, TextInput, Select } from '@mantine/core'
import type { User, UserOptions } from '@registry/api-contract/users'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import type { Role } from '@registry/domain/access/roles'
import { buildGrant, formatGrant, hasCentre } from '@registry/domain/access/user-roles'
import { findUserFormErrors } from '@registry/domain/users/form'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useFieldErrorMessages, useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { history, trpc } from '../../app/shell.ts'
import { useLossGuard } from '../../app/use-leave-guard.ts'
import layout from '../../layout/layout.module.css'
import { RolesInput, type FormRole } from './roles-input.tsx'
import { useStoreUser } from './use-store-user.ts'
import { userListAddress } from './user-routes.ts'
import { roleNames } from '../../app/role-names.ts'

type ChosenPlace = { readonly id: string; readonly label: string }
type RoleDialogProps = {
  readonly role: Role
  readonly options: UserOptions
  readonly onChosen: (place: ChosenPlace) => void
  readonly onClose: () => void
}

/** Names each area with the areas above it. */
const listAreas = ({ areas }: UserOptions): ChosenPlace[] => {
  const byId = new Map(areas.map((area) => [area.id, area]))
  const formatPath = (id: string): string => {
    const area = byId.get(id)
    if (!area) return ''
    const above = area.parent === null ? '' : formatPath(area.parent)
    return above === '' ? area.label : `${above} › ${area.label}`
  }
  return areas.map(({ id }) => ({ id, label: formatPath(id) }))
}

/** Asks for the area of a role, or for the centre of a CenterAdmin (REQ-ADM-07). */
const RoleDialog = ({ role, options, onChosen, onClose }: RoleDialogProps) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const form = useForm<{ place: string | null }>({
    initialValues: { place: null },
    validate: ({ place }) => (place === null ? { place: formatError('field_required') } : {}),
  })
  const ofCentre = hasCentre(role)
  const places = ofCentre ? options.centres.map(({ id, name }) => ({ id, label: `${name} (${id})` })) : listAreas(options)
  const submit = form.onSubmit(({ place }) => {
    const chosen = places.find(({ id }) => id === place)
    if (chosen) onChosen(chosen)
  })
  return (
    <Dialog title={t(roleNames[role])} onClose={onClose}>
      <Form onSubmit={submit}>
        <Select
          {...form.field('place')}
          label={ofCentre ? t`Centro` : t`Area`}
          data={places.map(({ id, label }) => ({ value: id, label }))}
          value={form.values.place}
          onChange={(place) => form.setFieldValue('place', place)}
          searchable
          withAsterisk
          nothingFoundMessage={t`Nessuna voce trovata`}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>{t`Annulla`}</Button>
          <Button type="submit">{t`Aggiungi il ruolo`}</Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

type Props = {
  /** Absent for a new user. */
  readonly user?: User
  readonly onSaved: (user: User) => void
}
type Values = { readonly surname: string; readonly name: string; readonly email: string; readonly roles: readonly FormRole[] }

const toValues = (user: User | undefined): Values => ({
  surname: user?.surname ?? '',
  name: user?.name ?? '',
  email: user?.email ?? '',
  roles: user?.roles ?? [],
})

/** The form of a user. The e-mail of a stored user is fixed (REQ-ADM-07). */
export const UserForm = ({ user, onSaved }: Props) => {
  const { t } = useLingui()
  const formatErrors = useFieldErrorMessages()
  const store = useStoreUser()
  const { dialog, withReauthentication } = useReauthentication()
  const { data: options } = useSuspenseQuery(trpc.users.options.queryOptions())
  const create = useMutation(trpc.users.create.mutationOptions(ownFailures))
  const change = useMutation(trpc.users.change.mutationOptions(ownFailures))
  const form = useForm<Values>({
    initialValues: toValues(user),
    validate: (values) => formatErrors(findUserFormErrors(values)),
  })
  const [asked, setAsked] = useState<Role>()
  useLossGuard(form.isDirty() && !form.submitting, t`Le modifiche all’utente vanno perse.`)
  const submit = form.onSubmit(async ({ surname, name, email, roles }) => {
    try {
      const content = { surname, name, roles: roles.map(({ role, areaid, center }) => buildGrant(role, center ?? areaid ?? '')) }
      const saved = await withReauthentication((reauthentication) =>
        user
          ? change.mutateAsync({ id: user.id, version: user.version, ...content, ...reauthentication })
          : create.mutateAsync({ email, ...content, ...reauthentication }),
      )
      if (!saved) return
      await store(saved)
      onSaved(saved)
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const addRole = (role: Role, { id, label }: ChosenPlace): void => {
    const { roles } = form.getValues()
    const grant = { ...buildGrant(role, id), place: label }
    setAsked(undefined)
    if (!roles.some((one) => formatGrant(one) === formatGrant(grant))) form.setFieldValue('roles', [...roles, grant])
  }
  const { id: rolesId, error: rolesError } = form.field('roles')
  return (
    <div className={layout.form}>
      <ErrorSummary
        errors={form.errors}
        labels={{ surname: t`Cognome`, name: t({ message: 'Nome', context: 'persona' }), email: t`E-mail` }}
      />
      <Form onSubmit={submit}>
        <div className={layout.inputs}>
          <TextInput {...form.getInputProps('surname')} label={t`Cognome`} withAsterisk maxLength={80} autoComplete="off" />
          <TextInput
            {...form.getInputProps('name')}
            label={t({ message: 'Nome', context: 'persona' })}
            withAsterisk
            maxLength={80}
            autoComplete="off"
          />
        </div>
        <TextInput
          {...form.getInputProps('email')}
          label={t`E-mail`}
          description={
            user ? t`È il nome utente e non cambia più.` : t`Sarà il nome utente e non cambierà più. L’invito arriva a questo indirizzo.`
          }
          withAsterisk={user === undefined}
          type="email"
          maxLength={255}
          autoComplete="off"
          disabled={user !== undefined}
        />
        <RolesInput
          id={rolesId}
          error={rolesError}
          options={options}
          value={form.values.roles}
          disabled={user?.isOwn === true}
          onAsk={setAsked}
          onChange={(roles) => form.setFieldValue('roles', roles)}
        />
        <div className={layout.buttons}>
          <Button type="submit" loading={form.submitting}>{t`Salva`}</Button>
          <Button variant="default" onClick={() => history.push(userListAddress)}>{t`Annulla`}</Button>
        </div>
      </Form>
      {asked !== undefined && (
        <RoleDialog role={asked} options={options} onChosen={(place) => addRole(asked, place)} onClose={() => setAsked(undefined)} />
      )}
      {dialog}
    </div>
  )
}
