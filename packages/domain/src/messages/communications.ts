/** Footer of a communication, by its type: `{link}` (REQ-COM-07). */
export const communicationFooters = {
  NEWSLETTER: /*i18n*/ {
    id: 'message.communication.newsletter',
    message:
      'Ricevi la newsletter perché l’hai chiesta in MyConsent. Per non riceverla più, apri questo indirizzo e premi un pulsante:\n\n{link}',
  },
  PATIENT_MESSAGE: /*i18n*/ {
    id: 'message.communication.patient',
    message: 'Ricevi questo messaggio perché sei nel registro e lo consentono le tue risposte. Puoi cambiarle quando vuoi:\n\n{link}',
  },
  STAFF_MESSAGE: /*i18n*/ {
    id: 'message.communication.staff',
    message: 'Ricevi questo messaggio come utente del registro:\n\n{link}',
  },
} as const

/** A test of a communication, to its writer: `{subject}`; `{sms}` is the text of the SMS. */
export const communicationTestMessages = {
  subject: /*i18n*/ { id: 'message.communication_test.subject', message: '[Prova] {subject}' },
  sms: /*i18n*/ { id: 'message.communication_test.sms', message: 'Testo dell’SMS:\n\n{sms}' },
} as const
