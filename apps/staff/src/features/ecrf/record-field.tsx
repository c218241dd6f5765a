import { VisuallyHidden } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import type { RecordChoices } from '@registry/api-contract/ecrf'
import { findField, type Field, type FieldName } from '@registry/domain/fields/dictionary'
import { parseMissingCell } from '@registry/domain/fields/missing'
import { formatUnit } from '@registry/domain/fields/units'
import { holdsValue } from '@registry/domain/rules/applies'
import { FieldInput } from '@registry/ui/fields/field-input.tsx'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { IconAlertTriangle, IconInfoCircle, IconMessageQuestion } from '@tabler/icons-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { FieldHelp } from './field-help.tsx'
import { MissingReasonSelect } from './missing-reason.tsx'
import { useRecord } from './record-context.ts'
import { useValueText } from '../../app/use-value-text.ts'
import { useValueSource } from './use-value-source.ts'
import classes from './record-field.module.css'

const FieldPanel = lazy(() => import('./field-panel.tsx'))

/** Whether a field applies, or holds a value all the same. The form shows it then (REQ-CRF-18). */
export const useIsShown = (name: FieldName): boolean => {
  const { store, applicability } = useRecord()
  return useSyncExternalStore(store.subscribe, () => applicability.appliesTo(name, store.record()) || holdsValue(name, store.record()))
}

/** The value of a field, and the error and warning of its check since a person left it. */
export const useFieldState = (name: FieldName) => {
  const { store, leftFields } = useRecord()
  const formatError = useErrorMessage()
  const value = useSyncExternalStore(store.subscribe, () => store.get(name))
  const { error, warning } = useSyncExternalStore(leftFields.subscribe, () => leftFields.find(name))
  return { value, error: error && formatError(error), warning: warning && formatError(warning) }
}

/** The value that the dictionary proposes for a field: that of another field, while this one has none. */
export const Proposal = ({ field }: { readonly field: Field }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { store, choices, change } = useRecord()
  const showValue = useValueText(choices)
  const source = findField(field.proposedFrom ?? '')
  const proposed = useSyncExternalStore(store.subscribe, () => (source && store.get(field.name) === null ? store.get(source.name) : null))
  if (!source || typeof proposed !== 'number') return null
  const [value, label] = [showValue(source.name, proposed), source.label[language]]
  return (
    <button type="button" className={classes.proposal} onClick={() => change(field.name, proposed)}>
      {t`Usa ${value} (${label})`}
    </button>
  )
}

type ToolsProps = {
  readonly field: Field
  readonly label: string
  readonly readOnly: boolean
  readonly isOpen: boolean
  readonly onShow: () => void
  readonly onClose: () => void
}

/** The buttons of a field, and the panel with discrepancies and history that they open. */
export const FieldTools = ({ field, label, readOnly, isOpen, onShow, onClose }: ToolsProps) => {
  const { t } = useLingui()
  const { discrepancies, queries, corrections } = useRecord()
  const open = discrepancies.get(field.name) ?? []
  const count = open.length
  const asked = (queries.get(field.name) ?? []).filter(({ state }) => state !== 'closed').length
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className={classes.info}
        aria-label={t`Informazioni: ${label}`}
        aria-expanded={isOpen}
        onClick={onShow}
      >
        <IconInfoCircle size={16} aria-hidden="true" />
      </button>
      {count > 0 && (
        <button type="button" className={classes.discrepancies} aria-expanded={isOpen} onClick={onShow}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          {plural(count, { one: '# segnalazione', other: '# segnalazioni' })}
          <VisuallyHidden>{`: ${label}`}</VisuallyHidden>
        </button>
      )}
      {asked > 0 && (
        <button type="button" className={classes.discrepancies} aria-expanded={isOpen} onClick={onShow}>
          <IconMessageQuestion size={16} aria-hidden="true" />
          {plural(asked, { one: '# domanda', other: '# domande' })}
          <VisuallyHidden>{`: ${label}`}</VisuallyHidden>
        </button>
      )}
      {(corrections.get(field.name) ?? []).map(({ id, text }) => (
        <StatusBadge key={id} status="waiting" wraps>
          {t`Il paziente chiede: ${text}`}
        </StatusBadge>
      ))}
      {isOpen && (
        <Suspense>
          <FieldPanel field={field} discrepancies={open} readOnly={readOnly} onClose={onClose} />
        </Suspense>
      )}
    </>
  )
}

