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
        'Nell’ultima ora un programma che si presenta con il codice del centro {centre} ha sbagliato la password {tries} volte dall’indirizzo {host}. Per {minutes, plural, one {# minuto} other {# minuti}} le richieste di questo centro da quell’indirizzo vengono rifiutate; gli altri indirizzi del centro non sono toccati.\n\nSe il centro ha cambiato la password, controllate che il suo programma usi quella nuova. Altrimenti qualcuno sta cercando di indovinarla.',
    },
  },
} as const
