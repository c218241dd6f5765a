import type { PatientRecord } from '@registry/domain/fields/values'
import type { DemoPatient } from '../patient.ts'

/** All that is known of a patient, as a centre with every consent would see it. */
export const recordOf = ({ identity, centreCode, personal, medical }: DemoPatient): PatientRecord => ({
  center_code: centreCode,
  CENTER_ID: identity.centerId,
  SURNAME: identity.surname,
  NAME: identity.name,
  login_mode: identity.loginMode,
  email: identity.email ?? null,
  mobile: identity.mobile?.number ?? null,
  mobile_prefix: identity.mobile?.prefix ?? null,
  ...personal,
  ...medical,
})
