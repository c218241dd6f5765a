import { useLingui } from '@lingui/react'
import type { ErrorDetail } from '@registry/domain/error'

/** Formats an error with the server's message, for rules that a screen checks before it calls the server. */
export const useErrorMessage = (): ((detail: ErrorDetail | ErrorDetail['code']) => string) => {
  const { i18n } = useLingui()
  return (detail) => (typeof detail === 'string' ? i18n._(`error.${detail}`) : i18n._(`error.${detail.code}`, { ...detail.params }))
}
