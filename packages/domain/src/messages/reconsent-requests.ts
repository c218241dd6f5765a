import type { NotificationMessages } from './message.ts'

/** To patients whom a new text of the consents concerns: `{link}`. It names neither a disease nor a question (REQ-CON-20, THREAT-36). */
export const reconsentMessages = {
  subject: /*i18n*/ { id: 'message.reconsent_request.subject', message: 'I testi dei tuoi consensi sono cambiati' },
  mail: /*i18n*/ {
    id: 'message.reconsent_request.mail',
    message:
      'Alcuni testi dei consensi in MyConsent sono cambiati. Ti chiediamo di leggere che cosa è cambiato e di rispondere di nuovo:\n\n{link}\n\nFinché non rispondi, le risposte che hai già dato valgono per i testi che hai letto allora. Sei libero di rispondere sì o no: le tue cure non cambiano.',
  },
  sms: /*i18n*/ {
    id: 'message.reconsent_request.sms',
    message: 'MyConsent: i testi dei tuoi consensi sono cambiati. Leggi che cosa è cambiato e rispondi di nuovo: {link}',
  },
} as const satisfies NotificationMessages

/** Changes of another person in a draft, in `document_draft_changed`. */
export const changedDraftParts = {
  part: /*i18n*/ { id: 'document.changed.part', message: 'parte {place}' },
  order: /*i18n*/ { id: 'document.changed.order', message: 'ordine o numero delle parti' },
  begun: /*i18n*/ { id: 'document.changed.begun', message: 'ha cominciato la bozza' },
} as const
