import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { RecordChoices } from '@registry/api-contract/ecrf'
import type { Field } from '@registry/domain/fields/dictionary'
import { formatMissingCell, isMissingReason, missingReasonLabels, missingReasons, parseMissingCell } from '@registry/domain/fields/missing'
import { formatUnit } from '@registry/domain/fields/units'
import { FieldInput } from '@registry/ui/fields/field-input.tsx'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { memo, useMemo, useSyncExternalStore } from 'react'
import type { RecordStore } from './record-store.ts'
import classes from './ecrf.module.css'

type Props = {
  readonly field: Field
  readonly store: RecordStore
  readonly options: RecordChoices[string] | undefined
  readonly error: string | undefined
  readonly warning: string | undefined
  /** Whether an empty field asks why its value is missing (REQ-CRF-16). */
  readonly asksReason: boolean
  readonly readOnly: boolean
}

/** One input of the form. It renders only when its value changes, so that a key press renders one input. */
export const RecordField = memo(({ field, store, options, error, warning, asksReason, readOnly }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { name, type, label, hint, unit, required } = field
  const value = useSyncExternalStore(store.subscribe, () => store.get(name))
  // Several codes are searched by code or word.
  const listed = useMemo(
    () => options?.map((row) => ({ id: row.id, label: type === 'choices' ? `${row.id} ${row.name}` : row.name })),
    [options, type],
  )
  const text = label[language]
  const reason = parseMissingCell(value) ?? undefined
  const canBeMissing = required !== true && (reason !== undefined || (asksReason && value === null))
  return (
    <fieldset className={classes.field} disabled={readOnly}>
      <FieldInput
        type={type}
        id={fieldId(name)}
        label={text}
        hint={hint?.[language]}
        unit={unit === undefined ? undefined : formatUnit(unit, language)}
        value={reason === undefined ? value : null}
        error={error}
        required={required === true}
        noFutureDays
        nonNegative={typeof field.min === 'number' && field.min >= 0}
        clearLabel={t`Svuota ${text}`}
        {...(listed && { options: listed })}
        onChange={(next) => store.set(name, next)}
      />
      {canBeMissing && (
        <NativeSelect
          size="xs"
          aria-label={t`Perché manca: ${text}`}
          value={reason ?? ''}
          data={[
            { value: '', label: t`Nessun motivo indicato` },
            ...missingReasons.map((one) => ({ value: one, label: missingReasonLabels[one][language] })),
          ]}
          onChange={({ currentTarget: { value: chosen } }) => store.set(name, isMissingReason(chosen) ? formatMissingCell(chosen) : null)}
        />
      )}
      {warning !== undefined && (
        <StatusBadge status="waiting" wraps>
          {warning}
        </StatusBadge>
      )}
    </fieldset>
  )
})
