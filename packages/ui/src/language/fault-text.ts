import { useLingui } from '@lingui/react'
import type { Fault } from '@registry/domain/fault'

/** Says a fault as the server would, from the shared catalogue; for rules that a screen checks before it asks the server. */
export const useFaultText = (): ((fault: Fault | Fault['code']) => string) => {
  const { i18n } = useLingui()
  return (fault) => (typeof fault === 'string' ? i18n._(`fault.${fault}`) : i18n._(`fault.${fault.code}`, { ...fault.params }))
}
