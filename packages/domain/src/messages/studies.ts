import type { NotificationMessages } from './message.ts'

/** To patients, about studies: `{link}`, `{day}`. The title stays on the page, because it can name a disease (REQ-STU-16, THREAT-36). */
export const studyPatientMessages = {
  invitation: {
    subject: /*i18n*/ { id: 'message.study_invitation.subject', message: 'Un invito per te in MyConsent' },
    mail: /*i18n*/ {
      id: 'message.study_invitation.mail',
      message:
        'Il tuo centro ti invita a uno studio clinico. Leggi di che cosa si tratta e rispondi sì o no entro il {day}:\n\n{link}\n\nSei libero di rispondere no: le tue cure non cambiano.',
    },
    sms: /*i18n*/ {
      id: 'message.study_invitation.sms',
      message: 'MyConsent: il tuo centro ti invita a uno studio clinico. Leggi e rispondi entro il {day}: {link}',
    },
  },
  reminder: {
    subject: /*i18n*/ { id: 'message.study_reminder.subject', message: 'Un invito aspetta la tua risposta in MyConsent' },
    mail: /*i18n*/ {
      id: 'message.study_reminder.mail',
      message:
        'Non hai ancora risposto all’invito a uno studio clinico. Puoi rispondere sì o no entro il {day}:\n\n{link}\n\nTi ricordiamo un invito al massimo due volte.',
    },
    sms: /*i18n*/ {
      id: 'message.study_reminder.sms',
      message: 'MyConsent: un invito a uno studio clinico aspetta la tua risposta entro il {day}: {link}',
    },
  },
} as const satisfies Readonly<Record<string, NotificationMessages>>

export type StudyPatientMessage = keyof typeof studyPatientMessages
