import type { ErrorCode } from '../error-messages.ts'
import type { DataDomain } from '../fields/field-definition.ts'

/** The consents for the two data domains. `withdrawal` is the choice of a withdrawn patient, otherwise `null`. */
export type WritingConsents = {
  readonly personal: boolean | null
  readonly medical: boolean | null
  readonly withdrawal: 'v1' | 'v2' | 'v3' | null
}

/** Returns the reason why a data domain may not be written, if any (RULE-36, REQ-CON-11). An import reports such a row as ko. */
export const findWriteError = (dataDomain: DataDomain, { personal, medical, withdrawal }: WritingConsents): ErrorCode | undefined => {
  if (withdrawal !== null) return 'consent_withdrawn'
  if (dataDomain === 'PATIENT') return personal === true ? undefined : 'consent_personal_missing'
  return medical === true ? undefined : 'consent_medical_missing'
}
