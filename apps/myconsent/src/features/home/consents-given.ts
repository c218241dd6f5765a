import type { PatientExtras } from '@registry/api-contract/session'

/** True once the general consents were answered: neither c_db nor c_db_p is empty (spec 1, section 4, consents). */
export const consentsGiven = (patient: Pick<PatientExtras, 'c_db' | 'c_db_p'>): boolean => patient.c_db !== null && patient.c_db_p !== null
