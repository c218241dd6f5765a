/** Mail to the UserAdmins about an enrolment request (REQ-ACC-22): `{link}`, but no text of the request (THREAT-49). */
export const identityRequestMessage = {
  subject: /*i18n*/ { id: 'message.identity_request.subject', message: 'Una nuova richiesta di iscrizione al registro' },
  mail: /*i18n*/ {
    id: 'message.identity_request.mail',
    message:
      'È arrivata una richiesta di iscrizione dal modulo di identità. Questo messaggio non riporta nulla di quanto è stato scritto: per leggere la richiesta entra nel registro, poi apri questo indirizzo:\n\n{link}',
  },
} as const
