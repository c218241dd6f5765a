import { followUpFields, followUps } from '../indicators/indicators.ts'

/** The columns of the list of a centre's patients, in their order (REQ-CRF-21). */
export const workListColumns = [
  'code',
  'name',
  'age',
  'sex',
  'phenotype',
  'updated',
  'completeness',
  'discrepancies',
  'ferritin',
  'mri',
  'signature',
  'consents',
] as const
export type WorkListColumn = (typeof workListColumns)[number]

/**
 * The tasks with a button above the list: no valid signature for the current year, no MRI for 24 months, an alert of the record
 * (REQ-CRF-09), open discrepancies, neither a contact nor a guardian (REQ-GRD-01), an 18th birthday within months (REQ-GRD-09).
 */
export const workListButtons = ['signature', 'mri', 'alerts', 'discrepancies', 'unreachable', 'coming-of-age'] as const

/** The work that a centre looks for in its list: that of the buttons, or a value to measure again (REQ-CRF-12). */
export const workListTasks = [...workListButtons, ...followUpFields.map((field) => followUps[field].task)] as const
export type WorkListTask = (typeof workListTasks)[number]

/** The id of a phenotype, in an address and in a view: no text that a person writes (REQ-CRF-22). */
export const phenotypeId = /^[A-Z0-9_]{1,20}$/

export type WorkListOrder = { readonly column: WorkListColumn; readonly descending: boolean }

export const consentStates = ['complete', 'personal', 'medical', 'none', 'withdrawn'] as const
export type ConsentState = (typeof consentStates)[number]

/** The consents to the two data domains, in one word. */
export const findConsentState = (consents: {
  readonly personal: boolean
  readonly medical: boolean
  readonly withdrawn: boolean
}): ConsentState => {
  if (consents.withdrawn) return 'withdrawn'
  if (consents.personal && consents.medical) return 'complete'
  if (consents.personal) return 'personal'
  return consents.medical ? 'medical' : 'none'
}

/** The share of the fields that apply and are filled, in whole percent: 100 means all of them. */
export const findShare = (filled: number, total: number): number | undefined =>
  total === 0 ? undefined : Math.floor((filled * 100) / total)
