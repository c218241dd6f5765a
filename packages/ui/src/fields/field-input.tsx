import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/NumberInput.css'
import '@mantine/core/styles/Radio.css'
import { Group, MultiSelect, NumberInput, Radio, Select, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { FieldType } from '@registry/domain/fields/field-definition'
import type { Language } from '@registry/domain/language'
import { type ComponentType, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { DateField } from './date-field.tsx'

/** A field's value on screen: dates as ISO days, a list as the id chosen, an empty field as null. */
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
}

const emptyToNull = (text: string): string | null => (text === '' ? null : text)
const labelled = ({ label, unit }: FieldInputProps): string => (unit === undefined ? label : `${label} (${unit})`)
const choices = (options: FieldInputProps['options']) => (options ?? []).map(({ id, label }) => ({ value: id, label }))
const shared = (props: FieldInputProps) => ({
  id: props.id,
  label: labelled(props),
  description: props.hint,
  error: props.error,
  withAsterisk: props.required === true,
})

const StringInput = (props: FieldInputProps) => (
  <TextInput
    {...shared(props)}
    value={typeof props.value === 'string' ? props.value : ''}
    onChange={(event) => props.onChange(emptyToNull(event.currentTarget.value))}
  />
)

const decimalMarks = { it: ',', en: '.' } as const satisfies Record<Language, string>

const numberOf = (typed: string | number): number | null => {
  const number = typed === '' ? Number.NaN : Number(typed)
  return Number.isNaN(number) ? null : number
}

/** Decimals are read with comma or point and shown as the language writes them; what is being typed stays as it stands until the field is left. */
const numberInput = (allowDecimal: boolean) => (props: FieldInputProps) => {
  const { language } = useLanguage()
  const [typed, setTyped] = useState<string | number>()
  const type = (value: string | number): void => {
    setTyped(value)
    props.onChange(numberOf(value))
  }
  return (
    <NumberInput
      {...shared(props)}
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

const DateInput = (props: FieldInputProps) => (
  <DateField {...shared(props)} value={typeof props.value === 'string' ? props.value : null} onChange={props.onChange} />
)

const BooleanInput = (props: FieldInputProps) => {
  const { t } = useLingui()
  return (
    <Radio.Group
      {...shared(props)}
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

const ListInput = (props: FieldInputProps) => {
  const { t } = useLingui()
  return (
    <Select
      {...shared(props)}
      data={choices(props.options)}
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

const MultilistInput = (props: FieldInputProps) => {
  const { t } = useLingui()
  return (
    <MultiSelect
      {...shared(props)}
      data={choices(props.options)}
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
  integer: numberInput(false),
  float: numberInput(true),
  date: DateInput,
  boolean: BooleanInput,
  choice: ListInput,
  choices: MultilistInput,
} as const satisfies Record<FieldType, ComponentType<FieldInputProps>>

/** The input of a dictionary field by its type; a new type does not compile until it has one here (D13). */
export const FieldInput = ({ type, ...props }: FieldInputProps & { readonly type: FieldType }) => {
  const Input = inputs[type]
  return <Input {...props} />
}
