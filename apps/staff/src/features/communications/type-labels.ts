import { useLingui } from '@lingui/react/macro'
import type { CommunicationType } from '@registry/domain/communications/types'
import { useMemo } from 'react'

/** The types in the list. The form shows the words of `svc_msg_type`, which a GlobalAdmin changes. */
export const useTypeLabels = (): Readonly<Record<CommunicationType, string>> => {
  const { t } = useLingui()
  return useMemo(
    () => ({ PATIENT_MESSAGE: t`Messaggio ai pazienti`, NEWSLETTER: t`Newsletter`, STAFF_MESSAGE: t`Messaggio agli operatori` }),
    [t],
  )
}
