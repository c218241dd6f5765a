import type { FieldName, SectionName } from '../fields/dictionary.ts'

/** The fields that every record should have, by section (REQ-CRF-12). */
export const minimumSet = {
  'Personal Data': ['DOB', 'SEX'],
  Misc: ['STATUS', 'WEIGHT'],
  Diagnosis: ['DIAGNOSIS', 'GENOTYPE', 'FENOTYPE'],
  Transfusion: ['TT', 'TT_ONGOING'],
  Chelation: ['ICT_TYPE'],
  Laboratory: ['HB_LAST', 'FERRITIN_LAST', 'CREATININE_LAST'],
  Instrumental: ['LIC_LAST', 'T2_HEART_LAST'],
} as const satisfies Readonly<Partial<Record<SectionName, readonly FieldName[]>>>
export type MinimumSection = keyof typeof minimumSet
export const minimumSections = Object.keys(minimumSet).filter((name): name is MinimumSection => name in minimumSet)

/**
 * What is done again at intervals: values that are measured, and the contact with the patient (REQ-COH-09). Each has the task of the work
 * list that finds who is overdue, and the setting of the interval in months with its default. An operator changes it.
 */
export const followUps = {
  FERRITIN_LAST: { task: 'overdue-ferritin', setting: 'overdue_months_ferritin', months: 3 },
  T2_HEART_LAST: { task: 'overdue-t2-heart', setting: 'overdue_months_t2_heart', months: 24 },
  LIC_LAST: { task: 'overdue-lic', setting: 'overdue_months_lic', months: 24 },
  LAST_SEEN: { task: 'not-seen', setting: 'overdue_months_last_seen', months: 15 },
} as const satisfies Readonly<
  Partial<Record<FieldName | 'LAST_SEEN', { readonly task: string; readonly setting: string; readonly months: number }>>
>
export type FollowUpField = keyof typeof followUps
export const followUpFields = Object.keys(followUps).filter((name): name is FollowUpField => name in followUps)

export const followUpSettings: Readonly<Record<string, string>> = Object.fromEntries(
  followUpFields.map((name) => [followUps[name].setting, String(followUps[name].months)]),
)

const maxMonths = 120
/** Reads the interval of a setting in whole months. A missing or wrong setting gives the default. */
export const parseMonths = (field: FollowUpField, stored: string | undefined): number => {
  const months = /^\d{1,3}$/.test(stored ?? '') ? Number(stored) : 0
  return months >= 1 && months <= maxMonths ? months : followUps[field].months
}

export const consentSteps = ['answered', 'personal', 'medical'] as const
export type ConsentStep = (typeof consentSteps)[number]

/** The names of the indicators of a centre, each a share of its patients or of their values. */
export const indicatorNames = [
  ...minimumSections.map((section) => `complete ${section}` as const),
  ...followUpFields.map((field) => `overdue ${field}` as const),
  'discrepancies',
  'corrections',
  ...consentSteps.map((step) => `consent ${step}` as const),
] as const
export type IndicatorName = (typeof indicatorNames)[number]
