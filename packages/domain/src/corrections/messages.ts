/** Error messages of the patients' requests for correction (REQ-PAT-27). */
export const correctionMessages = {
  correction_closed: /*i18n*/ {
    id: 'error.correction_closed',
    message: 'Questa richiesta ha già una risposta, o il paziente l’ha ritirata: apri di nuovo la pagina',
  },
  correction_too_long: /*i18n*/ { id: 'error.correction_too_long', message: 'Al massimo 500 caratteri' },
  correction_limit: /*i18n*/ {
    id: 'error.correction_limit',
    message: 'Hai già {max, plural, one {# richiesta aperta} other {# richieste aperte}}: aspetta le risposte del centro, o ritirane una',
  },
} as const
