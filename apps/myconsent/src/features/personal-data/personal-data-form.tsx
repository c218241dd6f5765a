import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import type { PersonalData } from '@registry/api-contract/personal-data'
import { formatDay } from '@registry/domain/calendar'
import { isLegalIdInconsistent } from '@registry/domain/patient/legal-id'
import { findSignInContact, listChangedFields, type OwnField } from '@registry/domain/patient/own-fields'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { findLabel } from '@registry/domain/reference/reference-values'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { RestoredDraft } from '@registry/ui/forms/restored-draft.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { PageActions } from '../../app/page-actions.tsx'
import { useCountdown } from '../../app/use-countdown.ts'
import { ContactCodeDialog, type SentCode } from './contact-code-dialog.tsx'
import { getLabel, isReadOnly, nationFields, pickOwnValues, regionFields, sections, type FormValues, type ShownField } from './fields.ts'
import { OwnFieldInput } from './own-field-input.tsx'
import classes from './personal-data.module.css'
import { personalDataQueries } from './queries.ts'
import { listOptions, listRegions, type Option } from './reference-lists.ts'
import { useDraft } from './use-draft.ts'
import { useContactChecks, useSave } from './use-save.ts'

type Props = {
  readonly data: PersonalData
  readonly onSaved: () => void
  readonly onBack: () => void
}

const has = <T extends object>(table: T, field: PropertyKey): field is keyof T => Object.hasOwn(table, field)

