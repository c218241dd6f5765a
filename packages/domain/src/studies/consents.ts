/** The partners of a study, from its type (reference table svc_clinical_study_type). */
export type StudyPartners = { readonly extraeu: boolean; readonly f: boolean; readonly p_db: boolean }

/** The consents that a study can need, with their legacy names. */
export const studyConsents = ['c_db_m', 'c_extraeu', 'c_f', 'c_p_db'] as const
export type StudyConsent = (typeof studyConsents)[number]

/** Returns the consents that a Yes answer requires: medical data always, the others by the partners of the study (REQ-STU-07). */
export const listNeededConsents = ({ extraeu, f, p_db: publicDatabases }: StudyPartners): readonly StudyConsent[] => {
  const needed: Readonly<Record<StudyConsent, boolean>> = { c_db_m: true, c_extraeu: extraeu, c_f: f, c_p_db: publicDatabases }
  return studyConsents.filter((consent) => needed[consent])
}

/** Returns the needed consents that the patient has not given. */
export const listMissingConsents = (
  partners: StudyPartners,
  given: Readonly<Record<StudyConsent, boolean | null>>,
): readonly StudyConsent[] => listNeededConsents(partners).filter((consent) => given[consent] !== true)
