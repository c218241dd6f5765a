/** Notifications about invitations of a contact in use (REQ-PAT-04). `{code}` is the CENTER_ID of the patient. */
export const invitationMessages = {
  /** To the CenterAdmins of the previous centre: `{centre}`, `{code}`. It does not name the new centre (REQ-PAT-03). */
  movedAway: {
    subject: /*i18n*/ { id: 'message.moved_away.subject', message: 'Un paziente del centro {centre} è passato a un altro centro' },
    mail: /*i18n*/ {
      id: 'message.moved_away.mail',
      message:
        'Il paziente che il centro {centre} ha registrato con il codice {code} è passato a un altro centro. La sua registrazione presso di voi è chiusa come per un ritiro «v1»: i dati raccolti finora restano utilizzabili, e non se ne possono più caricare né modificare.',
    },
  },
  moved: {
    subject: /*i18n*/ { id: 'message.moved.subject', message: 'Sei passato a un altro centro' },
    mail: /*i18n*/ {
      id: 'message.moved.mail',
      message:
        'Abbiamo registrato il tuo passaggio al centro che ti ha invitato. La registrazione del centro di prima è chiusa: i dati raccolti finora restano utilizzabili per la ricerca e non se ne raccolgono altri. Da ora entri in MyConsent con la nuova password.\n\nSe non sei stato tu, avvisa subito il centro che ti seguiva.',
    },
    sms: /*i18n*/ {
      id: 'message.moved.sms',
      message:
        'MyConsent: sei passato al centro che ti ha invitato e la registrazione del centro di prima è chiusa. Se non sei stato tu, avvisa subito il centro che ti seguiva.',
    },
  },
  /** To the CenterAdmins: `{centre}`, `{count}`, `{days}`, `{codes}`. `{codes}` has some of the codes, `{count}` is the number of all. */
  unanswered: {
    subject: /*i18n*/ {
      id: 'message.unanswered.subject',
      message: 'Centro {centre}: {count, plural, one {una registrazione senza risposta} other {# registrazioni senza risposta}}',
    },
    mail: /*i18n*/ {
      id: 'message.unanswered.mail',
      message:
        '{count, plural, one {Un paziente che il centro {centre} ha registrato non ha risposto} other {# pazienti che il centro {centre} ha registrato non hanno risposto}} all’invito in {days} giorni. {count, plural, one {La registrazione è finita} other {Le registrazioni sono finite}}: nomi, recapiti e codici sono stati cancellati.\n\nCodici: {codes}\n\nPer invitare di nuovo una persona, registratela di nuovo.',
    },
  },
} as const