/** The personal data in edit mode (REQ-PAT-10). What is typed stays until it is saved or discarded (REQ-UI-20). */
export const PersonalDataForm = ({ data, onSaved, onBack }: Props) => {
  const { t, i18n } = useLingui()
  const { language } = useLanguage()
  const [{ data: nations }, { data: regions }] = useSuspenseQueries({
    queries: [personalDataQueries.nations(), personalDataQueries.regions()],
  })
  const formatError = useErrorMessage()
  const { dialog, withReauthentication } = useReauthentication()
  const { verifyMobile, confirmContact } = useContactChecks(data)
  const { save, reload } = useSave()
  const draft = useDraft()
  const [restored, setRestored] = useState(draft.value !== undefined)
  const [version, setVersion] = useState(draft.value?.version ?? data.version)
  const [corrected, setCorrected] = useState(false)
  const [changedElsewhere, setChangedElsewhere] = useState<readonly OwnField[]>([])
  const countdown = useCountdown()
  const [sentCode, setSentCode] = useState<SentCode>()

  const form = useForm<FormValues>({
    initialValues: draft.value?.values ?? pickOwnValues(data),
    validate: ({ login_mode, email, mobile }) => ({
      ...(login_mode === 'Email' && !email?.trim() && { email: formatError('rule_email_missing') }),
      ...(login_mode === 'Mobile' && !mobile?.trim() && { mobile: formatError('rule_mobile_missing') }),
    }),
  })
  const { values } = form

  const change = (changed: Partial<FormValues>): void => {
    form.setValues(changed)
    draft.keep({ version, values: form.getValues() })
    setCorrected(false)
  }
  const setField = (field: OwnField, value: string | null): void => {
    if (field === 'login_mode') return change({ login_mode: value === 'Mobile' ? 'Mobile' : 'Email' })
    // A region belongs to its nation, so another nation empties it (RULE-34).
    change({ [field]: value, ...(has(regionFields, field) && { [regionFields[field]]: null }) })
  }
  const discard = (): void => {
    draft.forget()
    form.setValues(pickOwnValues(data))
    form.setErrors({})
    setVersion(data.version)
    setRestored(false)
  }

  const onFailure = async (error: unknown): Promise<void> => {
    setSentCode(undefined)
    if (toRequestError(error).code === 'personal_data_changed') {
      const fresh = await reload()
      setChangedElsewhere(listChangedFields(data, fresh))
      setVersion(fresh.version)
      draft.keep({ version: fresh.version, values: form.getValues() })
    }
    form.setErrors(toFormErrors(error))
  }
  const send = async (otp?: string): Promise<void> => {
    const sending = form.getValues()
    const result = await withReauthentication((reauthentication) =>
      save({ version, values: sending, ...(otp && { otp }) }, reauthentication),
    )
    if (!result) return
    if (result.codeSent) {
      countdown.start(result.codeSent.againInSeconds)
      return setSentCode({ contact: findSignInContact(sending) ?? '', sent: result.codeSent })
    }
    draft.forget()
    onSaved()
  }
  const submit = form.onSubmit(async (typed) => {
    const verified = await verifyMobile(typed)
    if ('errors' in verified) return form.setErrors(verified.errors)
    if (verified.mobile !== typed.mobile || verified.mobile_prefix !== typed.mobile_prefix) {
      change(verified)
      document.getElementById(fieldId('mobile'))?.focus()
      return setCorrected(true)
    }
    if (await confirmContact(typed)) await send().catch(onFailure)
  })
  /** A refused code is an error of the dialog. Every other error belongs to the form. */
  const enterCode = async (otp: string): Promise<string | undefined> => {
    try {
      await send(otp)
    } catch (error) {
      const { fields } = toRequestError(error)
      if (fields['otp'] !== undefined) return fields['otp']
      await onFailure(error)
    }
    return undefined
  }

  const hints: Partial<Record<OwnField, string>> = {
    telephone: t`Facoltativo`,
    ...(values.legal_id !== null &&
      isLegalIdInconsistent(values.legal_id.trim().toUpperCase(), data.dob, null) && { legal_id: formatError('rule_legal_id_disagrees') }),
  }
  const showReadOnly = (field: 'surname' | 'name' | 'dob'): string => {
    const value = data[field]
    if (value === null) return ''
    return field === 'dob' ? formatDay(value) : formatPersonName(value)
  }
  const findOptions = (field: OwnField): readonly Option[] | undefined => {
    if (field === 'login_mode')
      return [
        { value: 'Email', label: t`E-mail` },
        { value: 'Mobile', label: t`Cellulare` },
      ]
    if (has(regionFields, field)) return listOptions(nations, language)
    return has(nationFields, field) ? listRegions(regions, values[nationFields[field]], language) : undefined
  }
  const describeChange = (field: OwnField): string => {
    const [label, value] = [getLabel(field, language), data[field] ?? '']
    const names = data.names[field]
    const shown = names
      ? findLabel({ id: value, ...names }, language)
      : (findOptions(field)?.find((option) => option.value === value)?.label ?? value)
    return t`${label}: ora è «${shown}»`
  }
  const buildInput = (field: ShownField) => {
    const label = getLabel(field, language)
    if (isReadOnly(field))
      return <TextInput key={field} className={classes.readOnly ?? ''} label={label} value={showReadOnly(field)} disabled size="lg" />
    const options = findOptions(field)
    const withoutRegions = has(nationFields, field) && options?.length === 0 && values[field] === null
    return (
      <OwnFieldInput
        key={field}
        field={field}
        label={label}
        hint={withoutRegions ? t`Si indica solo per l’Italia` : hints[field]}
        value={values[field]}
        error={form.errors[field]}
        required={field === 'login_mode' || field === (values.login_mode === 'Email' ? 'email' : 'mobile')}
        disabled={withoutRegions}
        {...(options && { options })}
        onChange={(value) => setField(field, value)}
      />
    )
  }

  return (
    <>
      {restored && <RestoredDraft onDiscard={discard} />}
      <ErrorSummary errors={form.errors} />
      {changedElsewhere.length > 0 && (
        <Notice status="waiting" title={t`Questi campi sono cambiati:`}>
          <ul className={classes.changes}>
            {changedElsewhere.map((field) => (
              <li key={field}>{describeChange(field)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Form onSubmit={submit}>
        <p>{t`Nome, cognome e data di nascita li cambia il tuo centro: se c’è un errore, chiedi al centro.`}</p>
        {sections.map(({ title, fields }) => (
          <fieldset key={title.id} className={classes.fields}>
            <legend className={classes.title}>{i18n._(title)}</legend>
            {fields.map(buildInput)}
            {corrected && fields.includes('mobile') && (
              <Notice status="waiting">{t`Abbiamo corretto il numero di cellulare. Controllalo, poi premi di nuovo Modifica.`}</Notice>
            )}
          </fieldset>
        ))}
        <PageActions>
          <Button type="submit" size="lg" loading={form.submitting}>
            {t`Modifica`}
          </Button>
          <Button variant="default" size="lg" onClick={onBack}>
            {t`Indietro`}
          </Button>
        </PageActions>
      </Form>
      {dialog}
      {sentCode && (
        <ContactCodeDialog
          {...sentCode}
          waitSeconds={countdown.seconds}
          onCode={enterCode}
          onRequestAgain={() => void send().catch(onFailure)}
          onCancel={() => setSentCode(undefined)}
        />
      )}
    </>
  )
}
