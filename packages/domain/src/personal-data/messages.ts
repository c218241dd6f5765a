/** Error messages of the personal data and contacts of a patient (REQ-PAT-02, REQ-PAT-10). */
export const personalDataMessages = {
  contact_in_use: /*i18n*/ {
    id: 'error.contact_in_use',
    message:
      'Questo recapito ha già un account in MyConsent. Apri di nuovo l’invito e scegli se restare con il tuo account o passare a questo centro',
  },
  contact_taken: /*i18n*/ {
    id: 'error.contact_taken',
    message: 'Con questo recapito entra già un altro account di MyConsent. Scegline un altro, oppure chiedi al tuo centro',
  },
  contact_code_sent: /*i18n*/ {
    id: 'error.contact_code_sent',
    message:
      'Abbiamo mandato un codice al nuovo recapito. Non abbiamo ancora salvato nulla: ripeti il salvataggio con il codice entro {minutes, plural, one {# minuto} other {# minuti}}',
  },
  code_limit: /*i18n*/ { id: 'error.code_limit', message: 'Hai già chiesto più codici: aspetta qualche minuto e riprova' },
  record_code_required: /*i18n*/ {
    id: 'error.record_code_required',
    message: 'Per vedere la tua cartella serve un codice di non più di {minutes} minuti fa: chiedi il codice e inseriscilo',
  },
  record_minor: /*i18n*/ {
    id: 'error.record_minor',
    message: 'La cartella si legge da soli dai {age} anni in poi. Chiedi a un genitore, al tuo tutore o al tuo centro di leggerla con te',
  },
  allergies_too_long: /*i18n*/ { id: 'error.allergies_too_long', message: 'Scrivi le allergie in non più di 200 caratteri' },
  personal_data_changed: /*i18n*/ {
    id: 'error.personal_data_changed',
    message: 'Questi dati sono cambiati dopo che li hai aperti. Controlla i campi indicati, poi salva di nuovo',
  },
  centre_changes_this: /*i18n*/ {
    id: 'error.centre_changes_this',
    message: 'Questo dato lo cambia solo il tuo centro: chiedi al centro di correggerlo',
  },
} as const
