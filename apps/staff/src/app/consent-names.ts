import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ConsentState } from '@registry/domain/ecrf/work-list'

/** The consents of a patient to the two data domains, in one word. */
export const consentNames = {
  complete: msg`completi`,
  personal: msg`solo anagrafici`,
  medical: msg`solo clinici`,
  none: msg`senza consensi`,
  withdrawn: msg`ritirati`,
} as const satisfies Record<ConsentState, MessageDescriptor>
