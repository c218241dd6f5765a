import { Select, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { OwnField } from '@registry/domain/patient/own-fields'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import type { ReactNode } from 'react'
import type { Option } from './reference-lists.ts'

type Props = {
  readonly field: OwnField
  readonly label: string
  readonly hint?: string | undefined
  readonly value: string | null
  readonly error: ReactNode
  readonly required?: boolean
  readonly disabled?: boolean
  /** With options, the field is a list that can be searched. */
  readonly options?: readonly Option[]
  readonly onChange: (value: string | null) => void
}

const keyboards = { email: 'email', mobile: 'tel', mobile_prefix: 'tel', telephone: 'tel' } as const satisfies Partial<
  Record<OwnField, string>
>
/** Autofill values of browsers (WCAG 2.2, 1.3.5). */
const autoComplete = {
  email: 'email',
  mobile_prefix: 'tel-country-code',
  mobile: 'tel-national',
  address_town: 'address-level2',
  address_street: 'street-address',
  address_zip: 'postal-code',
} as const satisfies Partial<Record<OwnField, string>>

const has = <T extends object>(table: T, field: PropertyKey): field is keyof T => Object.hasOwn(table, field)

/** The input of one field of the patient: a text, or a searchable list. */
export const OwnFieldInput = ({ field, label, hint, value, error, required = false, disabled = false, options, onChange }: Props) => {
  const { t } = useLingui()
  const shared = { id: fieldId(field), name: field, label, description: hint, error, disabled, size: 'lg', withAsterisk: required } as const
  if (options)
    return (
      <Select
        {...shared}
        data={[...options]}
        value={value}
        onChange={onChange}
        searchable
        clearable={!required}
        nothingFoundMessage={t`Nessuna voce trovata`}
        // A touch target of 48 px, next to the text.
        clearButtonProps={{ 'aria-label': t`Svuota`, size: '48px' }}
        rightSectionWidth={48}
      />
    )
  return (
    <TextInput
      {...shared}
      value={value ?? ''}
      inputMode={has(keyboards, field) ? keyboards[field] : 'text'}
      autoComplete={has(autoComplete, field) ? autoComplete[field] : 'off'}
      autoCapitalize={field === 'legal_id' ? 'characters' : 'none'}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    />
  )
}
