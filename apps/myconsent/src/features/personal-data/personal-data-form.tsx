import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { PersonalData } from '@registry/api-contract/personal-data'
import { formatDay } from '@registry/domain/calendar'
import { isLegalIdInconsistent } from '@registry/domain/patient/legal-id'
import type { OwnField } from '@registry/domain/patient/own-fields'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { findLabel } from '@registry/domain/reference/reference-values'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { RestoredDraft } from '@registry/ui/forms/restored-draft.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQueries } from '@tanstack/react-query'
import { CentreTelephone } from '../../app/centre-telephone.tsx'
import { PageActions } from '../../app/page-actions.tsx'
import { ContactCodeDialog } from './contact-code-dialog.tsx'
import { getLabel, isReadOnly, nationFields, regionFields, sections, type ShownField } from './fields.ts'
import { OwnFieldInput } from './own-field-input.tsx'
import classes from './personal-data.module.css'
import { personalDataQueries } from './queries.ts'
import { listOptions, listRegions, type Option } from './reference-lists.ts'
import { usePersonalDataForm } from './use-personal-data-form.ts'

type Props = {
  readonly data: PersonalData
  readonly onSaved: () => void
  readonly onBack: () => void
}
type PersonalDataForm = ReturnType<typeof usePersonalDataForm>
type FindOptions = (field: OwnField) => readonly Option[] | undefined

const phone = ['mobile_prefix', 'mobile'] as const satisfies readonly OwnField[]

/** Puts the country prefix and the number on one line. */
const groupPhone = (fields: readonly ShownField[]): readonly (ShownField | typeof phone)[] =>
  fields.filter((field) => field !== 'mobile').map((field) => (field === 'mobile_prefix' ? phone : field))

const has = <T extends object>(table: T, field: PropertyKey): field is keyof T => Object.hasOwn(table, field)

/** Finds the options of the fields that are lists. */
const useFindOptions = ({ values }: PersonalDataForm): FindOptions => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [{ data: nations }, { data: regions }] = useSuspenseQueries({
    queries: [personalDataQueries.nations(), personalDataQueries.regions()],
  })
  return (field) => {
    if (field === 'login_mode')
      return [
        { value: 'Email', label: t`E-mail` },
        { value: 'Mobile', label: t`Cellulare` },
      ]
    if (has(regionFields, field)) return listOptions(nations, language)
    return has(nationFields, field) ? listRegions(regions, values[nationFields[field]], language) : undefined
  }
}

/** The personal data in edit mode (REQ-PAT-10). Typed text stays until it is saved or discarded (REQ-UI-20). */
export const PersonalDataForm = ({ data, onSaved, onBack }: Props) => {
  const { t, i18n } = useLingui()
  const form = usePersonalDataForm(data, onSaved)
  const findOptions = useFindOptions(form)
  return (
    <>
      {form.isRestored && <RestoredDraft onDiscard={form.discard} />}
      <ErrorSummary errors={form.errors} />
      <ChangedElsewhere data={data} fields={form.changedElsewhere} findOptions={findOptions} />
      <Form onSubmit={form.submit}>
        <div>
          <p>{t`Nome, cognome e data di nascita li cambia il tuo centro: se c’è un errore, chiedi al centro.`}</p>
          <CentreTelephone />
        </div>
        {sections.map(({ title, fields }) => (
          <fieldset key={title.id} className={classes.fields}>
            <legend className={classes.title}>{i18n._(title)}</legend>
            {groupPhone(fields).map((group) =>
              typeof group === 'string' ? (
                <FieldInput key={group} field={group} data={data} form={form} findOptions={findOptions} />
              ) : (
                <div key={group[0]} className={classes.phone}>
                  {group.map((field) => (
                    <FieldInput key={field} field={field} data={data} form={form} findOptions={findOptions} />
                  ))}
                </div>
              ),
            )}
            {form.isCorrected && fields.includes('mobile') && (
              <Notice status="info">{t`Abbiamo corretto il numero di cellulare. Controllalo, poi premi di nuovo Modifica.`}</Notice>
            )}
          </fieldset>
        ))}
        <PageActions>
          <Button type="submit" size="lg" loading={form.submitting}>
            {
              // The button that stores the data has the same name in Italian as the one that opens the form.
              t({ message: 'Modifica', context: 'salva' })
            }
          </Button>
          <Button variant="default" size="lg" onClick={onBack}>
            {t`Indietro`}
          </Button>
        </PageActions>
      </Form>
      {form.dialog}
      {form.sentCode && (
        <ContactCodeDialog
          {...form.sentCode}
          waitSeconds={form.waitSeconds}
          onCode={form.enterCode}
          onRequestAgain={() => void form.requestCode()}
          onCancel={form.cancelCode}
        />
      )}
    </>
  )
}

type ChangedProps = { readonly data: PersonalData; readonly fields: readonly OwnField[]; readonly findOptions: FindOptions }

/** Values that another device saved in the meantime. */
const ChangedElsewhere = ({ data, fields, findOptions }: ChangedProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const describe = (field: OwnField): string => {
    const [label, value] = [getLabel(field, language), data[field] ?? '']
    const names = data.names[field]
    const shown = names
      ? findLabel({ id: value, ...names }, language)
      : (findOptions(field)?.find((option) => option.value === value)?.label ?? value)
    return t`${label}: ora è «${shown}»`
  }
  if (fields.length === 0) return null
  return (
    <Notice status="warning" title={t`Questi campi sono cambiati:`}>
      <ul className={classes.changes}>
        {fields.map((field) => (
          <li key={field}>{describe(field)}</li>
        ))}
      </ul>
    </Notice>
  )
}

type FieldProps = {
  readonly field: ShownField
  readonly data: PersonalData
  readonly form: PersonalDataForm
  readonly findOptions: FindOptions
}

/** A field that the patient changes, or the value of a field that only the centre changes. */
const FieldInput = ({ field, data, form: { values, errors, setField }, findOptions }: FieldProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const label = field === 'mobile_prefix' ? t`Prefisso` : getLabel(field, language)
  if (isReadOnly(field)) {
    const value = data[field]
    const shown = value === null ? '' : field === 'dob' ? formatDay(value) : formatPersonName(value)
    return <TextInput className={classes.readOnly ?? ''} label={label} value={shown} disabled size="lg" />
  }
  const hints: Partial<Record<OwnField, string>> = {
    telephone: t`Facoltativo`,
    ...(values.legal_id !== null &&
      isLegalIdInconsistent(values.legal_id.trim().toUpperCase(), data.dob, null) && { legal_id: formatError('rule_legal_id_disagrees') }),
  }
  const options = findOptions(field)
  const withoutRegions = has(nationFields, field) && options?.length === 0 && values[field] === null
  return (
    <OwnFieldInput
      field={field}
      label={label}
      hint={withoutRegions ? t`Si indica solo per l’Italia` : hints[field]}
      value={values[field]}
      error={errors[field]}
      required={field === 'login_mode' || field === (values.login_mode === 'Email' ? 'email' : 'mobile')}
      disabled={withoutRegions}
      {...(options && { options })}
      onChange={(value) => setField(field, value)}
    />
  )
}
