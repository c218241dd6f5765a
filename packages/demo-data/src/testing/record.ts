import type { PatientRecord } from '@registry/domain/fields/values'
import type { DemoPatient } from '../patient.ts'

/** Returns a patient's record as the centre sees it with every consent. */
export const buildRecord = ({ identity, centreCode, personal, medical }: DemoPatient): PatientRecord => ({
  center_code: centreCode,
  CENTER_ID: identity.centrePatientCode,
  SURNAME: identity.surname,
  NAME: identity.name,
  login_mode: identity.loginMode,
  email: identity.email ?? null,
  mobile: identity.mobile?.number ?? null,
  mobile_prefix: identity.mobile?.prefix ?? null,
  ...personal,
  ...medical,
})
