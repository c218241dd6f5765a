import { useLingui } from '@lingui/react'
import type { ErrorDetail } from '@registry/domain/error'

/** Says a fault as the server would, from the shared catalogue; for rules that a screen checks before it asks the server. */
export const useErrorMessage = (): ((detail: ErrorDetail | ErrorDetail['code']) => string) => {
  const { i18n } = useLingui()
  return (detail) => (typeof detail === 'string' ? i18n._(`error.${detail}`) : i18n._(`error.${detail.code}`, { ...detail.params }))
}
