import type { Message } from './message.ts'

type StudyMail = { readonly subject: Message; readonly mail: Message }

/** To staff, about the steps of a study (REQ-STU-19): `{study}` is its code, `{link}` its page. They name no patient. */
export const studyStaffMessages = {
  proposed: {
    subject: /*i18n*/ { id: 'message.study_proposed.subject', message: 'Studio {study}: serve la valutazione del comitato etico' },
    mail: /*i18n*/ {
      id: 'message.study_proposed.mail',
      message:
        'Il tuo centro guida il nuovo studio {study}. Leggilo, chiedi la valutazione del comitato etico e inseriscila in questa pagina:\n\n{link}',
    },
  },
  sent: {
    subject: /*i18n*/ { id: 'message.study_sent.subject', message: 'Studio {study}: il tuo centro può partecipare' },
    mail: /*i18n*/ {
      id: 'message.study_sent.mail',
      message:
        'Il comitato etico del centro principale ha approvato lo studio {study}. Se il tuo centro partecipa, inserisci la valutazione del suo comitato etico in questa pagina:\n\n{link}',
    },
  },
  approved: {
    subject: /*i18n*/ { id: 'message.study_approved.subject', message: 'Studio {study}: approvato dal centro principale' },
    mail: /*i18n*/ {
      id: 'message.study_approved.mail',
      message: 'Il comitato etico del centro principale ha approvato lo studio {study}. Inserisci la data di fine arruolamento:\n\n{link}',
    },
  },
  refused: {
    subject: /*i18n*/ { id: 'message.study_refused.subject', message: 'Studio {study}: non approvato, concluso' },
    mail: /*i18n*/ {
      id: 'message.study_refused.mail',
      message: 'Il comitato etico del centro principale non ha approvato lo studio {study}, che quindi è concluso:\n\n{link}',
    },
  },
  opened: {
    subject: /*i18n*/ { id: 'message.study_opened.subject', message: 'Studio {study}: aperto ai pazienti' },
    mail: /*i18n*/ {
      id: 'message.study_opened.mail',
      message:
        'Lo studio {study} è aperto ai pazienti fino al {day} compreso. I pazienti che hai approvato ricevono l’invito; recupera i candidati e decidi in questa pagina:\n\n{link}',
    },
  },
  suspended: {
    subject: /*i18n*/ { id: 'message.study_suspended.subject', message: 'Studio {study}: sospeso' },
    mail: /*i18n*/ {
      id: 'message.study_suspended.mail',
      message: 'Lo studio {study} è sospeso: gli inviti restano, ma nessuno può rispondere e non si decide né si esporta:\n\n{link}',
    },
  },
  reactivated: {
    subject: /*i18n*/ { id: 'message.study_reactivated.subject', message: 'Studio {study}: non più sospeso' },
    mail: /*i18n*/ {
      id: 'message.study_reactivated.mail',
      message: 'Lo studio {study} non è più sospeso: continua dal punto in cui era:\n\n{link}',
    },
  },
  terminated: {
    subject: /*i18n*/ { id: 'message.study_terminated.subject', message: 'Studio {study}: concluso' },
    mail: /*i18n*/ {
      id: 'message.study_terminated.mail',
      message: 'Lo studio {study} è concluso: gli inviti senza risposta decadono e nessun altro paziente viene invitato:\n\n{link}',
    },
  },
} as const satisfies Readonly<Record<string, StudyMail>>

export type StudyStaffMessage = keyof typeof studyStaffMessages
