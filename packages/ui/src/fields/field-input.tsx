import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/NumberInput.css'
import '@mantine/core/styles/Radio.css'
import { Button, Group, MultiSelect, NumberInput, Radio, Select, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { FieldType } from '@registry/domain/fields/field-definition'
import type { Language } from '@registry/domain/language'
import { type ComponentType, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { DateField } from './date-field.tsx'

/** A field's value in a form: a date is an ISO day, a choice an id, an empty field null. */
export type FieldValue = string | number | boolean | readonly string[] | null
export type FieldOption = { readonly id: string; readonly label: string }

export type FieldInputProps = {
  readonly id: string
  readonly label: string
  readonly value: FieldValue
  readonly onChange: (value: FieldValue) => void
  readonly options?: readonly FieldOption[]
  readonly unit?: string | undefined
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly required?: boolean
  /** A date field refuses days after today in its calendar. */
  readonly noFutureDays?: boolean
  /** The accessible name of the button that empties a yes-no field. Without one the field cannot be emptied. */
  readonly clearLabel?: string | undefined
}

const emptyToNull = (text: string): string | null => (text === '' ? null : text)
const formatLabel = ({ label, unit }: FieldInputProps): string => (unit === undefined ? label : `${label} (${unit})`)
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

const decimalMarks = { it: ',', en: '.' } as const satisfies Record<Language, string>

const parseNumber = (typed: string | number): number | null => {
  const number = typed === '' ? Number.NaN : Number(typed)
  return Number.isNaN(number) ? null : number
}

/** Reads a decimal comma or point, and shows the mark of the language. The typed text stays unchanged until the field loses the focus. */
const createNumberInput = (allowDecimal: boolean) => (props: FieldInputProps) => {
  const { language } = useLanguage()
  const [typed, setTyped] = useState<string | number>()
  const type = (value: string | number): void => {
    setTyped(value)
    props.onChange(parseNumber(value))
  }
  return (
    <NumberInput
      {...inputProps(props)}
      hideControls
      allowDecimal={allowDecimal}
      decimalSeparator={decimalMarks[language]}
      allowedDecimalSeparators={['.', ',']}
      value={typed ?? (typeof props.value === 'number' ? props.value : '')}
      onChange={type}
      onBlur={() => setTyped(undefined)}
    />
  )
}

/** Today in the browser as an ISO day, which is how Swedish writes one. */
const formatToday = (): string => new Date().toLocaleDateString('sv-SE')

const DateInput = (props: FieldInputProps) => (
  <DateField
    {...inputProps(props)}
    {...(props.noFutureDays === true && { maxDate: formatToday() })}
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
        {props.clearLabel !== undefined && typeof props.value === 'boolean' && (
          <Button variant="subtle" color="blue" size="compact-sm" aria-label={props.clearLabel} onClick={() => props.onChange(null)}>
            {t`Svuota`}
          </Button>
        )}
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
  integer: createNumberInput(false),
  float: createNumberInput(true),
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
