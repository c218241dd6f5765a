import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { describeFailure, toRequestError } from '../request-error.ts'
import { fieldId } from './field-id.ts'
import { findRemainingErrors, type FormErrors } from './resolved-errors.ts'

const listFound = (errors: FormErrors): FormErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined))

/**
 * The errors of a form. A rejected form shows its errors, and each one disappears as soon as it is resolved (REQ-UI-21). Typing adds no
 * error. `useForm` holds the values too. A form with values elsewhere, such as a draft's answers, uses this part alone.
 */
export const useFieldErrors = <Values extends object>(values: Values, validate: (values: Values) => FormErrors) => {
  const [errors, storeErrors] = useState<FormErrors>({})
  const checked = useRef(values)
  useEffect(() => {
    const before = checked.current
    checked.current = values
    if (before === values || Object.keys(errors).length === 0) return
    const remaining = findRemainingErrors({ errors, foundBefore: validate(before), found: validate(values), before, values })
    if (Object.keys(remaining).length < Object.keys(errors).length) storeErrors(remaining)
  }, [values, errors, validate])
  return {
    errors,
    setErrors: (found: FormErrors): void => storeErrors(listFound(found)),
    /** Shows the errors that the rules of the form find; true when there is none. */
    check: (current: Values = values): boolean => {
      const found = listFound(validate(current))
      storeErrors(found)
      return Object.keys(found).length === 0
    },
    /** Connects an input with its error and with the links of `ErrorSummary`. */
    field: (name: string) => ({ id: fieldId(name), name, error: errors[name] }),
  }
}

type Input<Values> = {
  readonly initialValues: Values
  /** The errors of the values by field; `form` is the error of no single field. */
  readonly validate: (values: Values) => FormErrors
}

/** The names of the values of one type. */
type NamesOf<Values, Type> = { [Name in keyof Values]: Values[Name] extends Type ? Name : never }[keyof Values] & string

/** Values, errors and submission of a form, with the properties of its inputs. */
export const useForm = <Values extends Record<string, unknown>>({ initialValues, validate }: Input<Values>) => {
  const [values, storeValues] = useState(initialValues)
  const latest = useRef(initialValues)
  const [submitting, setSubmitting] = useState(false)
  const shown = useFieldErrors(values, validate)
  const change = (part: Readonly<Record<string, unknown>>): void => {
    latest.current = { ...latest.current, ...part }
    storeValues(latest.current)
  }
  return {
    ...shown,
    values,
    /** The values after the last change, even before the next render. */
    getValues: (): Values => latest.current,
    setValues: (part: Partial<Values>): void => change(part),
    setFieldValue: <Name extends keyof Values & string>(name: Name, value: Values[Name]): void => change({ [name]: value }),
    reset: (): void => {
      change(initialValues)
      shown.setErrors({})
    },
    getInputProps: (name: NamesOf<Values, string>) => ({
      ...shown.field(name),
      value: String(values[name]),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void => change({ [name]: event.currentTarget.value }),
    }),
    getCheckboxProps: (name: NamesOf<Values, boolean>) => ({
      ...shown.field(name),
      checked: values[name] === true,
      onChange: (event: ChangeEvent<HTMLInputElement>): void => change({ [name]: event.currentTarget.checked }),
    }),
    /** True if the values differ from the first ones. */
    isDirty: (): boolean => JSON.stringify(values) !== JSON.stringify(initialValues),
    submitting,
    /** Calls `handle` when the rules find no error. `submitting` is true until it ends. */
    onSubmit: (handle: (values: Values) => unknown) => (): void => {
      if (!shown.check(latest.current)) return
      setSubmitting(true)
      void Promise.resolve(handle(latest.current)).finally(() => setSubmitting(false))
    },
  }
}

/** The errors of a failed request: those of its fields, else one sentence about the whole. */
export const toFormErrors = (error: unknown): FormErrors => {
  const { fields } = toRequestError(error)
  return Object.keys(fields).length > 0 ? fields : { form: describeFailure(error) }
}
