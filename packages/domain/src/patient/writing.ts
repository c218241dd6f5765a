import type { ErrorCode } from '../error-messages.ts'
import type { Block } from '../fields/field-definition.ts'

/** The consents that open a patient's blocks to the centre; `withdrawal` is the choice of D8, `null` while consents are in force. */
export type WritingConsents = {
  readonly personal: boolean | null
  readonly medical: boolean | null
  readonly withdrawal: 'v1' | 'v2' | 'v3' | null
}

/** RULE-36 and D5: why nothing may be written to a block, if so. A file's row for such a patient is counted ko. */
export const findWriteError = (block: Block, { personal, medical, withdrawal }: WritingConsents): ErrorCode | undefined => {
  if (withdrawal !== null) return 'consent_withdrawn'
  if (block === 'PATIENT') return personal === true ? undefined : 'consent_personal_missing'
  return medical === true ? undefined : 'consent_medical_missing'
}
