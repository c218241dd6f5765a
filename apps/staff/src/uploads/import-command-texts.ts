import { msg } from '@lingui/core/macro'
import type { ImportCommand } from '@registry/domain/imports/columns'

/** Labels for the content of a centre's file, in the lists of uploads (REQ-IMP-15, REQ-CRF-12). */
export const importCommandTexts = {
  createPatients: msg`nuovi pazienti`,
  putPersonalData: msg`dati anagrafici`,
  putMedicalData: msg`dati clinici`,
  putObservations: msg`esami`,
} as const satisfies Record<ImportCommand, ReturnType<typeof msg>>
