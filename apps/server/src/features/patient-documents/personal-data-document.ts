import type { PersonalData } from '@registry/api-contract/personal-data'
import { formatDay } from '@registry/domain/calendar'
import { getField, type PatientFieldName } from '@registry/domain/fields/dictionary'
import type { Language } from '@registry/domain/language'
import { pdfMessages } from '@registry/domain/messages/pdf'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { findLabel } from '@registry/domain/reference/reference-values'
import type { Messages } from '../../shared/messages.ts'
import type { PdfBlock, PdfContent } from '../../shared/pdf/pdf-content.ts'

type Printed = Exclude<keyof PersonalData, 'version' | 'shared' | 'names'>
type Section = {
  readonly title: keyof (typeof pdfMessages)['personalData']
  readonly fields: readonly (readonly [Printed, PatientFieldName])[]
}

/** The printed fields, in the order of the screen. */
const sections: readonly Section[] = [
  {
    title: 'person',
    fields: [
      ['surname', 'SURNAME'],
      ['name', 'NAME'],
      ['dob', 'DOB'],
      ['legal_id', 'legal_id'],
    ],
  },
  {
    title: 'contacts',
    fields: [
      ['login_mode', 'login_mode'],
      ['email', 'email'],
      ['mobile', 'mobile'],
      ['telephone', 'telephone'],
    ],
  },
  {
    title: 'address',
    fields: [
      ['address_nation', 'address_nation'],
      ['address_area', 'address_area'],
      ['address_town', 'address_town'],
      ['address_street', 'address_street'],
      ['address_zip', 'address_zip'],
    ],
  },
  {
    title: 'birth',
    fields: [
      ['lob_nation', 'lob_nation'],
      ['lob_region', 'lob_region'],
    ],
  },
]

/** An empty field is printed as a dash, so that it does not look like a missing line. */
const noValue = '–'

type Sources = { readonly messages: Messages; readonly language: Language }

/** Builds the printed personal data of a patient (REQ-PAT-12). */
export const buildPersonalDataDocument = (data: PersonalData, { messages, language }: Sources): PdfContent => {
  const formatValue = (key: Printed): string => {
    const value = data[key]
    if (value === null) return noValue
    if (key === 'name' || key === 'surname') return formatPersonName(value)
    if (key === 'dob') return formatDay(value)
    if (key === 'mobile') return `${data.mobile_prefix ?? ''} ${value}`.trim()
    const names = data.names[key]
    return names ? findLabel({ id: value, ...names }, language) : value
  }
  const texts = pdfMessages.personalData
  return {
    language,
    title: messages.format(texts.title, language),
    blocks: sections.flatMap(({ title, fields }): readonly PdfBlock[] => [
      { type: 'heading', text: messages.format(texts[title], language) },
      { type: 'values', rows: fields.map(([key, name]) => [getField(name).label[language], formatValue(key)] as const) },
    ]),
  }
}
