import type { NotificationMessages } from './message.ts'

/**
 * Notifications about sign-in and passwords, in plain text. Parameters never contain text that a patient or a centre typed. So nobody can
 * forge a header or a sentence (THREAT-45). UserAdmins set the name of a centre.
 */
export const signInMessages = {
  /** `{code}`, `{minutes}`, `{time}`, `{host}`. The last line of the SMS lets a phone fill the code in only on that host. */
  code: {
    subject: /*i18n*/ { id: 'message.code.subject', message: 'Il tuo codice per MyConsent' },
    mail: /*i18n*/ {
      id: 'message.code.mail',
      message:
        'Il codice per entrare in MyConsent è {code}\n\nLo hai chiesto alle {time} (ora italiana). Vale {minutes, plural, one {# minuto} other {# minuti}}, una volta sola, e solo nella finestra in cui lo hai chiesto. Non dirlo a nessuno: nessuno del registro te lo chiederà mai.\n\nSe non hai chiesto tu un codice, qualcuno conosce la tua password: cambiala appena puoi.',
    },
    sms: /*i18n*/ {
      id: 'message.code.sms',
      message:
        '{code} è il tuo codice per MyConsent, valido {minutes, plural, one {# minuto} other {# minuti}}. Non dirlo a nessuno.\n\n@{host} #{code}',
    },
  },
  /** To the new contact: `{code}`, `{minutes}`, `{time}`, `{host}` (REQ-PAT-10). Its owner may be somebody else, so it names nobody. */
  contactCode: {
    subject: /*i18n*/ { id: 'message.contact_code.subject', message: 'Conferma il tuo nuovo recapito per MyConsent' },
    mail: /*i18n*/ {
      id: 'message.contact_code.mail',
      message:
        'Il codice per confermare questo indirizzo in MyConsent è {code}\n\nLo hai chiesto alle {time} (ora italiana). Vale {minutes, plural, one {# minuto} other {# minuti}}, una volta sola, e solo nella pagina in cui lo hai chiesto. Finché non lo inserisci non cambia nulla. Non dirlo a nessuno: nessuno del registro te lo chiederà mai.\n\nSe non hai chiesto tu un codice, non devi fare nulla.',
    },
    sms: /*i18n*/ {
      id: 'message.contact_code.sms',
      message:
        '{code} è il codice per confermare questo numero in MyConsent, entro {minutes, plural, one {# minuto} other {# minuti}}. Non dirlo a nessuno.\n\n@{host} #{code}',
    },
  },
  /** To open the patient's record: `{code}`, `{minutes}`, `{time}`, `{host}` (REQ-PAT-26). */
  recordCode: {
    subject: /*i18n*/ { id: 'message.record_code.subject', message: 'Il codice per vedere i tuoi dati in MyConsent' },
    mail: /*i18n*/ {
      id: 'message.record_code.mail',
      message:
        'Il codice per vedere i tuoi dati in MyConsent è {code}\n\nLo hai chiesto alle {time} (ora italiana). Vale {minutes, plural, one {# minuto} other {# minuti}}, una volta sola, e solo nella finestra in cui lo hai chiesto. Non dirlo a nessuno: nessuno del registro te lo chiederà mai.\n\nSe non hai chiesto tu un codice, qualcuno usa il tuo accesso: cambia la password appena puoi.',
    },
    sms: /*i18n*/ {
      id: 'message.record_code.sms',
      message:
        '{code} è il codice per vedere i tuoi dati in MyConsent, valido {minutes, plural, one {# minuto} other {# minuti}}. Non dirlo a nessuno.\n\n@{host} #{code}',
    },
  },
  /** To a contact that a centre corrected: `{centre}`, `{link}`, `{days}` (REQ-PAT-24). Its owner may be somebody else, so it names nobody. */
  confirmContact: {
    subject: /*i18n*/ { id: 'message.confirm_contact.subject', message: 'Conferma il tuo recapito per MyConsent' },
    mail: /*i18n*/ {
      id: 'message.confirm_contact.mail',
      message:
        '{centre} ha indicato questo indirizzo come il tuo nuovo recapito per entrare in MyConsent. Finché non lo confermi non cambia nulla.\n\nPer confermarlo apri questo indirizzo entro {days, plural, one {# giorno} other {# giorni}}: ti mandiamo un codice da inserire nella pagina.\n\n{link}\n\nNon mandare l’indirizzo a nessuno. Se non conosci questo centro, puoi ignorare questo messaggio.',
    },
    sms: /*i18n*/ {
      id: 'message.confirm_contact.sms',
      message:
        '{centre} ha indicato questo numero come il tuo nuovo recapito per MyConsent. Confermalo entro {days, plural, one {# giorno} other {# giorni}}: {link}',
    },
  },
  /** To the present contact while a correction waits: `{centre}`, `{link}`, `{days}`. It never names the new one (REQ-PAT-24). */
  contactCorrected: {
    subject: /*i18n*/ { id: 'message.contact_corrected.subject', message: 'Il tuo centro corregge il tuo recapito per MyConsent' },
    mail: /*i18n*/ {
      id: 'message.contact_corrected.mail',
      message:
        '{centre} ha corretto il recapito con cui entri in MyConsent. Il nuovo recapito vale solo quando chi lo riceve lo conferma; fino ad allora entri con questo indirizzo.\n\nSe il nuovo recapito non è tuo o non vuoi cambiarlo, apri questo indirizzo entro {days, plural, one {# giorno} other {# giorni}} e annulla:\n\n{link}\n\nPoi avvisa il tuo centro. Se lo hai chiesto tu, non fare nulla e non mandare l’indirizzo a nessuno.',
    },
    sms: /*i18n*/ {
      id: 'message.contact_corrected.sms',
      message:
        '{centre} ha corretto il recapito con cui entri in MyConsent. Se non lo hai chiesto tu, annulla entro {days, plural, one {# giorno} other {# giorni}} e avvisa il centro: {link}',
    },
  },
  /** After a correction of names or of the second contact: `{centre}`. It has no value (REQ-PAT-24). */
  registrationCorrected: {
    subject: /*i18n*/ { id: 'message.registration_corrected.subject', message: 'Il tuo centro ha corretto la tua registrazione' },
    mail: /*i18n*/ {
      id: 'message.registration_corrected.mail',
      message:
        '{centre} ha corretto il nome o un recapito con cui ti ha registrato. Vedi i dati corretti in MyConsent, alla voce dei dati personali.\n\nSe qualcosa non è giusto, avvisa il tuo centro.',
    },
    sms: /*i18n*/ {
      id: 'message.registration_corrected.sms',
      message: '{centre} ha corretto la tua registrazione: la vedi in MyConsent. Se qualcosa non è giusto, avvisa il centro.',
    },
  },
  /** To the previous contact, with `{link}` and `{days}`. It never names the new one (REQ-PAT-10, REQ-PAT-20). */
  contactChanged: {
    subject: /*i18n*/ { id: 'message.contact_changed.subject', message: 'Il tuo recapito per MyConsent è cambiato' },
    mail: /*i18n*/ {
      id: 'message.contact_changed.mail',
      message:
        'Il recapito con cui entri in MyConsent è cambiato. Da ora questo indirizzo non serve più per entrare e non riceve più i nostri messaggi.\n\nSe non sei stato tu, apri questo indirizzo entro {days} giorni e annulla il cambio:\n\n{link}\n\nPoi avvisa il tuo centro. Se sei stato tu, non fare nulla e non mandare l’indirizzo a nessuno.',
    },
    sms: /*i18n*/ {
      id: 'message.contact_changed.sms',
      message:
        'Il recapito con cui entri in MyConsent è cambiato. Se non sei stato tu, annulla il cambio entro {days} giorni e avvisa il tuo centro: {link}',
    },
  },
  /** To the contact that a change had set and its undoing removed. It never names the previous one (REQ-PAT-20). */
  contactReturned: {
    subject: /*i18n*/ { id: 'message.contact_returned.subject', message: 'Il cambio di recapito per MyConsent è annullato' },
    mail: /*i18n*/ {
      id: 'message.contact_returned.mail',
      message:
        'Chi riceve i messaggi al recapito di prima ha annullato il cambio. Da ora questo indirizzo non serve più per entrare in MyConsent e non riceve più i nostri messaggi.\n\nSe il cambio era giusto, chiedi al tuo centro.',
    },
    sms: /*i18n*/ {
      id: 'message.contact_returned.sms',
      message:
        'Il cambio di recapito per MyConsent è annullato: questo numero non serve più per entrare. Se il cambio era giusto, chiedi al tuo centro.',
    },
  },
  /** `{centre}`, the name that the UserAdmins gave it, `{link}`, `{days}`. */
  invitation: {
    subject: /*i18n*/ { id: 'message.invitation.subject', message: '{centre} ti invita a MyConsent' },
    mail: /*i18n*/ {
      id: 'message.invitation.mail',
      message:
        'Buongiorno,\n\nil tuo centro, {centre}, partecipa a un registro di ricerca e ti invita a MyConsent, la tua area personale. Lì leggi che cosa fa il registro e decidi tu se e come può usare i tuoi dati. Le tue cure non cambiano, qualunque cosa tu decida.\n\nChe cosa succede:\n1. Apri l’indirizzo qui sotto e scegli una password.\n2. Ti mandiamo un codice per entrare.\n3. Leggi con calma. Puoi rispondere anche un altro giorno.\n\n{link}\n\nL’indirizzo funziona per {days, plural, one {# giorno} other {# giorni}}. Dopo, chiedine un altro con «Password dimenticata?» nella pagina di accesso. È solo tuo e vale per una sola password: non mandarlo a nessuno.\n\nSe hai una domanda, chiedi al centro. Se non conosci questo centro, puoi ignorare questo messaggio.',
    },
    sms: /*i18n*/ {
      id: 'message.invitation.sms',
      message:
        '{centre} ti invita a MyConsent, dove decidi tu come si usano i tuoi dati. Per scegliere la password ({days, plural, one {# giorno} other {# giorni}}): {link}',
    },
  },
  /** `{link}`, `{minutes}`. */
  reset: {
    subject: /*i18n*/ { id: 'message.reset.subject', message: 'Scegli una nuova password per MyConsent' },
    mail: /*i18n*/ {
      id: 'message.reset.mail',
      message:
        'Per scegliere una nuova password apri questo indirizzo entro {minutes, plural, one {# minuto} other {# minuti}}:\n\n{link}\n\nL’indirizzo è solo tuo e vale per una sola password: non mandarlo a nessuno. Finché non ne scegli un’altra, la tua password resta quella di prima.\n\nSe non l’hai chiesto tu, non devi fare nulla.',
    },
    sms: /*i18n*/ {
      id: 'message.reset.sms',
      message:
        'MyConsent: scegli una nuova password entro {minutes, plural, one {# minuto} other {# minuti}}: {link} Se non l’hai chiesto tu, non fare nulla.',
    },
  },
  passwordChanged: {
    subject: /*i18n*/ { id: 'message.password_changed.subject', message: 'La tua password è stata cambiata' },
    mail: /*i18n*/ {
      id: 'message.password_changed.mail',
      message:
        'La password con cui entri nel registro è stata cambiata e gli altri accessi aperti sono stati chiusi.\n\nSe non sei stato tu, usa subito «Password dimenticata» nella pagina di accesso e avvisa il tuo centro.',
    },
    sms: /*i18n*/ {
      id: 'message.password_changed.sms',
      message:
        'La tua password di MyConsent è stata cambiata. Se non sei stato tu, usa subito «Password dimenticata» e avvisa il tuo centro.',
    },
  },
  /** `{failures}`. */
  manyFailures: {
    subject: /*i18n*/ { id: 'message.many_failures.subject', message: 'Accesso dopo molti tentativi sbagliati' },
    mail: /*i18n*/ {
      id: 'message.many_failures.mail',
      message:
        'Qualcuno è appena entrato nel registro con il tuo nome dopo {failures, plural, one {# tentativo sbagliato} other {# tentativi sbagliati}}.\n\nSe eri tu, non devi fare nulla. Altrimenti cambia subito la password e avvisa il tuo centro.',
    },
    sms: /*i18n*/ {
      id: 'message.many_failures.sms',
      message:
        'Accesso a MyConsent dopo {failures, plural, one {# tentativo sbagliato} other {# tentativi sbagliati}}. Se non eri tu, cambia la password e avvisa il tuo centro.',
    },
  },
  secondFactorOn: {
    subject: /*i18n*/ { id: 'message.second_factor_on.subject', message: 'App di autenticazione attivata' },
    mail: /*i18n*/ {
      id: 'message.second_factor_on.mail',
      message:
        'Da ora per entrare nel registro servono la tua password e un codice della tua app di autenticazione. Gli altri accessi aperti sono stati chiusi.\n\nSe non sei stato tu, avvisa subito chi amministra gli utenti.',
    },
    sms: /*i18n*/ { id: 'message.second_factor_on.sms', message: 'App di autenticazione attivata. Se non sei stato tu, avvisa subito.' },
  },
  secondFactorOff: {
    subject: /*i18n*/ { id: 'message.second_factor_off.subject', message: 'App di autenticazione tolta' },
    mail: /*i18n*/ {
      id: 'message.second_factor_off.mail',
      message:
        'Da ora per entrare nel registro basta la tua password: l’app di autenticazione e i codici di recupero sono stati tolti.\n\nSe non sei stato tu, cambia subito la password e avvisa chi amministra gli utenti.',
    },
    sms: /*i18n*/ { id: 'message.second_factor_off.sms', message: 'App di autenticazione tolta. Se non sei stato tu, avvisa subito.' },
  },
  /** `{left}`. */
  recoveryCodeUsed: {
    subject: /*i18n*/ { id: 'message.recovery_code_used.subject', message: 'Accesso con un codice di recupero' },
    mail: /*i18n*/ {
      id: 'message.recovery_code_used.mail',
      message:
        'Qualcuno è appena entrato nel registro con la tua password e un codice di recupero. {left, plural, =0 {Non te ne restano altri: creane di nuovi.} one {Te ne resta uno: creane di nuovi.} other {Te ne restano #.}}\n\nSe non eri tu, cambia subito la password e avvisa chi amministra gli utenti.',
    },
    sms: /*i18n*/ { id: 'message.recovery_code_used.sms', message: 'Accesso con un codice di recupero. Se non eri tu, avvisa subito.' },
  },
} as const satisfies Record<string, NotificationMessages>

export type SignInNotice = keyof typeof signInMessages

/** Mail with a temporary password to a staff user (REQ-ACC-11): `{password}`, `{minutes}`, `{link}`. */
export const temporaryPasswordMessage = {
  subject: /*i18n*/ { id: 'message.temporary_password.subject', message: 'La tua password temporanea per il registro' },
  mail: /*i18n*/ {
    id: 'message.temporary_password.mail',
    message:
      'La tua password temporanea per il registro è:\n\n{password}\n\nVale {minutes, plural, one {# minuto} other {# minuti}} e per un solo accesso. Entra da questo indirizzo con la tua e-mail:\n\n{link}\n\nIl registro ti chiederà subito di scegliere una nuova password. Finché non usi quella temporanea, la tua password resta quella di prima.\n\nSe non l’hai chiesta tu, non devi fare nulla.',
  },
} as const
