import type { Field } from './dictionary.ts'
import type { FieldTable } from './field-definition.ts'

/** The consents that open the blocks of a record (REQ-CON-11). */
export const blockConsents = ['C_DB_P', 'C_DB_M'] as const
export type BlockConsent = (typeof blockConsents)[number]

const consentByTable: Record<FieldTable, BlockConsent | undefined> = {
  patient: undefined,
  patient_identity: undefined,
  patient_personal: 'C_DB_P',
  patient_medical: 'C_DB_M',
}

/** Returns the consent that shows the values of a field. The consents themselves are always visible. */
export const findBlockConsent = ({ table }: Pick<Field, 'table'>): BlockConsent | undefined => consentByTable[table]

/** Lists the consents that show the values of these fields. */
export const listBlockConsents = (fields: readonly Pick<Field, 'table'>[]): readonly BlockConsent[] =>
  blockConsents.filter((consent) => fields.some((field) => findBlockConsent(field) === consent))
