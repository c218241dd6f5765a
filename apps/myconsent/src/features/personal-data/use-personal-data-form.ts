import type { PersonalData } from '@registry/api-contract/personal-data'
import { useDraft as useStoredDraft } from '@registry/app-shell/drafts/use-draft.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { isAddress, normalizeEmail } from '@registry/domain/access/contact'
import { findSignInContact, listChangedFields, type OwnField, ownFields } from '@registry/domain/patient/own-fields'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { toRequestError, isRecord } from '@registry/ui/request-error.ts'
import { useState } from 'react'
import { useCountdown } from '../../app/use-countdown.ts'
import type { SentCode } from './contact-code-dialog.tsx'
import { type FormValues, pickOwnValues, regionFields } from './fields.ts'
import { useContactChecks, useSave } from './use-save.ts'

/** Typed values, and the version that the person saw, so that a save in between is found (FAULT-13). */
type Draft = { readonly version: string; readonly values: FormValues }

const isOwnValue = (value: unknown): boolean => value === null || typeof value === 'string'

const isFormValues = (stored: unknown): stored is FormValues =>
  isRecord(stored) &&
  ['Email', 'Mobile'].includes(String(stored['login_mode'])) &&
  Object.keys(stored).length === ownFields.length &&
  ownFields.every((field) => isOwnValue(stored[field]))

const parseDraft = (stored: unknown): Draft | undefined => {
  if (!isRecord(stored)) return undefined
  const { version, values } = stored
  return typeof version === 'string' && isFormValues(values) ? { version, values } : undefined
}

/** The personal data that are typed and not saved. They outlive reload, Back and the session. */
const useDraft = () => useStoredDraft('personal data', parseDraft)

const isNation = (field: OwnField): field is keyof typeof regionFields => Object.hasOwn(regionFields, field)

/** The values of the form with their draft, and the save, with the code that confirms a new contact. */
export const usePersonalDataForm = (data: PersonalData, onSaved: () => void) => {
  const formatError = useErrorMessage()
  const { dialog, withReauthentication } = useReauthentication()
  const { verifyMobile, confirmContact } = useContactChecks(data)
  const { save, reload } = useSave()
  const draft = useDraft()
  const [isRestored, setRestored] = useState(draft.value !== undefined)
  const [version, setVersion] = useState(draft.value?.version ?? data.version)
  const [isCorrected, setCorrected] = useState(false)
  const [changedElsewhere, setChangedElsewhere] = useState<readonly OwnField[]>([])
  const countdown = useCountdown()
  const [sentCode, setSentCode] = useState<SentCode>()
  const form = useForm<FormValues>({
    initialValues: draft.value?.values ?? pickOwnValues(data),
    validate: ({ login_mode, email, mobile }) => ({
      ...(email?.trim() && !isAddress(normalizeEmail(email)) && { email: formatError('contact_wrong') }),
      ...(login_mode === 'Email' && !email?.trim() && { email: formatError('rule_email_missing') }),
      ...(login_mode === 'Mobile' && !mobile?.trim() && { mobile: formatError('rule_mobile_missing') }),
    }),
  })

  const change = (changed: Partial<FormValues>): void => {
    form.setValues(changed)
    draft.keep({ version, values: form.getValues() })
    setCorrected(false)
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
  return {
    values: form.values,
    errors: form.errors,
    submitting: form.submitting,
    isRestored,
    /** The registry stores the mobile otherwise than it was typed, so the person checks it. */
    isCorrected,
    /** The fields that another device saved in between. */
    changedElsewhere,
    /** The code that was sent to a new contact. */
    sentCode,
    waitSeconds: countdown.seconds,
    dialog,
    setField: (field: OwnField, value: string | null): void => {
      if (field === 'login_mode') return change({ login_mode: value === 'Mobile' ? 'Mobile' : 'Email' })
      // A region belongs to its nation, so another nation empties it (RULE-34).
      change({ [field]: value, ...(isNation(field) && { [regionFields[field]]: null }) })
    },
    discard: (): void => {
      draft.forget()
      form.setValues(pickOwnValues(data))
      form.setErrors({})
      setVersion(data.version)
      setRestored(false)
    },
    submit: form.onSubmit(async (typed) => {
      const verified = await verifyMobile(typed)
      if ('errors' in verified) return form.setErrors(verified.errors)
      if (verified.mobile !== typed.mobile || verified.mobile_prefix !== typed.mobile_prefix) {
        change(verified)
        document.getElementById(fieldId('mobile'))?.focus()
        return setCorrected(true)
      }
      if (await confirmContact(typed)) await send().catch(onFailure)
    }),
    /** A rejected code is an error of the dialog. Every other error belongs to the form. */
    enterCode: async (otp: string): Promise<string | undefined> => {
      try {
        await send(otp)
      } catch (error) {
        const { fields } = toRequestError(error)
        if (fields['otp'] !== undefined) return fields['otp']
        await onFailure(error)
      }
      return undefined
    },
    requestCode: (): Promise<void> => send().catch(onFailure),
    cancelCode: (): void => setSentCode(undefined),
  }
}
