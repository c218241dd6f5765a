import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CommunicationEvent, CommunicationFailure, CommunicationState, RecipientState } from '@registry/domain/communications/states'
import type { CommunicationConsent } from '@registry/domain/communications/types'
import type { Language } from '@registry/domain/language'
import type { Status } from '@registry/ui/status/status-badge.tsx'
import { useMemo } from 'react'

const states = {
  draft: msg`Bozza`,
  scheduled: msg`Programmata`,
  sending: msg`In invio`,
  sent: msg`Inviata`,
  cancelled: msg`Annullata`,
  failed: msg`Non inviata`,
} as const satisfies Record<CommunicationState, MessageDescriptor>

export const stateStatuses = {
  draft: 'unknown',
  scheduled: 'waiting',
  sending: 'waiting',
  sent: 'yes',
  cancelled: 'no',
  failed: 'error',
} as const satisfies Record<CommunicationState, Status>

const recipientStates = {
  waiting: msg`In attesa`,
  queued: msg`In consegna`,
  sent: msg`Consegnati al server di posta o di SMS`,
  failed: msg`Non consegnati`,
  unknown: msg`Consegna interrotta, esito sconosciuto`,
  skipped: msg`Esclusi perché non possono più riceverla`,
  cancelled: msg`Annullati`,
} as const satisfies Record<RecipientState, MessageDescriptor>

const events = {
  created: msg`Scritta`,
  changed: msg`Modificata`,
  tested: msg`Inviata in prova`,
  scheduled: msg`Programmata`,
  cancelled: msg`Annullata`,
  sending: msg`Invio iniziato`,
  sent: msg`Invio finito`,
  failed: msg`Non inviata`,
} as const satisfies Record<CommunicationEvent, MessageDescriptor>

const failures = {
  sender_inactive: msg`Chi l’ha programmata non è più un amministratore globale attivo. Scrivine una nuova.`,
  area_outside: msg`L’area scelta non è più dentro quella di chi l’ha programmata. Scrivine una nuova.`,
  filter_broken: msg`Il filtro non si può eseguire. Controlla il filtro, poi scrivi una nuova comunicazione.`,
} as const satisfies Record<CommunicationFailure, MessageDescriptor>

export const consentLabels = {
  C_S: msg`Contatto per studi e questionari`,
  C_DB_P: msg`Dati anagrafici`,
  C_DB_M: msg`Dati clinici`,
  C_EXTRAEU: msg`Dati fuori dall’Unione europea`,
  C_P_DB: msg`Banche dati pubbliche`,
  C_F: msg`Aziende farmaceutiche`,
} as const satisfies Record<CommunicationConsent, MessageDescriptor>

const languages = { it: msg`Italiano`, en: msg`Inglese` } as const satisfies Record<Language, MessageDescriptor>

/** The names of states, events and failures in the reader's language. */
export const useCommunicationLabels = () => {
  const { t } = useLingui()
  return useMemo(
    () => ({
      formatState: (state: CommunicationState): string => t(states[state]),
      formatRecipients: (state: RecipientState): string => t(recipientStates[state]),
      formatEvent: (event: CommunicationEvent): string => t(events[event]),
      formatFailure: (failure: CommunicationFailure): string => t(failures[failure]),
      formatConsent: (consent: CommunicationConsent): string => t(consentLabels[consent]),
      formatLanguage: (language: Language): string => t(languages[language]),
    }),
    [t],
  )
}
