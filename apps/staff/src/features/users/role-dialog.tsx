import { Button, Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { UserOptions } from '@registry/api-contract/users'
import type { Role } from '@registry/domain/access/roles'
import { hasCentre } from '@registry/domain/access/user-roles'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { roleNames } from '../../app/role-names.ts'

export type ChosenPlace = { readonly id: string; readonly label: string }
type Props = {
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
export const RoleDialog = ({ role, options, onChosen, onClose }: Props) => {
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
