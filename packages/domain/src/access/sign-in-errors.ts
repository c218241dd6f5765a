/**
 * The errors that the pages without a session find before they call the server. A contact, name, password or code is missing or wrong. The
 * sign-in pages load these texts only. An error that only the server finds arrives as a text, and its message is in error-messages.ts.
 */
export const signInErrorMessages = {
  contact_required: /*i18n*/ { id: 'error.contact_required', message: 'Inserisci il tuo indirizzo e-mail o il tuo numero di cellulare' },
  contact_wrong: /*i18n*/ { id: 'error.contact_wrong', message: 'Indirizzo e-mail non corretto' },
  mobile_wrong: /*i18n*/ { id: 'error.mobile_wrong', message: 'Numero di cellulare non corretto' },
  password_required: /*i18n*/ { id: 'error.password_required', message: 'Inserisci la password' },
  code_required: /*i18n*/ { id: 'error.code_required', message: 'Inserisci il codice che ti è stato inviato' },
  code_wrong: /*i18n*/ { id: 'error.code_wrong', message: 'Codice non corretto' },
  code_not_in_text: /*i18n*/ {
    id: 'error.code_not_in_text',
    message: 'Il testo non contiene un codice di 6 cifre, o ne contiene più di uno: scrivi solo le 6 cifre del codice',
  },
  username_required: /*i18n*/ { id: 'error.username_required', message: 'Inserisci il tuo indirizzo e-mail' },
} as const

export type SignInErrorCode = keyof typeof signInErrorMessages
