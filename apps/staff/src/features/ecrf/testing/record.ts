import type { ListedPatient, PatientRecordView } from '@registry/api-contract/ecrf'

/** A patient with medical data only, as the list of patients has it. */
export const listedPatient = (code: string): ListedPatient => ({
  code,
  surname: 'ROSSI',
  name: 'ADA',
  personal: false,
  medical: true,
  withdrawn: false,
})

/** The record of such a patient. */
export const medicalRecord = (code: string, values: PatientRecordView['values'] = {}): PatientRecordView => ({
  code,
  surname: 'ROSSI',
  name: 'ADA',
  consents: { personal: false, medical: true },
  withdrawn: false,
  pendingContact: null,
  version: '1.0.2',
  missing: {},
  incidentalFindings: null,
  mailRejectedAt: null,
  lastMri: null,
  values,
})
