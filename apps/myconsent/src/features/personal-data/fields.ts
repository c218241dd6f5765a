import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { PersonalData, PersonalDataChange } from '@registry/api-contract/personal-data'
import { personalData } from '@registry/domain/fields/sections/personal-data'
import type { Language } from '@registry/domain/language'
import type { OwnField } from '@registry/domain/patient/own-fields'

/** The fields of the page: those that the patient changes, and those that only the centre changes. */
export type ShownField = OwnField | 'surname' | 'name' | 'dob'

const dictionaryNames = { surname: 'SURNAME', name: 'NAME', dob: 'DOB' } as const

/** Returns the label of the dictionary, which forms, files and prints share (decision 0003). */
export const getLabel = (field: ShownField, language: Language): string => {
  const name = isReadOnly(field) ? dictionaryNames[field] : field
  return personalData[name].label[language]
}

type Section = { readonly title: MessageDescriptor; readonly fields: readonly ShownField[] }

/** The sections of the page, in the order of the print. */
export const sections: readonly Section[] = [
  { title: msg({ message: 'Persona', context: 'chi sei' }), fields: ['surname', 'name', 'dob', 'legal_id'] },
  { title: msg`Accesso e recapiti`, fields: ['login_mode', 'email', 'mobile_prefix', 'mobile', 'telephone'] },
  { title: msg`Residenza`, fields: ['address_nation', 'address_area', 'address_town', 'address_street', 'address_zip'] },
  { title: msg`Nascita`, fields: ['lob_nation', 'lob_region'] },
]

export const regionFields = { address_nation: 'address_area', lob_nation: 'lob_region' } as const satisfies Partial<
  Record<OwnField, OwnField>
>
export const nationFields = { address_area: 'address_nation', lob_region: 'lob_nation' } as const satisfies Partial<
  Record<OwnField, OwnField>
>

export type FormValues = PersonalDataChange['values']

/** Returns the values that the form changes. */
export const pickOwnValues = (data: PersonalData): FormValues => ({
  login_mode: data.login_mode,
  email: data.email,
  mobile_prefix: data.mobile_prefix,
  mobile: data.mobile,
  telephone: data.telephone,
  legal_id: data.legal_id,
  address_nation: data.address_nation,
  address_area: data.address_area,
  address_town: data.address_town,
  address_street: data.address_street,
  address_zip: data.address_zip,
  lob_nation: data.lob_nation,
  lob_region: data.lob_region,
})

export const isReadOnly = (field: ShownField): field is 'surname' | 'name' | 'dob' =>
  field === 'surname' || field === 'name' || field === 'dob'
