import { type FormErrors, useForm as useMantineForm, type UseFormInput } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { describeFailure, toRequestError } from '../request-error.ts'
import { fieldId } from './field-id.ts'
import { findRemainingErrors } from './mended-errors.ts'

type Input<Values extends Record<string, unknown>> = Omit<UseFormInput<Values>, 'validate'> & {
  /** The errors of the values by field; `form` is the error of no single field. */
  readonly validate: (values: Values) => FormErrors
}

/**
 * A form of `@mantine/form`. A refused form shows its errors, and each one disappears as soon as it is mended (REQ-UI-21). Typing adds
 * no error.
 */
export const useForm = <Values extends Record<string, unknown>>(input: Input<Values>) => {
  const form = useMantineForm<Values>({
    clearInputErrorOnChange: false,
    enhanceGetInputProps: ({ field }) => ({ id: fieldId(String(field)), name: field }),
    ...input,
  })
  const checked = useRef(form.values)
  const { errors, values, setErrors } = form
  useEffect(() => {
    const before = checked.current
    checked.current = values
    if (before === values) return
    const remaining = findRemainingErrors({ errors, found: input.validate(values), before, values })
    if (Object.keys(remaining).length < Object.keys(errors).length) setErrors(remaining)
  }, [values, errors, setErrors, input])
  return form
}

/** The errors of a failed request: those of its fields, else one sentence about the whole. */
export const toFormErrors = (error: unknown): FormErrors => {
  const { fields } = toRequestError(error)
  return Object.keys(fields).length > 0 ? fields : { form: describeFailure(error) }
}
