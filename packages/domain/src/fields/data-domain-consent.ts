import type { Field } from './dictionary.ts'
import type { FieldTable } from './field-definition.ts'

/** The consents that open the data domains of a record (REQ-CON-11). */
export const dataDomainConsents = ['C_DB_P', 'C_DB_M'] as const
export type DataDomainConsent = (typeof dataDomainConsents)[number]

const consentByTable: Record<FieldTable, DataDomainConsent | undefined> = {
  patient: undefined,
  patient_identity: undefined,
  patient_personal: 'C_DB_P',
  patient_medical: 'C_DB_M',
}

type Shown = Pick<Field, 'table' | 'needsMedical'>

/** Lists the consents that a value of the field needs, none for the consents themselves (REQ-FIL-04). */
export const listFieldConsents = ({ table, needsMedical }: Shown): readonly DataDomainConsent[] => {
  const consent = consentByTable[table]
  return consent ? [consent, ...(needsMedical ? (['C_DB_M'] as const) : [])] : []
}

/** Lists the consents that show the values of these fields. */
export const listDataDomainConsents = (fields: readonly Shown[]): readonly DataDomainConsent[] =>
  dataDomainConsents.filter((consent) => fields.some((field) => listFieldConsents(field).includes(consent)))
