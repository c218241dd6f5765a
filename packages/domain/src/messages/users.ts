/** Mails to staff about their own user (REQ-ADM-11): `{link}`. They contain no password and no text that somebody typed (THREAT-45). */
export const userMails = {
  invitation: {
    subject: /*i18n*/ { id: 'message.user_invitation.subject', message: 'Il tuo accesso al registro' },
    mail: /*i18n*/ {
      id: 'message.user_invitation.mail',
      message:
        'Un amministratore ti ha registrato come utente del registro. Il tuo nome utente è questo indirizzo e-mail.\n\nPer scegliere la password apri questo indirizzo e inserisci il nome utente: ricevi una password temporanea, con cui entri la prima volta.\n\n{link}\n\nSe non aspettavi questo messaggio, non devi fare nulla.',
    },
  },
  rolesChanged: {
    subject: /*i18n*/ { id: 'message.user_roles.subject', message: 'I tuoi ruoli nel registro sono cambiati' },
    mail: /*i18n*/ {
      id: 'message.user_roles.mail',
      message:
        'Un amministratore ha cambiato i tuoi ruoli nel registro. Le tue sessioni aperte si sono chiuse: entra di nuovo per lavorare con i nuovi ruoli.\n\n{link}\n\nSe qualcosa non torna, chiedi al tuo amministratore.',
    },
  },
} as const

/**
 * To the other administrators when a user gets roles (REQ-ADM-07): `{user}` and `{actor}` are e-mails, `{roles}` names as in the log,
 * `{link}`.
 */
export const rolesGrantedMail = {
  subject: /*i18n*/ { id: 'message.roles_granted.subject', message: 'Un utente del registro ha nuovi ruoli' },
  mail: /*i18n*/ {
    id: 'message.roles_granted.mail',
    message:
      '{actor} ha dato nuovi ruoli a {user}:\n\n{roles}\n\nSe non te lo aspettavi, parlane subito con {actor}. Un amministratore degli utenti dell’area può togliere i ruoli o sospendere l’utente:\n\n{link}',
  },
} as const

/** To the administrators after `pnpm registry create-admin` (REQ-OPS-10): `{user}` is an e-mail, `{link}`. */
export const administratorCreatedMail = {
  subject: /*i18n*/ { id: 'message.administrator_created.subject', message: 'Nuovo amministratore del registro' },
  mail: /*i18n*/ {
    id: 'message.administrator_created.mail',
    message:
      'Chi gestisce il server ha creato l’amministratore {user}, con i ruoli GlobalAdmin e UserAdmin per tutte le aree.\n\nSe non te lo aspettavi, parlane subito con chi gestisce il server. Un amministratore degli utenti può sospendere l’utente:\n\n{link}',
  },
} as const

/** To the administrators after `pnpm registry reset-second-factor` (REQ-OPS-10): `{user}` is an e-mail, `{link}`. */
export const secondFactorResetMail = {
  subject: /*i18n*/ { id: 'message.second_factor_reset.subject', message: 'App di autenticazione tolta a un utente' },
  mail: /*i18n*/ {
    id: 'message.second_factor_reset.mail',
    message:
      'Chi gestisce il server ha tolto l’app di autenticazione di {user}, che entra con la sola password finché non ne attiva un’altra.\n\nSe non te lo aspettavi, parlane subito con chi gestisce il server. Un amministratore degli utenti può sospendere l’utente:\n\n{link}',
  },
} as const

/** Mails to the CenterAdmins of a centre about its state (REQ-ADM-22): `{centre}`, `{link}`. */
export const centreStateMails = {
  suspended: {
    subject: /*i18n*/ { id: 'message.centre_suspended.subject', message: 'Il tuo centro nel registro è sospeso' },
    mail: /*i18n*/ {
      id: 'message.centre_suspended.mail',
      message:
        'Un amministratore ha sospeso il centro {centre}. Con il ruolo di amministratore di questo centro non puoi più entrare nel registro, e il programma del centro non può più inviare dati. I dati dei pazienti restano, e i pazienti possono ancora entrare.\n\nSe qualcosa non torna, chiedi a un amministratore degli utenti.',
    },
  },
  reactivated: {
    subject: /*i18n*/ { id: 'message.centre_reactivated.subject', message: 'Il tuo centro nel registro è di nuovo attivo' },
    mail: /*i18n*/ {
      id: 'message.centre_reactivated.mail',
      message: 'Un amministratore ha riattivato il centro {centre}. Puoi di nuovo entrare e lavorare con i suoi dati.\n\n{link}',
    },
  },
} as const

/** Last change of an administrator, in `user_changed`. */
export const changedUserFields = {
  name: /*i18n*/ { id: 'user.changed.name', message: 'nome' },
  surname: /*i18n*/ { id: 'user.changed.surname', message: 'cognome' },
  roles: /*i18n*/ { id: 'user.changed.roles', message: 'ruoli' },
  state: /*i18n*/ { id: 'user.changed.state', message: 'stato' },
} as const

/** Last change of an administrator, in `centre_changed`. */
export const changedCentreFields = {
  name: /*i18n*/ { id: 'centre.changed.name', message: 'nome' },
  geotreeid: /*i18n*/ { id: 'centre.changed.geotreeid', message: 'area' },
  address: /*i18n*/ { id: 'centre.changed.address', message: 'indirizzo' },
  city: /*i18n*/ { id: 'centre.changed.city', message: 'città' },
  telephone: /*i18n*/ { id: 'centre.changed.telephone', message: 'telefono' },
  ecrf: /*i18n*/ { id: 'centre.changed.ecrf', message: 'software e-CRF' },
  state: /*i18n*/ { id: 'centre.changed.state', message: 'stato' },
  password: /*i18n*/ { id: 'centre.changed.password', message: 'password e-CRF' },
} as const

/** Changes of another person in a draft of the questionnaire, in `sf36_draft_changed`. */
export const changedWordingParts = {
  question: /*i18n*/ { id: 'sf36.changed.question', message: 'domanda {place}' },
  description: /*i18n*/ { id: 'sf36.changed.description', message: 'descrizione' },
  licence: /*i18n*/ { id: 'sf36.changed.licence', message: 'licenza' },
  scoring: /*i18n*/ { id: 'sf36.changed.scoring', message: 'punteggi' },
  begun: /*i18n*/ { id: 'sf36.changed.begun', message: 'ha cominciato la bozza' },
} as const
