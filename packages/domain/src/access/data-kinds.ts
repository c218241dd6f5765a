/** The kinds of data that a use can be about. `registration` is the centre, the patient code at the centre and the sign-in mode. */
export const dataKinds = ['registration', 'identity', 'personal', 'medical', 'consents', 'studies', 'questionnaires'] as const
export type DataKind = (typeof dataKinds)[number]

/** Reads that patients see apart, by the command and action of their audit entries (REQ-PAT-14). */
export const readSources = {
  'guardian LIST': 'record',
  'guardian REQUESTS': 'list',
  'e_crf LIST_PATIENTS': 'list',
  'e_crf GET_PATIENT_DATA': 'record',
  'e_crf PUT_PATIENT_DATA': 'record',
  'e_crf CORRECT_REGISTRATION': 'record',
  'e_crf HISTORY': 'record',
  'e_crf PAST': 'record',
  'e_crf PRINT_VISIT': 'record',
  'e_crf SIGNATURES': 'record',
  'e_crf OBSERVATIONS': 'record',
  'discrepancies OF_RECORD': 'record',
  'Corrections OPEN': 'record',
  'MyRecord PRINT': 'record',
  'discrepancies LIST': 'discrepancies',
  'discrepancies QUERIES': 'discrepancies',
  getConsents: 'consents',
  'paper_consent FORM': 'consents',
  'paper_consent SCAN': 'consents',
  'paper_consent OF_PATIENT': 'consents',
  'paper_consent PENDING': 'consents',
  getStudyPatients: 'candidates',
} as const

/**
 * Whether a use is a look at a list of patients, which is counted apart: one person who opens the list often is no frequent reader of a
 * record (REQ-PAT-14).
 */
export const isListRead = ({ source }: { readonly source: string }): boolean => source === 'list'
