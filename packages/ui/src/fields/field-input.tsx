import { Group, MultiSelect, Radio, Select, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { FieldType } from '@registry/domain/fields/field-definition'
import type { ComponentType, ReactNode } from 'react'
import { getItalianToday } from '../language/format.ts'
import { DateField } from './date-field.tsx'
import { useTypedNumber } from './use-typed-number.ts'

/** A field's value in a form: a date is an ISO day, a choice an id, an empty field null. A date or number that cannot be read is its typed text. */
export type FieldValue = string | number | boolean | readonly string[] | null
export type FieldOption = { readonly id: string; readonly label: string }

export type FieldInputProps = {
  readonly id: string
  readonly label: string
  readonly value: FieldValue
  readonly onChange: (value: FieldValue) => void
  readonly options?: readonly FieldOption[]
  readonly unit?: string | undefined
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly required?: boolean
  /** A number field without negative values can use the number pad of a telephone. */
  readonly nonNegative?: boolean
  /** A date field rejects days after today in its calendar. */
  readonly noFutureDays?: boolean
}

const emptyToNull = (text: string): string | null => (text === '' ? null : text)
/** A score is the unit and the end of the label too. */
const formatLabel = ({ label, unit }: FieldInputProps): string =>
  unit === undefined || label.endsWith(unit) ? label : `${label} (${unit})`
const toSelectData = (options: FieldInputProps['options']) => (options ?? []).map(({ id, label }) => ({ value: id, label }))
const inputProps = (props: FieldInputProps) => ({
  id: props.id,
  label: formatLabel(props),
  description: props.hint,
  error: props.error,
  withAsterisk: props.required === true,
})

const StringInput = (props: FieldInputProps) => (
  <TextInput
    {...inputProps(props)}
    value={typeof props.value === 'string' ? props.value : ''}
    onChange={(event) => props.onChange(emptyToNull(event.currentTarget.value))}
  />
)

/** A number as text. Arrow keys move the cursor and change no value. */
const createNumberInput = (type: 'integer' | 'float') => (props: FieldInputProps) => {
  const { value, nonNegative, unit, onChange } = props
  const number = useTypedNumber({ type, value, percent: unit === '%', nonNegative: nonNegative === true, onChange })
  return (
    <TextInput
      {...inputProps(props)}
      error={props.error ?? number.unreadable}
      inputMode={number.inputMode}
      autoComplete="off"
      value={number.text}
      onChange={({ currentTarget }) => number.onType(currentTarget.value)}
      onBlur={number.onLeave}
    />
  )
}

const DateInput = (props: FieldInputProps) => (
  <DateField
    {...inputProps(props)}
    {...(props.noFutureDays === true && { maxDate: getItalianToday() })}
    value={typeof props.value === 'string' ? props.value : null}
    onChange={props.onChange}
  />
)

const BooleanInput = (props: FieldInputProps) => {
  const { t } = useLingui()
  return (
    <Radio.Group
      {...inputProps(props)}
      value={typeof props.value === 'boolean' ? String(props.value) : null}
      onChange={(value) => props.onChange(value === 'true')}
    >
      <Group gap="lg" mih={36}>
        <Radio value="true" label={t`Sì`} />
        <Radio value="false" label={t`No`} />
      </Group>
    </Radio.Group>
  )
}

const ChoiceInput = (props: FieldInputProps) => {
  const { t } = useLingui()
  return (
    <Select
      {...inputProps(props)}
      data={toSelectData(props.options)}
      value={typeof props.value === 'string' ? props.value : null}
      onChange={props.onChange}
      searchable
      clearable
      nothingFoundMessage={t`Nessuna voce trovata`}
      clearButtonProps={{ 'aria-label': t`Svuota` }}
    />
  )
}

const isList = (value: FieldValue): value is readonly string[] => Array.isArray(value)

const ChoicesInput = (props: FieldInputProps) => {
  const { t } = useLingui()
  return (
    <MultiSelect
      {...inputProps(props)}
      data={toSelectData(props.options)}
      value={isList(props.value) ? [...props.value] : []}
      onChange={(value) => props.onChange(value.length === 0 ? null : value)}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={t`Nessuna voce trovata`}
      clearButtonProps={{ 'aria-label': t`Svuota` }}
    />
  )
}

const inputs = {
  string: StringInput,
  integer: createNumberInput('integer'),
  float: createNumberInput('float'),
  date: DateInput,
  boolean: BooleanInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
} as const satisfies Record<FieldType, ComponentType<FieldInputProps>>

/** The input of a dictionary field by its type. A new type does not compile without an input here (REQ-CRF-01). */
export const FieldInput = ({ type, ...props }: FieldInputProps & { readonly type: FieldType }) => {
  const Input = inputs[type]
  return <Input {...props} />
}
