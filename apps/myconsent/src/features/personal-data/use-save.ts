import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import type { Reauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import type { PersonalData } from '@registry/api-contract/personal-data'
import { joinNumber } from '@registry/domain/patient/mobile'
import { changesContact, findSignInContact, listChangedFields } from '@registry/domain/patient/own-fields'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { toFormErrors } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import type { FormValues } from './fields.ts'

type FormErrors = ReturnType<typeof toFormErrors>

/** Verifies a changed mobile, and asks the person before a contact changes. */
export const useContactChecks = (stored: PersonalData) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const verify = useMutation(trpc.personalData.verifyMobile.mutationOptions(ownFailures))

  /** Returns the mobile as the registry stores it, or the errors of the form. An unchanged or empty mobile is not verified (REQ-PAT-11). */
  const verifyMobile = async ({
    login_mode,
    mobile_prefix,
    mobile,
  }: FormValues): Promise<Pick<FormValues, 'mobile_prefix' | 'mobile'> | { readonly errors: FormErrors }> => {
    if (mobile === null || (mobile === stored.mobile && mobile_prefix === stored.mobile_prefix && login_mode === stored.login_mode))
      return { mobile_prefix, mobile }
    try {
      const { country_code, national_number } = await verify.mutateAsync({
        number: joinNumber(mobile_prefix ?? '', mobile.trim()),
        ...(login_mode === 'Email' && { loginMode: login_mode }),
      })
      return { mobile_prefix: country_code, mobile: national_number }
    } catch (error) {
      const { fields } = toRequestError(error)
      if (fields['number'] === undefined) return { errors: toFormErrors(error) }
      const wrong = formatError('mobile_wrong')
      return { errors: { mobile: fields['number'] === wrong ? wrong : `${wrong}. ${fields['number']}` } }
    }
  }

  /** Says which access data the next sign-in needs. True if no contact changes, or if the person agrees. */
  const confirmContact = async (values: FormValues): Promise<boolean> => {
    if (!changesContact(listChangedFields(stored, values))) return true
    const [before, after] = [findSignInContact(stored), findSignInContact(values)]
    return askConfirmation({
      title: t`Cambiare i recapiti?`,
      text:
        before === after
          ? t`I tuoi recapiti cambiano. Per accedere continui a usare ${after ?? ''}.`
          : t`Dal prossimo accesso devi usare i nuovi dati: ${after ?? ''}. Per confermarli ti mandiamo lì un codice.`,
      confirm: t`Cambia i recapiti`,
    })
  }
  return { verifyMobile, confirmContact }
}

type SaveRequest = { readonly version: string; readonly values: FormValues; readonly otp?: string }

/** Saves, and updates what header, home page and this page show. */
export const useSave = () => {
  const queryClient = useQueryClient()
  const mutation = useMutation(trpc.personalData.save.mutationOptions(ownFailures))
  const save = async (request: SaveRequest, reauthentication: Reauthentication) => {
    const result = await mutation.mutateAsync({ ...request, ...reauthentication })
    if (result.saved) {
      queryClient.setQueryData(trpc.personalData.read.queryKey(), result.saved)
      await queryClient.invalidateQueries({ queryKey: trpc.session.current.queryKey() })
    }
    return result
  }
  /** Reads what another device saved. */
  const reload = (): Promise<PersonalData> => queryClient.fetchQuery(trpc.personalData.read.queryOptions(undefined, { staleTime: 0 }))
  return { save, reload }
}
