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
  /** To the guardian who asks to anonymise or erase: `{centre}`, `{day}`, `{link}` (REQ-GRD-12). */
  withdrawalAsked: {
    subject: /*i18n*/ { id: 'message.guardian_withdrawal_asked.subject', message: 'MyConsent: la tua richiesta di cancellare i dati' },
    mail: /*i18n*/ {
      id: 'message.guardian_withdrawal_asked.mail',
      message:
        'Abbiamo registrato la tua richiesta di cancellare i dati di una persona per cui rispondi, seguita da {centre}. Da ora nessuno li usa. Il centro la esegue dal {day}, se tutti i tutori che devono firmare hanno confermato.\n\nFino ad allora puoi ritirarla qui:\n\n{link}',
    },
    sms: /*i18n*/ {
      id: 'message.guardian_withdrawal_asked.sms',
      message:
        'MyConsent: la tua richiesta di cancellare i dati è registrata e da ora nessuno li usa. Il centro la esegue dal {day}; fino ad allora puoi ritirarla: {link}',
    },
  },
  /** To the guardians who must still confirm: `{centre}`, `{link}`. */
  withdrawalToConfirm: {
    subject: /*i18n*/ {
      id: 'message.guardian_withdrawal_to_confirm.subject',
      message: 'MyConsent: un altro tutore chiede di cancellare i dati',
    },
    mail: /*i18n*/ {
      id: 'message.guardian_withdrawal_to_confirm.mail',
      message:
        'Un altro tutore ha chiesto di cancellare i dati di una persona per cui rispondi anche tu, seguita da {centre}. Nessuno li usa più, ma senza la tua conferma non si cancella nulla.\n\nEntra in MyConsent, leggi la richiesta e, se sei d’accordo, conferma:\n\n{link}',
    },
    sms: /*i18n*/ {
      id: 'message.guardian_withdrawal_to_confirm.sms',
      message:
        'MyConsent: un altro tutore chiede di cancellare i dati di una persona per cui rispondi. Senza la tua conferma non si cancella nulla: {link}',
    },
  },
  /** To the other guardians: `{centre}`, `{link}`. */
  withdrawalTakenBack: {
    subject: /*i18n*/ {
      id: 'message.guardian_withdrawal_taken_back.subject',
      message: 'MyConsent: un tutore ha ritirato la richiesta di cancellare i dati',
    },
    mail: /*i18n*/ {
      id: 'message.guardian_withdrawal_taken_back.mail',
      message:
        'Un tutore ha ritirato la richiesta di cancellare i dati di una persona per cui rispondi, seguita da {centre}. I dati restano, e nessuno li usa finché non rispondete di nuovo ai consensi:\n\n{link}',
    },
    sms: /*i18n*/ {
      id: 'message.guardian_withdrawal_taken_back.sms',
      message:
        'MyConsent: un tutore ha ritirato la richiesta di cancellare i dati. I dati restano e nessuno li usa finché non rispondete di nuovo: {link}',
    },
  },
  /** To the guardian who asked for a correction: `{centre}`, `{link}` (REQ-PAT-27). */
  correctionAnswered: {
    subject: /*i18n*/ { id: 'message.guardian_correction_answered.subject', message: 'MyConsent: il centro ti ha risposto' },
    mail: /*i18n*/ {
      id: 'message.guardian_correction_answered.mail',
      message:
        '{centre} ha risposto a una tua richiesta di correzione per una persona per cui rispondi. Per leggere la risposta entra in MyConsent, scegli la persona e apri le richieste di correzione della sua cartella:\n\n{link}',
    },
    sms: /*i18n*/ {
      id: 'message.guardian_correction_answered.sms',
      message: '{centre} ha risposto a una tua richiesta di correzione. Entra in MyConsent, scegli la persona e leggi la risposta: {link}',
    },
  },
  /** To a patient who came of age, at their own contact: `{centre}`, `{day}`, `{link}`. */
  adult: {
    subject: /*i18n*/ { id: 'message.adult.subject', message: 'MyConsent: da oggi rispondi tu' },
    mail: /*i18n*/ {
      id: 'message.adult.mail',
      message:
        'Hai compiuto 18 anni: sui tuoi dati in MyConsent, seguiti da {centre}, ora decidi tu. Le risposte date quando non avevi 18 anni valgono fino al {day}. Se entro quel giorno non rispondi, decadono: i tuoi dati restano, ma nessuno li usa finché non rispondi.\n\nEntra come fai di solito, leggi con calma e rispondi. Puoi dire no:\n\n{link}',
    },
    sms: /*i18n*/ {
      id: 'message.adult.sms',
      message: 'Hai compiuto 18 anni: in MyConsent ora decidi tu. Rispondi entro il {day}, poi le risposte date prima decadono: {link}',
    },
  },
} as const satisfies Readonly<Record<string, NotificationMessages>>

