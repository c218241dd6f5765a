import { Trans } from '@lingui/react/macro'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './forms.module.css'

/** The error messages of a form by field; `form` is the message of no single field. */
export type FieldErrorsState<Name extends string> = Partial<Record<Name | 'form', string>>

const fieldId = (name: string): string => `field-${name}`

/** The errors of one form: `field(name)` connects an input with its error, `setErrors` shows errors, `ErrorSummary` lists them. */
export const useFieldErrors = <Name extends string>() => {
  const [errors, storeErrors] = useState<FieldErrorsState<Name>>({})
  return {
    errors,
    field: (name: Name) => ({ id: fieldId(name), name, error: errors[name] }),
    /** Shows the errors; true when there is at least one. */
    setErrors: (found: FieldErrorsState<Name>): boolean => {
      storeErrors(found)
      return Object.values(found).some((text) => text !== undefined)
    },
    clearErrors: (): void => storeErrors({}),
  }
}

type SummaryProps<Name extends string> = { readonly errors: FieldErrorsState<Name> }

/** The errors of a refused form: takes the focus and links to each field. */
export const ErrorSummary = <Name extends string>({ errors }: SummaryProps<Name>) => {
  const box = useRef<HTMLDivElement>(null)
  const found = Object.entries<string | undefined>(errors).filter((entry): entry is [string, string] => entry[1] !== undefined)
  useEffect(() => {
    if (Object.keys(errors).length > 0) box.current?.focus()
  }, [errors])
  if (found.length === 0) return null
  return (
    <div ref={box} role="alert" tabIndex={-1} className={classes.summary}>
      <IconAlertCircle size={24} aria-hidden="true" />
      <div>
        <h2 className={classes.summaryTitle}>
          <Trans>Controlla i dati inseriti</Trans>
        </h2>
        <ul className={classes.summaryList}>
          {found.map(([name, text]) => (
            <li key={name}>{name === 'form' ? text : <FieldLink name={name} text={text} />}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const FieldLink = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <a
    href={`#${fieldId(name)}`}
    onClick={(event) => {
      event.preventDefault()
      document.getElementById(fieldId(name))?.focus()
    }}
  >
    {text}
  </a>
)
