import { msg } from '@lingui/core/macro'
import type { Chelator } from '@registry/domain/ecrf/treatments'

export const chelatorTexts = {
  DFO: msg`Deferoxamina`,
  DFP: msg`Deferiprone`,
  DFX: msg`Deferasirox`,
  OTHER: msg`Altro chelante`,
} as const satisfies Record<Chelator, ReturnType<typeof msg>>
