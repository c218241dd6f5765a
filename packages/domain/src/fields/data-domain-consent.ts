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

/** Returns the consent that shows the values of a field. The consents themselves are always visible. */
export const findDataDomainConsent = ({ table }: Pick<Field, 'table'>): DataDomainConsent | undefined => consentByTable[table]

/** Lists the consents that show the values of these fields. */
export const listDataDomainConsents = (fields: readonly Pick<Field, 'table'>[]): readonly DataDomainConsent[] =>
  dataDomainConsents.filter((consent) => fields.some((field) => findDataDomainConsent(field) === consent))
