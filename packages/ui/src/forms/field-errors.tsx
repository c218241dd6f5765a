import { Trans } from '@lingui/react/macro'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './forms.module.css'

/** What is wrong with a form, by field; `form` is what concerns no single field. */
export type FieldErrorsState<Name extends string> = Partial<Record<Name | 'form', string>>

const fieldId = (name: string): string => `field-${name}`

/** The faults of one form: `field(name)` ties an input to its fault, `refuse` shows new ones, `ErrorSummary` lists them. */
export const useFieldErrors = <Name extends string>() => {
  const [errors, setFaults] = useState<FieldErrorsState<Name>>({})
  return {
    faults: errors,
    field: (name: Name) => ({ id: fieldId(name), name, error: errors[name] }),
    /** Shows the faults given, and says whether there were any. */
    refuse: (found: FieldErrorsState<Name>): boolean => {
      setFaults(found)
      return Object.values(found).some((text) => text !== undefined)
    },
    accept: (): void => setFaults({}),
  }
}

type SummaryProps<Name extends string> = { readonly errors: FieldErrorsState<Name> }

/** Stands above a form after it was refused, takes the focus and leads to each field (interface.md, errors). */
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
