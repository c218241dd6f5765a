import { type FormErrors, useForm as useMantineForm, type UseFormInput } from '@mantine/form'
import { describeFailure, toRequestError } from '../request-error.ts'
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

/** The errors of a failed request: those of its fields, else one sentence about the whole. */
export const toFormErrors = (error: unknown): FormErrors => {
  const { fields } = toRequestError(error)
  return Object.keys(fields).length > 0 ? fields : { form: describeFailure(error) }
}