type FrameProps = {
  readonly field: Field
  readonly label: string
  readonly readOnly: boolean
  /** A row of a list has its input next to the label. */
  readonly layout?: 'row' | 'stack'
  /** The input, with the help that a person reads while it has the focus. */
  readonly children: (help: ReactNode) => ReactNode
}

/**
 * One field with its help, and the panel with discrepancies and history that its button or F1 opens. Losing the focus checks the field
 * (REQ-CRF-19).
 */
export const FieldFrame = ({ field, label, readOnly, layout = 'stack', children }: FrameProps) => {
  const { leave } = useRecord()
  const [isFocused, setFocused] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const returnTo = useRef<HTMLElement>(null)
  const show = (): void => {
    returnTo.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setOpen(true)
  }
  const close = (): void => {
    setOpen(false)
    returnTo.current?.focus()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>): void => {
    // Also on the way to a button of the same field, such as its calendar.
    if (!readOnly) leave(field.name)
    if (currentTarget.contains(relatedTarget)) return
    setFocused(false)
    if (relatedTarget) setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Escape' && isOpen) close()
    if (event.key !== 'F1') return
    event.preventDefault()
    show()
  }
  return (
    <div
      role="presentation"
      className={classes.field}
      data-layout={layout}
      data-panel={isOpen || undefined}
      onFocus={() => setFocused(true)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <fieldset className={classes.inputs} disabled={readOnly}>
        {children(<FieldHelp field={field} isFocused={isFocused} />)}
      </fieldset>
      <FieldTools field={field} label={label} readOnly={readOnly} isOpen={isOpen} onShow={show} onClose={close} />
    </div>
  )
}

type Props = {
  readonly field: Field
  readonly options: RecordChoices[string] | undefined
  readonly error: string | undefined
  readonly isRevealed: boolean
  readonly warning: string | undefined
  /** Whether an empty field asks why its value is missing (REQ-CRF-16). */
  readonly asksReason: boolean
  readonly readOnly: boolean
}

/** One input of the form. It renders only when its value changes, so that a key press renders one input. */
export const RecordField = memo((props: Props) => {
  const isShown = useIsShown(props.field.name)
  return isShown || props.isRevealed || props.error !== undefined ? <ShownField {...props} /> : null
})

const ShownField = ({ field, options, error, warning, asksReason, readOnly }: Props) => {
  const { language } = useLanguage()
  const { change, sources } = useRecord()
  const { showSource } = useValueSource()
  const { name, type, label, unit, required } = field
  const { value, ...found } = useFieldState(name)
  // Several codes are searched by code or word.
  const listed = useMemo(
    () => options?.map((row) => ({ id: row.id, label: type === 'choices' ? `${row.id} ${row.name}` : row.name })),
    [options, type],
  )
  const text = label[language]
  const reason = parseMissingCell(value) ?? undefined
  const canBeMissing = required !== true && (reason !== undefined || (asksReason && value === null))
  const shownWarning = found.warning ?? warning
  const mark = sources[name]
  return (
    <FieldFrame field={field} label={text} readOnly={readOnly}>
      {(help) => (
        <>
          <FieldInput
            type={type}
            id={fieldId(name)}
            label={text}
            hint={help}
            unit={unit === undefined ? undefined : formatUnit(unit, language)}
            value={reason === undefined ? value : null}
            error={error ?? found.error}
            required={required === true}
            noFutureDays
            nonNegative={typeof field.min === 'number' && field.min >= 0}
            {...(listed && { options: listed })}
            onChange={(next) => change(name, next)}
          />
          <div className={classes.extras}>
            {mark && <span className={classes.source}>{showSource(field, mark)}</span>}
            {field.proposedFrom !== undefined && !readOnly && <Proposal field={field} />}
            {canBeMissing && (
              <MissingReasonSelect label={text} reason={reason} readOnly={readOnly} onChoose={(cell) => change(name, cell)} />
            )}
            {shownWarning !== undefined && (
              <StatusBadge status="warning" wraps>
                {shownWarning}
              </StatusBadge>
            )}
          </div>
        </>
      )}
    </FieldFrame>
  )
}
