/** What a centre's UserAdmins are told of (D3). */
export const centreMessages = {
  passwordGuessed: {
    subject: /*i18n*/ {
      id: 'message.centre_password_guessed.subject',
      message: 'Centro {centre}: troppi tentativi con una password sbagliata',
    },
    mail: /*i18n*/ {
      id: 'message.centre_password_guessed.mail',
      message:
        'Nell’ultima ora i programmi che si presentano con il codice del centro {centre} hanno sbagliato la password {tries} volte. Per un’ora le richieste con password di questo centro vengono rifiutate.\n\nSe il centro ha cambiato la password, controllate che il suo programma usi quella nuova. Altrimenti qualcuno sta cercando di indovinarla.',
    },
  },
} as const
