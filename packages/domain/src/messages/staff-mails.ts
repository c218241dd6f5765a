/** Mails to the UserAdmins of a centre's area (REQ-IMP-10). */
export const centreMessages = {
  passwordGuessed: {
    subject: /*i18n*/ {
      id: 'message.centre_password_guessed.subject',
      message: 'Centro {centre}: troppi tentativi con una password sbagliata',
    },
    mail: /*i18n*/ {
      id: 'message.centre_password_guessed.mail',
      message:
        'Nell’ultima ora un programma che si presenta con il codice del centro {centre} ha sbagliato la password {attempts} volte dall’indirizzo {host}. Per {minutes, plural, one {# minuto} other {# minuti}} le richieste di questo centro da quell’indirizzo vengono rifiutate; gli altri indirizzi del centro non sono toccati.\n\nSe il centro ha cambiato la password, controllate che il suo programma usi quella nuova. Altrimenti qualcuno sta cercando di indovinarla.',
    },
  },
} as const

/** Mail to the CenterAdmins of a patient whose change of contact was undone (REQ-PAT-20). It names no contact. */
export const contactReturnedMessage = {
  subject: /*i18n*/ {
    id: 'message.centre_contact_returned.subject',
    message: 'Un paziente del tuo centro ha annullato un cambio di recapito',
  },
  mail: /*i18n*/ {
    id: 'message.centre_contact_returned.mail',
    message:
      'Il recapito con cui il paziente con codice {code} del centro {centre} entra in MyConsent era cambiato. Chi riceve i messaggi al recapito di prima ha annullato il cambio: forse qualcuno conosce la password del paziente. Il recapito di prima è tornato e tutte le sessioni sono finite. Contatta il paziente, ma non al recapito nuovo.',
  },
} as const

/** The same about a guardian, to the CenterAdmins of each patient of the guardian (REQ-GRD-14). */
export const guardianContactReturnedMessage = {
  subject: /*i18n*/ {
    id: 'message.centre_guardian_contact_returned.subject',
    message: 'Un tutore di un paziente del tuo centro ha annullato un cambio di recapito',
  },
  mail: /*i18n*/ {
    id: 'message.centre_guardian_contact_returned.mail',
    message:
      'Il recapito con cui un tutore del paziente con codice {code} del centro {centre} entra in MyConsent era cambiato. Chi riceve i messaggi al recapito di prima ha annullato il cambio: forse qualcuno conosce la password del tutore. Il recapito di prima è tornato e tutte le sessioni sono finite. Contatta il tutore, ma non al recapito nuovo.',
  },
} as const

/** Mail to the CenterAdmins of a patient whose corrected contact was confirmed (REQ-PAT-24). It names no contact. */
export const contactConfirmedMessage = {
  subject: /*i18n*/ {
    id: 'message.centre_contact_confirmed.subject',
    message: 'Un paziente del tuo centro ha confermato il nuovo recapito',
  },
  mail: /*i18n*/ {
    id: 'message.centre_contact_confirmed.mail',
    message:
      'Il nuovo recapito del paziente con codice {code} del centro {centre} è confermato: da ora il paziente entra in MyConsent con quello.',
  },
} as const

/** Mail to the CenterAdmins of a patient who refused or undid the correction of the contact (REQ-PAT-24). It names no contact. */
export const contactRefusedMessage = {
  subject: /*i18n*/ {
    id: 'message.centre_contact_refused.subject',
    message: 'Un paziente del tuo centro ha annullato la correzione del recapito',
  },
  mail: /*i18n*/ {
    id: 'message.centre_contact_refused.mail',
    message:
      'Chi riceve i messaggi al recapito di prima ha annullato la correzione del recapito del paziente con codice {code} del centro {centre}: vale il recapito di prima. Contatta il paziente prima di correggerlo di nuovo.',
  },
} as const

/** Mail to the UserAdmins about an enrolment request (REQ-ACC-22): `{link}`, but no text of the request (THREAT-49). */
export const enrolmentRequestMessage = {
  subject: /*i18n*/ { id: 'message.enrolment_request.subject', message: 'Una nuova richiesta di iscrizione al registro' },
  mail: /*i18n*/ {
    id: 'message.enrolment_request.mail',
    message:
      'È arrivata una richiesta di iscrizione dal modulo di identità. Questo messaggio non riporta nulla di quanto è stato scritto: per leggere la richiesta entra nel registro, poi apri questo indirizzo:\n\n{link}',
  },
} as const

/** Mail to the GlobalAdmins about an export that could identify a person (THREAT-33). It has no value and no patient. */
export const exportAlarmMessages = {
  subject: /*i18n*/ { id: 'message.export_alarm.subject', message: 'Un’esportazione da controllare' },
  few_rows: /*i18n*/ {
    id: 'message.export_alarm.few_rows',
    message:
      'L’esportazione {exportId} {source, select, study {dello studio} other {del filtro}} {name}, fatta da {actor} come {role}, ha solo {count} righe: con così poche righe una persona può essere riconosciuta. Chiedi a chi l’ha fatta a che cosa serve.\n\n{link}',
  },
  few_differences: /*i18n*/ {
    id: 'message.export_alarm.few_differences',
    message:
      'L’esportazione {exportId} {source, select, study {dello studio} other {del filtro}} {name}, fatta da {actor} come {role}, differisce di soli {count} pazienti dall’esportazione {other}: confrontandole si leggono i dati di quei pazienti. Chiedi a chi le ha fatte a che cosa servono.\n\n{link}',
  },
  /** `{exports}` counts those of the last 30 days (REQ-EXP-07). */
  no_reason: /*i18n*/ {
    id: 'message.export_alarm.no_reason',
    message:
      'L’esportazione {exportId} {source, select, study {dello studio} other {del filtro}} {name}, fatta da {actor} come {role}, ha i valori esatti di {count, plural, one {# paziente unico} other {# pazienti unici}} per età, sesso, area, regione di nascita e genotipo, e il programma non ha indicato il motivo. Negli ultimi 30 giorni {actor} ha fatto {exports, plural, one {# esportazione} other {# esportazioni}} così. Chiedi il motivo, e fai aggiungere al programma il campo reason o generalise=true.\n\n{link}',
  },
} as const

/** Mail to the person who exported data of a withdrawn patient (REQ-CON-17): `{link}`. It names no patient, because the recipient knows none. */
export const deletionRequestMessage = {
  subject: /*i18n*/ { id: 'message.deletion_request.subject', message: 'Un’esportazione da eliminare' },
  mail: /*i18n*/ {
    id: 'message.deletion_request.mail',
    message:
      'Un paziente si è ritirato dal registro o è uscito da uno studio, e i suoi dati sono in una tua esportazione, o in quella di un utente disattivato. Elimina il file e le sue copie, poi conferma nella pagina principale, dove trovi l’elenco e la scadenza:\n\n{link}\n\nSe il file ti serve ancora, esporta di nuovo: la nuova esportazione non contiene i suoi dati.',
  },
} as const
