import { parseMissingCell } from '@registry/domain/fields/missing'
import type { Field } from '@registry/domain/fields/dictionary'
import { formatUnit } from '@registry/domain/fields/units'
import { useTypedNumber } from '@registry/ui/fields/use-typed-number.ts'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { type ClipboardEventHandler, type KeyboardEventHandler, memo } from 'react'
import { MissingReasonSelect } from './missing-reason.tsx'
import { useRecord } from './record-context.ts'
import { useFieldState } from './record-field.tsx'
import classes from './value-table.module.css'

type Props = {
  readonly field: Field
  /** The title of the column, which precedes the messages of the cell and is above the input on a phone. */
  readonly column: string
  /** The ids of what describes the cell: the source of its row, and the help of the cell with the focus. */
  readonly helpId: string
  readonly error: string | undefined
  readonly warning: string | undefined
  readonly asksReason: boolean
  readonly readOnly: boolean
  readonly onFocus: (field: Field) => void
  readonly onHelp: () => void
  readonly onKeyDown: KeyboardEventHandler<HTMLInputElement>
  readonly onPaste: ClipboardEventHandler<HTMLInputElement>
}

/** A number in a table of the form. It renders only when its value changes, so that a key renders one input. */
export const ValueCell = memo(
  ({ field, column, helpId, error, warning, asksReason, readOnly, onFocus, onHelp, onKeyDown, onPaste }: Props) => {
    const { language } = useLanguage()
    const { name, unit, min } = field
    const { change, leave, discrepancies } = useRecord()
    const { value, ...found } = useFieldState(name)
    const reason = parseMissingCell(value) ?? undefined
    const number = useTypedNumber({
      type: field.type === 'integer' ? 'integer' : 'float',
      value: reason === undefined ? value : null,
      percent: unit === '%',
      nonNegative: typeof min === 'number' && min >= 0,
      onChange: (next) => change(name, next),
    })
    const id = fieldId(name)
    const label = field.label[language]
    const shownError = error ?? found.error ?? number.unreadable
    const shownWarning = found.warning ?? warning
    const hasMessage = shownError !== undefined || shownWarning !== undefined
    const messageId = `${id}-message`
    return (
      <td className={classes.cell}>
        <div className={classes.input}>
          <span className={classes.inputLabel} aria-hidden="true">
            {column}
          </span>
          <input
            id={id}
            className={classes.value}
            aria-label={unit === undefined ? label : `${label} (${formatUnit(unit, language)})`}
            aria-invalid={shownError !== undefined}
            aria-describedby={hasMessage ? `${messageId} ${helpId}` : helpId}
            data-warning={shownWarning !== undefined || undefined}
            data-discrepancy={discrepancies.has(name) || undefined}
            disabled={readOnly}
            inputMode={number.inputMode}
            autoComplete="off"
            value={number.text}
            onChange={({ currentTarget }) => number.onType(currentTarget.value)}
            onFocus={() => onFocus(field)}
            onBlur={() => {
              number.onLeave()
              if (!readOnly) leave(name)
            }}
            onKeyDown={(event) => {
              onKeyDown(event)
              if (event.key !== 'F1') return
              event.preventDefault()
              onHelp()
            }}
            onPaste={onPaste}
          />
          {(reason !== undefined || (asksReason && value === null)) && (
            <MissingReasonSelect label={label} reason={reason} readOnly={readOnly} onChoose={(cell) => change(name, cell)} />
          )}
        </div>
        {hasMessage && (
          <div id={messageId} className={classes.message}>
            {shownError !== undefined && <p className={classes.error}>{`${column}: ${shownError}`}</p>}
            {shownWarning !== undefined && (
              <StatusBadge status="warning" wraps>
                {`${column}: ${shownWarning}`}
              </StatusBadge>
            )}
          </div>
        )}
      </td>
    )
  },
)
