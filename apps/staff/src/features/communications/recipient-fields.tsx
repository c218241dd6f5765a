import { Checkbox, Input, Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { CommunicationOptions } from '@registry/api-contract/communications'
import { roles, type Role } from '@registry/domain/access/roles'
import { communicationConsents, communicationKinds } from '@registry/domain/communications/types'
import type { useForm } from '@registry/ui/forms/use-form.ts'
import { roleNames } from '../../app/role-names.ts'
import layout from '../../layout/layout.module.css'
import { useCommunicationLabels } from './communication-labels.ts'
import classes from './communications.module.css'
import { isConsent, type CommunicationValues } from './form-values.ts'

export type CommunicationForm = ReturnType<typeof useForm<CommunicationValues>>
type Props = { readonly form: CommunicationForm; readonly options: CommunicationOptions }

/** The filter and the consent that select patients. A newsletter requires the patient's subscription instead. */
export const PatientFields = ({ form, options }: Props) => {
  const { t } = useLingui()
  const { formatConsent } = useCommunicationLabels()
  const { byWish } = communicationKinds[form.values.type]
  return (
    <>
      <Select
        {...form.field('filterId')}
        label={t`Filtro`}
        description={t`Senza filtro la riceve chiunque può riceverla, nella tua area.`}
        placeholder={t`Senza filtro`}
        data={options.filters.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={form.values.filterId}
        onChange={(id) => form.setFieldValue('filterId', id)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t`Togli il filtro` }}
        nothingFoundMessage={t`Nessuna voce trovata`}
      />
      {byWish ? (
        <p className={layout.note}>{t`La newsletter arriva solo per e-mail, solo a chi l’ha chiesta in MyConsent.`}</p>
      ) : (
        <Select
          {...form.field('consent')}
          label={t`Consenso richiesto`}
          description={t`La riceve solo chi ha risposto sì a questo consenso, anche al momento dell’invio.`}
          withAsterisk
          data={communicationConsents.map((consent) => ({ value: consent, label: formatConsent(consent) }))}
          value={form.values.consent}
          onChange={(consent) => isConsent(consent) && form.setFieldValue('consent', consent)}
          allowDeselect={false}
        />
      )}
    </>
  )
}

/** The roles and the area that select staff (REQ-COM-01). */
export const StaffFields = ({ form, options }: Props) => {
  const { t } = useLingui()
  const { id, error } = form.field('roles')
  const chosen = form.values.roles
  const change = (role: Role, checked: boolean): void =>
    form.setFieldValue('roles', checked ? [...chosen, role] : chosen.filter((one) => one !== role))
  return (
    <>
      <fieldset id={id} tabIndex={-1} className={classes.roles} aria-describedby={error === undefined ? undefined : `${id}-error`}>
        <legend>{t`Ruoli`}</legend>
        {error !== undefined && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={t(roleNames[role])}
            checked={chosen.includes(role)}
            onChange={(event) => change(role, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <Select
        {...form.field('areaid')}
        label={t`Area`}
        description={t`La riceve chi ha uno di questi ruoli nell’area, o in un’area o un centro al suo interno.`}
        withAsterisk
        data={options.areas.map((area) => ({ value: area.id, label: area.label }))}
        value={form.values.areaid}
        onChange={(area) => form.setFieldValue('areaid', area)}
        searchable
        nothingFoundMessage={t`Nessuna voce trovata`}
      />
    </>
  )
}
