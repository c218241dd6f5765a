import type { Channel } from '../messages/limits.ts'

/** Recipients and channels of each type of communication. The labels of the types are in `svc_msg_type`. */
type CommunicationKind = {
  readonly audience: 'patients' | 'staff'
  /** Only patients who asked for it receive it. Other types for patients need a consent. */
  readonly byWish: boolean
  readonly channels: readonly Channel[]
}

export const communicationTypes = ['PATIENT_MESSAGE', 'NEWSLETTER', 'STAFF_MESSAGE'] as const
export type CommunicationType = (typeof communicationTypes)[number]

export const communicationKinds = {
  PATIENT_MESSAGE: { audience: 'patients', byWish: false, channels: ['mail', 'sms'] },
  NEWSLETTER: { audience: 'patients', byWish: true, channels: ['mail'] },
  STAFF_MESSAGE: { audience: 'staff', byWish: false, channels: ['mail'] },
} as const satisfies Record<CommunicationType, CommunicationKind>

/** The consents that a message to patients can require. A newsletter requires the patient's subscription instead. */
export const communicationConsents = ['C_DB_P', 'C_DB_M', 'C_S', 'C_EXTRAEU', 'C_P_DB', 'C_F'] as const
export type CommunicationConsent = (typeof communicationConsents)[number]
