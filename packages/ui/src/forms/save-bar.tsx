import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconChevronDown, IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { showTime } from '../language/format.ts'
import { useReservedSpace } from '../layout/reserved-space.ts'
import { ErrorSummary } from './field-errors.tsx'
import { FieldLink } from './field-link.tsx'
import classes from './save-bar.module.css'

type Warning = { readonly field: string; readonly message: ReactNode }

type Props = {
  readonly isChanged: boolean
  /** The moment of the last save of this page. */
  readonly savedAt?: Date | undefined
  /** The answer of the last save instead of the plain sentence, such as the changes of other people. */
  readonly note?: ReactNode
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly labels: Readonly<Record<string, string>>
  readonly warnings?: readonly Warning[]
  /** A save that needs an answer first, such as a conflict: its sentence, and the dialog that takes the answer. */
  readonly problem?: { readonly text: string; readonly onOpen: () => void } | undefined
  /** Shows a field before it gets the focus, for example in a closed section. */
  readonly onShowField?: (field: string) => void
  /** Inputs above the buttons, such as the reason of a change. */
  readonly inputs?: ReactNode
  /** The buttons: the save first. */
  readonly children: ReactNode
}

/**
 * The buttons of a long form, always in view at the bottom of the window, and the result of the last save next to them: when it was saved, or
 * the errors and warnings with a link to each field (REQ-UI-21).
 */
export const SaveBar = ({ isChanged, savedAt, note, errors, labels, warnings = [], problem, onShowField, inputs, children }: Props) => {
  const { t } = useLingui()
  const bar = useRef<HTMLDivElement>(null)
  const listId = useId()
  const [openFor, setOpenFor] = useState<readonly Warning[]>()
  // The warnings of another save start closed.
  const isOpen = openFor === warnings
  useReservedSpace('bottom', bar)
  const hasErrors = Object.values(errors).some((message) => message !== undefined)
  return (
    <div ref={bar} className={`${classes.bar} no-print`}>
      <div className={classes.messages}>
        <ErrorSummary errors={errors} labels={labels} {...(onShowField && { onShowField })} />
        {isOpen && (
          <ul id={listId} className={classes.list}>
            {warnings.map(({ field, message }) => (
              <li key={field}>
                <FieldLink name={field} {...(onShowField && { onShow: onShowField })}>
                  {labels[field] ?? field}
                </FieldLink>
                {': '}
                {message}
              </li>
            ))}
          </ul>
        )}
      </div>
      {inputs}
      <div className={classes.row}>
        {children}
        <div role="status" className={classes.state}>
          {problem && (
            <UnstyledButton className={classes.problem} onClick={problem.onOpen}>
              <IconAlertCircle size={18} aria-hidden="true" />
              {problem.text}
              <IconChevronRight size={16} aria-hidden="true" />
            </UnstyledButton>
          )}
          {!problem && !hasErrors && savedAt && !isChanged && (
            <span className={classes.saved}>
              <IconCircleCheck size={18} aria-hidden="true" />
              {t`Dati salvati correttamente`} <time dateTime={savedAt.toISOString()}>{showTime(savedAt)}</time>
            </span>
          )}
          {!problem && !hasErrors && isChanged && <span className={classes.changed}>{t`Modifiche non salvate`}</span>}
          {!problem && !isChanged && note}
        </div>
        {warnings.length > 0 && (
          <UnstyledButton
            className={classes.warnings}
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpenFor(isOpen ? undefined : warnings)}
          >
            <IconAlertTriangle size={18} aria-hidden="true" />
            {t`${plural(warnings.length, { one: '# avviso', other: '# avvisi' })}`}
            {isOpen ? <IconChevronDown size={16} aria-hidden="true" /> : <IconChevronRight size={16} aria-hidden="true" />}
          </UnstyledButton>
        )}
      </div>
    </div>
  )
}
