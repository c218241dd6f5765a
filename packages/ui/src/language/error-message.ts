import { useLingui } from '@lingui/react'
import type { ErrorDetail } from '@registry/domain/error'

type AnyError = ErrorDetail | ErrorDetail['code']

/** Formats an error with the server's message, for rules that a screen checks before it calls the server. */
export const useErrorMessage = (): ((error: AnyError) => string) => {
  const { i18n } = useLingui()
  return (error) => (typeof error === 'string' ? i18n._(`error.${error}`) : i18n._(`error.${error.code}`, { ...error.params }))
}

/** Formats the errors that rules find in the fields of a form. */
export const useFieldErrorMessages = (): ((errors: Readonly<Record<string, AnyError>>) => Readonly<Record<string, string>>) => {
  const formatError = useErrorMessage()
  return (errors) => Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, formatError(error)]))
}
