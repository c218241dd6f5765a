/** Error messages of the log and of the reference tables (REQ-ADM-03, REQ-ADM-04). */
export const administrationMessages = {
  log_user_and_patient: /*i18n*/ {
    id: 'error.log_user_and_patient',
    message: 'Ricerca contemporanea di utenti e pazienti non consentita',
  },
  log_patient_wrong: /*i18n*/ { id: 'error.log_patient_wrong', message: 'Scrivi il numero del paziente, solo con cifre' },
  log_limit_wrong: /*i18n*/ { id: 'error.log_limit_wrong', message: 'Scegli 10, 100 o 1000 risultati' },
  log_dates_reversed: /*i18n*/ { id: 'error.log_dates_reversed', message: 'La data finale non può precedere quella iniziale' },
  log_text_too_long: /*i18n*/ { id: 'error.log_text_too_long', message: 'Il testo può avere al massimo 255 caratteri' },
  log_order_wrong: /*i18n*/ {
    id: 'error.log_order_wrong',
    message: 'Il log si ordina solo per una delle sue colonne: scegli la colonna e il senso, crescente (asc) o decrescente (desc)',
  },
  reference_table_unknown: /*i18n*/ { id: 'error.reference_table_unknown', message: 'Tabella sconosciuta' },
} as const
