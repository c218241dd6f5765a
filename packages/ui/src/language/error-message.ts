import { useLingui } from '@lingui/react'
import type { ErrorDetail } from '@registry/domain/error'
import { errorMessages } from '@registry/domain/error-messages'

type AnyError = ErrorDetail | ErrorDetail['code']

/** Formats an error with the server's message, for rules that a screen checks before it calls the server. */
export const useErrorMessage = (): ((error: AnyError) => string) => {
  const { i18n } = useLingui()
  return (error) => {
    const { code, params } = typeof error === 'string' ? { code: error } : error
    const { id, message } = errorMessages[code]
    return i18n._(id, { ...params }, { message })
  }
}

/** Formats the errors that rules find in the fields of a form. */
export const useFieldErrorMessages = (): ((errors: Readonly<Record<string, AnyError>>) => Readonly<Record<string, string>>) => {
  const formatError = useErrorMessage()
  return (errors) => Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, formatError(error)]))
}
