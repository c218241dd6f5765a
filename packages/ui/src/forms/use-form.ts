import { type FormErrors, useForm as useMantineForm, type UseFormInput } from '@mantine/form'
import { toRequestError } from '../request-error.ts'
import { fieldId } from './field-id.ts'

/**
 * A form of `@mantine/form`. Errors stay until the next submit: an error that disappears while the person types moves the page.
 * The error `form` belongs to no single field.
 */
export const useForm = <Values extends Record<string, unknown>>(input: UseFormInput<Values>) =>
  useMantineForm<Values>({
    clearInputErrorOnChange: false,
    enhanceGetInputProps: ({ field }) => ({ id: fieldId(String(field)), name: field }),
    ...input,
  })

/** The errors of a refused request: those of its fields, else the message of the whole. */
export const toFormErrors = (error: unknown): FormErrors => {
  const { message, fields } = toRequestError(error)
  return Object.keys(fields).length > 0 ? fields : { form: message }
}