/** To each guardian when the centre has carried out the request, by its choice: `{centre}`. The text is the last one about the patient. */
export const carriedOutMessages = {
  subject: /*i18n*/ { id: 'message.guardian_withdrawal_done.subject', message: 'MyConsent: i dati sono stati cancellati' },
  v2: /*i18n*/ {
    id: 'message.guardian_withdrawal_done.v2',
    message:
      'Come avete chiesto, {centre} ha reso anonimi i dati di una persona per cui rispondevi. Il nome, i contatti, i dati personali e clinici sono stati distrutti e non si possono recuperare. Resta al più una scheda di dieci classi, senza date, valori misurati e testi. I dati già consegnati a studi conclusi non si possono richiamare.',
  },
  v3: /*i18n*/ {
    id: 'message.guardian_withdrawal_done.v3',
    message:
      'Come avete chiesto, {centre} ha cancellato dal registro i dati personali e clinici di una persona per cui rispondevi. I dati già consegnati a studi conclusi non si possono richiamare.',
  },
} as const

/** To the CenterAdmins about the guardians' request to anonymise or erase: `{centre}`, `{code}`, `{day}` (REQ-GRD-12). */
export const withdrawalRequestMessages = {
  asked: {
    subject: /*i18n*/ {
      id: 'message.withdrawal_request_asked.subject',
      message: 'Centro {centre}: un tutore chiede di cancellare i dati di un paziente',
    },
    mail: /*i18n*/ {
      id: 'message.withdrawal_request_asked.mail',
      message:
        'Un tutore del paziente {code} del centro {centre} ha chiesto di cancellare i suoi dati. Da ora nessuno li vede e nessuno li usa.\n\nLa richiesta si esegue dal {day}, quando hanno confermato tutti i tutori che devono firmare. Fino ad allora un tutore può ritirarla. La trovi nella pagina principale.',
    },
  },
  ready: {
    subject: /*i18n*/ {
      id: 'message.withdrawal_request_ready.subject',
      message: 'Centro {centre}: una richiesta di cancellare i dati è da eseguire',
    },
    mail: /*i18n*/ {
      id: 'message.withdrawal_request_ready.mail',
      message:
        'Tutti i tutori hanno confermato la richiesta di cancellare i dati del paziente {code} del centro {centre}. Dal {day} si può eseguire: aprila dalla pagina principale e premi «Esegui».',
    },
  },
  takenBack: {
    subject: /*i18n*/ {
      id: 'message.withdrawal_request_taken_back.subject',
      message: 'Centro {centre}: ritirata una richiesta di cancellare i dati',
    },
    mail: /*i18n*/ {
      id: 'message.withdrawal_request_taken_back.mail',
      message:
        'Un tutore del paziente {code} del centro {centre} ha ritirato la richiesta di cancellare i suoi dati. I dati restano, e nessuno li vede finché i tutori non rispondono di nuovo ai consensi.',
    },
  },
} as const

/** To the CenterAdmins, at the same time: `{centre}`, `{code}`, `{day}`, `{days}`. */
export const majorityMessage = {
  subject: /*i18n*/ { id: 'message.majority_of_patient.subject', message: 'Centro {centre}: un paziente compie 18 anni il {day}' },
  mail: /*i18n*/ {
    id: 'message.majority_of_patient.mail',
    message:
      'Il paziente {code} del centro {centre} compie 18 anni il {day}. Da quel giorno risponde di persona, e i suoi genitori non entrano più.\n\nScrivi il suo recapito nella scheda, «Correggi la registrazione»: il registro gli manda l’invito. Se non risponde entro {days, plural, =0 {quel giorno} one {# giorno} other {# giorni}}, le risposte date finora decadono: i dati restano, ma nessuno li vede finché non risponde.',
  },
} as const
