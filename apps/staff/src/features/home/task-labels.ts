import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { HomeTask, TaskGroup } from '@registry/domain/access/home-tasks'

export const groupLabels = {
  waiting: msg`In attesa`,
  overdue: msg`In ritardo`,
  arrived: msg`Arrivati negli ultimi 7 giorni`,
} as const satisfies Record<TaskGroup, MessageDescriptor>

/** Labels of the numbers on the home page. */
export const taskLabels = {
  'unanswered invitations': msg`Pazienti invitati che non hanno ancora risposto`,
  'incomplete consents': msg`Pazienti con consensi senza risposta`,
  'identity requests': msg`Richieste di iscrizione ricevute`,
  'centres without administrator': msg`Centri senza amministratore`,
  'open discrepancies': msg`Segnalazioni aperte nelle cartelle`,
  'queries to answer': msg`Richieste di chiarimento senza risposta`,
  'answered queries': msg`Richieste di chiarimento con una risposta da leggere`,
  'exports to delete': msg`Esportazioni da eliminare dopo un ritiro`,
  'expired invitations': msg`Inviti senza risposta da più di 7 giorni`,
  'imports with refused rows': msg`Caricamenti con righe rifiutate, negli ultimi 7 giorni`,
  'stopped exports': msg`Esportazioni non complete, negli ultimi 7 giorni`,
  'overdue exports to delete': msg`Esportazioni da eliminare, con la scadenza passata`,
  'old identity requests': msg`Richieste di iscrizione di più di 7 giorni fa`,
  'new patients': msg`Pazienti registrati`,
  'new imports': msg`Caricamenti`,
  'new identity requests': msg`Richieste di iscrizione`,
} as const satisfies Record<HomeTask, MessageDescriptor>
