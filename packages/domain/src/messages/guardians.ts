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
} as const satisfies Readonly<Record<string, NotificationMessages>>
