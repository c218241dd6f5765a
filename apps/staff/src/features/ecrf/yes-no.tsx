import { useLingui } from '@lingui/react/macro'
import type { Field } from '@registry/domain/fields/dictionary'
import { parseMissingCell } from '@registry/domain/fields/missing'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { memo } from 'react'
import { MissingReasonSelect } from './missing-reason.tsx'
import { useRecord } from './record-context.ts'
import { FieldFrame, useFieldState, useIsShown } from './record-field.tsx'
import classes from './yes-no.module.css'

type Props = {
  readonly field: Field
  readonly error: string | undefined
  readonly isRevealed: boolean
  readonly warning: string | undefined
  readonly asksReason: boolean
  readonly readOnly: boolean
  /** In a list the answer is next to the label; between other fields it is below. */
  readonly layout: 'row' | 'stack'
}

/** An answer as three small buttons: Yes, No, and `?` for no value. It renders only when its own value changes (REQ-CRF-20). */
export const YesNo = memo((props: Props) => {
  const isShown = useIsShown(props.field.name)
  return isShown || props.isRevealed || props.error !== undefined ? <ShownYesNo {...props} /> : null
})

const ShownYesNo = ({ field, error, warning, asksReason, readOnly, layout }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { change } = useRecord()
  const { name } = field
  const { value, ...found } = useFieldState(name)
  const reason = parseMissingCell(value) ?? undefined
  const [shownError, shownWarning] = [error ?? found.error, found.warning ?? warning]
  const hasMessage = shownError !== undefined || shownWarning !== undefined
  const id = fieldId(name)
  const label = field.label[language]
  const answers = [
    { answer: true, text: t`Sì`, answerLabel: undefined },
    { answer: false, text: t`No`, answerLabel: undefined },
    { answer: null, text: '?', answerLabel: t`Non noto` },
  ]
  return (
    <FieldFrame field={field} label={label} readOnly={readOnly} layout={layout}>
      {(help) => (
        <>
          <div
            id={id}
            role="radiogroup"
            tabIndex={-1}
            aria-labelledby={`${id}-label`}
            aria-describedby={hasMessage ? `${id}-help ${id}-message` : `${id}-help`}
            aria-invalid={shownError !== undefined}
            className={classes.group}
            data-layout={layout}
          >
            <span id={`${id}-label`} className={classes.label}>
              {label}
            </span>
            <span className={classes.answers}>
              {answers.map(({ answer, text, answerLabel }) => (
                <label key={text} className={classes.answer}>
                  <input
                    type="radio"
                    name={id}
                    aria-label={answerLabel}
                    checked={typeof value === 'boolean' ? value === answer : answer === null}
                    onChange={() => change(name, answer)}
                  />
                  <span>{text}</span>
                </label>
              ))}
            </span>
          </div>
          <div id={`${id}-help`} className={classes.help}>
            {help}
          </div>
          <div className={classes.extras}>
            {(reason !== undefined || (asksReason && value === null)) && (
              <MissingReasonSelect label={label} reason={reason} readOnly={readOnly} onChoose={(cell) => change(name, cell)} />
            )}
            {hasMessage && (
              <div id={`${id}-message`}>
                {shownError !== undefined && <p className={classes.error}>{shownError}</p>}
                {shownWarning !== undefined && (
                  <StatusBadge status="warning" wraps>
                    {shownWarning}
                  </StatusBadge>
                )}
              </div>
            )}
          </div>
        </>
      )}
    </FieldFrame>
  )
}
