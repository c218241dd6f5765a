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

/** What an administrator changed last, in `user_changed`. */
export const changedUserFields = {
  name: /*i18n*/ { id: 'user.changed.name', message: 'nome' },
  surname: /*i18n*/ { id: 'user.changed.surname', message: 'cognome' },
  roles: /*i18n*/ { id: 'user.changed.roles', message: 'ruoli' },
  state: /*i18n*/ { id: 'user.changed.state', message: 'stato' },
} as const

/** What an administrator changed last, in `centre_changed`. */
export const changedCentreFields = {
  name: /*i18n*/ { id: 'centre.changed.name', message: 'nome' },
  geotreeid: /*i18n*/ { id: 'centre.changed.geotreeid', message: 'area' },
  address: /*i18n*/ { id: 'centre.changed.address', message: 'indirizzo' },
  city: /*i18n*/ { id: 'centre.changed.city', message: 'città' },
  ecrf: /*i18n*/ { id: 'centre.changed.ecrf', message: 'software e-CRF' },
  password: /*i18n*/ { id: 'centre.changed.password', message: 'password e-CRF' },
} as const
