import type { MessageTexts } from './message.ts'

/**
 * What the registry writes to people about signing in (D5, D6; security.md 4.5). Plain text; what stands in braces is the
 * registry's own, never something a user typed, so that no header and no sentence can be forged.
 */
export const signInMessages = {
  /** `{code}`, `{minutes}`, `{host}`. The last line of the SMS lets a phone fill the code in only on that host. */
  code: {
    subject: /*i18n*/ { id: 'message.code.subject', message: 'Il tuo codice per MyConsent' },
    mail: /*i18n*/ {
      id: 'message.code.mail',
      message:
        'Il codice per entrare in MyConsent è {code}\n\nVale {minutes, plural, one {# minuto} other {# minuti}}, una volta sola, e solo nella finestra in cui lo hai chiesto. Non dirlo a nessuno: nessuno del registro te lo chiederà mai.\n\nSe non hai chiesto tu un codice, qualcuno conosce la tua password: cambiala appena puoi.',
    },
    sms: /*i18n*/ {
      id: 'message.code.sms',
      message:
        '{code} è il tuo codice per MyConsent, valido {minutes, plural, one {# minuto} other {# minuti}}. Non dirlo a nessuno.\n\n@{host} #{code}',
    },
  },
  /** `{link}`, `{days}`. */
  invitation: {
    subject: /*i18n*/ { id: 'message.invitation.subject', message: 'Il tuo accesso a MyConsent' },
    mail: /*i18n*/ {
      id: 'message.invitation.mail',
      message:
        'Il centro che ti segue ti invita a MyConsent, l’area personale del registro: lì decidi tu quali consensi dare.\n\nPer scegliere la tua password apri questo indirizzo entro {days, plural, one {# giorno} other {# giorni}}:\n\n{link}\n\nL’indirizzo è solo tuo e vale per una sola password: non mandarlo a nessuno.',
    },
    sms: /*i18n*/ {
      id: 'message.invitation.sms',
      message: 'Il tuo centro ti invita a MyConsent. Scegli la password entro {days, plural, one {# giorno} other {# giorni}}: {link}',
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
  /** `{misses}`. */
  manyMisses: {
    subject: /*i18n*/ { id: 'message.many_misses.subject', message: 'Accesso dopo molti tentativi sbagliati' },
    mail: /*i18n*/ {
      id: 'message.many_misses.mail',
      message:
        'Qualcuno è appena entrato nel registro con il tuo nome dopo {misses, plural, one {# tentativo sbagliato} other {# tentativi sbagliati}}.\n\nSe eri tu, non devi fare nulla. Altrimenti cambia subito la password e avvisa il tuo centro.',
    },
    sms: /*i18n*/ {
      id: 'message.many_misses.sms',
      message:
        'Accesso a MyConsent dopo {misses, plural, one {# tentativo sbagliato} other {# tentativi sbagliati}}. Se non eri tu, cambia la password e avvisa il tuo centro.',
    },
  },
} as const satisfies Record<string, MessageTexts>

export type SignInMessage = keyof typeof signInMessages
