import type { NotificationMessages } from './message.ts'

/** To a patient when the centre has answered a request for correction: `{link}`. It says nothing about the record (REQ-PAT-27). */
export const correctionAnswered = {
  subject: /*i18n*/ { id: 'message.correction_answered.subject', message: 'MyConsent: il tuo centro ti ha risposto' },
  mail: /*i18n*/ {
    id: 'message.correction_answered.mail',
    message: 'Il tuo centro ha risposto a una tua richiesta in MyConsent. Per leggere la risposta entra e apri questa pagina:\n\n{link}',
  },
  sms: /*i18n*/ {
    id: 'message.correction_answered.sms',
    message: 'Il tuo centro ha risposto a una tua richiesta. Leggi la risposta in MyConsent: {link}',
  },
} as const satisfies NotificationMessages
