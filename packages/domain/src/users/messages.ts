/** Error messages of users and their roles (REQ-ADM-07). */
export const userMessages = {
  user_not_found: /*i18n*/ { id: 'error.user_not_found', message: 'L’utente non esiste o non è nella tua area' },
  user_elsewhere: /*i18n*/ {
    id: 'error.user_elsewhere',
    message: 'Questo utente ha un ruolo che tu non amministri: chiedi a chi lo amministra di modificarlo',
  },
  user_own: /*i18n*/ { id: 'error.user_own', message: 'Non puoi sospendere o eliminare il tuo utente: chiedi a un altro UserAdmin' },
  user_own_roles: /*i18n*/ { id: 'error.user_own_roles', message: 'Non puoi cambiare i tuoi ruoli: chiedi a un altro UserAdmin' },
  user_state_wrong: /*i18n*/ {
    id: 'error.user_state_wrong',
    message: 'Lo stato dell’utente non consente questa operazione: riapri la pagina e controlla lo stato',
  },
  user_changed: /*i18n*/ {
    id: 'error.user_changed',
    message: '{who} ha già modificato questo utente ({what}): riapri la pagina, poi ripeti le tue modifiche',
  },
  user_email_in_use: /*i18n*/ {
    id: 'error.user_email_in_use',
    message: 'Esiste già un utente con questa e-mail. Se è stato eliminato, puoi ripristinarlo dall’elenco degli utenti',
  },
  user_email_fixed: /*i18n*/ {
    id: 'error.user_email_fixed',
    message: 'L’e-mail di un utente non cambia: per un altro indirizzo crea un nuovo utente',
  },
  user_text_too_long: /*i18n*/ { id: 'error.user_text_too_long', message: 'Il testo può avere al massimo 80 caratteri' },
  user_role_outside: /*i18n*/ { id: 'error.user_role_outside', message: 'Puoi dare e togliere ruoli solo dentro la tua area' },
  user_role_global: /*i18n*/ {
    id: 'error.user_role_global',
    message: 'Solo chi è GlobalAdmin della stessa area può dare o togliere il ruolo GlobalAdmin',
  },
  user_last_administrator: /*i18n*/ {
    id: 'error.user_last_administrator',
    message: 'È l’ultimo GlobalAdmin o UserAdmin attivo: prima dai il ruolo a un altro utente',
  },
} as const
