import type { NotificationMessages } from './message.ts'

/** Notifications to guardians. They name no patient, because the contact may be mistyped (THREAT-63). */
export const guardianMessages = {
  /** `{centre}`, `{link}`, `{days}`. */
  invitation: {
    subject: /*i18n*/ {
      id: 'message.guardian_invitation.subject',
      message: 'MyConsent: scegli la tua password per rispondere per un paziente',
    },
    mail: /*i18n*/ {
      id: 'message.guardian_invitation.mail',
      message:
        '{centre} ti ha indicato come genitore, tutore o amministratore di sostegno di un paziente. In MyConsent leggi le informazioni sul registro e rispondi ai consensi per lui.\n\nPer scegliere la tua password apri questo indirizzo entro {days, plural, one {# giorno} other {# giorni}}:\n\n{link}\n\nNon mandare l’indirizzo a nessuno. Se non conosci questo centro, non aprirlo e avvisa il centro: il messaggio non era per te.',
    },
    sms: /*i18n*/ {
      id: 'message.guardian_invitation.sms',
      message:
        '{centre} ti ha indicato come tutore di un paziente. Scegli la tua password di MyConsent entro {days, plural, one {# giorno} other {# giorni}}: {link}',
    },
  },
  /** To a contact that enters MyConsent already: `{centre}`, `{link}`. */
  added: {
    subject: /*i18n*/ { id: 'message.guardian_added.subject', message: 'MyConsent: un centro ti ha indicato come tutore' },
    mail: /*i18n*/ {
      id: 'message.guardian_added.mail',
      message:
        '{centre} ti ha indicato come genitore, tutore o amministratore di sostegno di un paziente. Entra in MyConsent come fai di solito e accetta, o di’ che non sei tu:\n\n{link}\n\nFinché non accetti non cambia nulla.',
    },
    sms: /*i18n*/ {
      id: 'message.guardian_added.sms',
      message: '{centre} ti ha indicato come tutore di un paziente. Entra in MyConsent e accetta: {link}',
    },
  },
  /** Months before the 18th birthday: `{day}`, `{centre}`, `{days}`. */
  majority: {
    subject: /*i18n*/ { id: 'message.majority.subject', message: 'MyConsent: una persona per cui rispondi compie 18 anni' },
    mail: /*i18n*/ {
      id: 'message.majority.mail',
      message:
        'Il {day} una persona per cui rispondi in MyConsent, seguita da {centre}, compie 18 anni. Da quel giorno risponde di persona e tu non vedi più i suoi dati.\n\nDate al centro il suo recapito: il centro le manda l’invito. Se non risponde entro {days, plural, =0 {quel giorno} one {# giorno} other {# giorni}}, le risposte date finora decadono: i dati restano, ma nessuno li usa finché non risponde.',
    },
    sms: /*i18n*/ {
      id: 'message.majority.sms',
      message: 'MyConsent: il {day} una persona per cui rispondi compie 18 anni e poi risponde di persona. Date al centro il suo recapito.',
    },
  },
} as const satisfies Readonly<Record<string, NotificationMessages>>

/** To the CenterAdmins, at the same time: `{centre}`, `{code}`, `{day}`, `{days}`. */
export const majorityMessage = {
  subject: /*i18n*/ { id: 'message.majority_of_patient.subject', message: 'Centro {centre}: un paziente compie 18 anni il {day}' },
  mail: /*i18n*/ {
    id: 'message.majority_of_patient.mail',
    message:
      'Il paziente {code} del centro {centre} compie 18 anni il {day}. Da quel giorno risponde di persona, e i suoi genitori non entrano più.\n\nScrivi il suo recapito nella scheda, «Correggi la registrazione»: il registro gli manda l’invito. Se non risponde entro {days, plural, =0 {quel giorno} one {# giorno} other {# giorni}}, le risposte date finora decadono: i dati restano, ma nessuno li vede finché non risponde.',
  },
} as const
