/** The settings of guardians and minors, with their defaults (REQ-GRD-07). */
export const guardianSettings = {
  guardian_signatures: '2',
  assent_age: '12',
  assent_blocks: 'true',
  majority_grace_days: '90',
  minor_sees_record_age: '14',
  guardian_sees_from_14: 'all',
} as const

/** Centre and guardians are told this long before the 18th birthday (REQ-GRD-09). */
export const majorityNoticeMonths = 3

/** A centre carries out the guardians' request to anonymise or erase a patient after these days, in which they can take it back (REQ-GRD-12). */
export const withdrawalRequestDays = 14
