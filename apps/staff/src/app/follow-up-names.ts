import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FollowUpField } from '@registry/domain/indicators/indicators'

/** Short names of the values that are measured again at intervals (REQ-CRF-12). */
export const followUpNames = {
  FERRITIN_LAST: msg`Ferritina`,
  T2_HEART_LAST: msg`T2* cardiaco`,
  LIC_LAST: msg`LIC`,
  LAST_SEEN: msg`Ultimo contatto`,
} as const satisfies Record<FollowUpField, MessageDescriptor>
