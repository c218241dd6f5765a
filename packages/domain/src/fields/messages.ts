/** Messages of errors and warnings of values. A form shows the unit next to the field, so a limit has none. */
export const valueMessages = {
  value_required: /*i18n*/ { id: 'error.value_required', message: 'Campo obbligatorio' },
  value_reason_unknown: /*i18n*/ {
    id: 'error.value_reason_unknown',
    message: 'Motivo sconosciuto: dopo \\N: scrivi not_done, unknown, not_applicable oppure refused',
  },
  value_derived: /*i18n*/ {
    id: 'error.value_derived',
    message: 'Questo campo è calcolato dal registro: il valore inviato è stato ignorato',
  },
  value_text_invalid: /*i18n*/ { id: 'error.value_text_invalid', message: 'Inserisci un testo' },
  value_characters: /*i18n*/ { id: 'error.value_characters', message: 'Il testo contiene caratteri non ammessi' },
  value_too_long: /*i18n*/ { id: 'error.value_too_long', message: 'Al massimo {max, plural, one {# carattere} other {# caratteri}}' },
  value_number_invalid: /*i18n*/ { id: 'error.value_number_invalid', message: 'Numero non valido' },
  value_number_ambiguous: /*i18n*/ {
    id: 'error.value_number_ambiguous',
    message: 'Il punto può separare le migliaia o i decimali: scrivi {whole} oppure {decimal}',
  },
  value_integer_invalid: /*i18n*/ { id: 'error.value_integer_invalid', message: 'Inserisci un numero intero' },
  value_too_low: /*i18n*/ { id: 'error.value_too_low', message: 'Valore troppo basso: il minimo è {min}' },
  value_too_high: /*i18n*/ { id: 'error.value_too_high', message: 'Valore troppo alto: il massimo è {max}' },
  value_unusually_low: /*i18n*/ {
    id: 'error.value_unusually_low',
    message: 'Valore insolitamente basso, sotto {min}: verifica che sia corretto',
  },
  value_unusually_high: /*i18n*/ {
    id: 'error.value_unusually_high',
    message: 'Valore insolitamente alto, sopra {max}: verifica che sia corretto',
  },
  value_date_invalid: /*i18n*/ { id: 'error.value_date_invalid', message: 'Data non valida' },
  value_period_invalid: /*i18n*/ {
    id: 'error.value_period_invalid',
    message: 'Scrivi un numero intero di giorni, mesi o anni, al massimo 100 anni. Un programma scrive per esempio 24 months',
  },
  value_date_too_early: /*i18n*/ { id: 'error.value_date_too_early', message: 'La data non può precedere il {min}' },
  value_date_too_late: /*i18n*/ { id: 'error.value_date_too_late', message: 'La data non può seguire il {max}' },
  value_date_future: /*i18n*/ { id: 'error.value_date_future', message: 'La data non può essere futura' },
  value_date_unusual: /*i18n*/ { id: 'error.value_date_unusual', message: 'Data insolita: verifica che sia corretta' },
  value_boolean_invalid: /*i18n*/ { id: 'error.value_boolean_invalid', message: 'Rispondi sì o no' },
  value_not_listed: /*i18n*/ { id: 'error.value_not_listed', message: 'Voce non presente nell’elenco' },
  value_multilist_invalid: /*i18n*/ { id: 'error.value_multilist_invalid', message: 'Inserisci un elenco JSON di codici' },
  value_too_many_items: /*i18n*/ { id: 'error.value_too_many_items', message: 'Al massimo {max, plural, one {# voce} other {# voci}}' },
  legal_id_wrong: /*i18n*/ { id: 'error.legal_id_wrong', message: 'Codice fiscale non corretto' },
  mobile_prefix_wrong: /*i18n*/ { id: 'error.mobile_prefix_wrong', message: 'Prefisso internazionale non corretto' },
} as const
