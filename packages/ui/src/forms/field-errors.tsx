import { Trans } from '@lingui/react/macro'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useConnectionProblemInPage } from '../connection/connection-problem.ts'
import { getUnreachableMessage } from '../request-error.ts'
import classes from './forms.module.css'
import { FieldLink } from './field-link.tsx'

type SummaryProps = {
  readonly errors: Readonly<Record<string, ReactNode>>
  /** The labels of fields whose messages do not name their field. */
  readonly labels?: Readonly<Record<string, string>>
  /** Shows a field before it gets the focus, for example in a closed section. */
  readonly onShowField?: (name: string) => void
}

/** A question needs no colon. */
const introduce = (label: string): string => (label.endsWith('?') ? `${label} ` : `${label}: `)

const SummaryTitle = ({ count, isUnsent }: { readonly count: number; readonly isUnsent: boolean }) => {
  if (isUnsent) return <Trans>Non è stato possibile inviare i dati</Trans>
  return count === 1 ? <Trans>Controlla i dati inseriti</Trans> : <Trans>Controlla i dati inseriti: {count} errori</Trans>
}

/** The errors of a rejected form: takes the focus and links to each field. */
export const ErrorSummary = ({ errors, labels = {}, onShowField }: SummaryProps) => {
  const box = useRef<HTMLDivElement>(null)
  const found = Object.entries(errors).filter(([, message]) => message !== undefined)
  const isUnsent = typeof errors['form'] === 'string' && errors['form'].includes(getUnreachableMessage())
  useConnectionProblemInPage(isUnsent)
  const shown = useRef(errors)
  useEffect(() => {
    const isResolved = Object.keys(errors).length < Object.keys(shown.current).length
    shown.current = errors
    // While the person mends errors the focus stays in the field.
    if (!isResolved && Object.keys(errors).length > 0) box.current?.focus()
  }, [errors])
  if (found.length === 0) return null
  return (
    <div ref={box} role="alert" tabIndex={-1} className={classes.summary}>
      <IconAlertCircle size={24} aria-hidden="true" />
      <div>
        <h2 className={classes.summaryTitle}>
          <SummaryTitle count={found.length} isUnsent={isUnsent} />
        </h2>
        <ul className={classes.summaryList}>
          {found.map(([name, message]) => (
            <li key={`${name} ${typeof message === 'string' ? message : ''}`}>
              {name === 'form' ? (
                message
              ) : (
                <FieldLink name={name} {...(onShowField && { onShow: onShowField })}>
                  {labels[name] !== undefined && introduce(labels[name])}
                  {message}
                </FieldLink>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
