/** Error messages of the e-CRF. REQ-CRF-07 fixes the Italian texts of the missing fields and of the save without a change. */
export const ecrfMessages = {
  record_not_found: /*i18n*/ { id: 'error.record_not_found', message: 'La cartella non esiste, o non è del tuo centro' },
  record_nothing_changed: /*i18n*/ { id: 'error.record_nothing_changed', message: 'Nessun campo modificato' },
  record_person_required: /*i18n*/ { id: 'error.record_person_required', message: 'I campi DOB e SEX sono obbligatori' },
  record_field_unknown: /*i18n*/ { id: 'error.record_field_unknown', message: 'La cartella non ha un campo con questo nome' },
  record_field_changed: /*i18n*/ {
    id: 'error.record_field_changed',
    message: '{actor} ha cambiato questo campo il {at}: leggi di nuovo la cartella e scegli quale valore tenere',
  },
  record_changed: /*i18n*/ {
    id: 'error.record_changed',
    message: 'Altri hanno cambiato gli stessi campi dopo la tua lettura: non è stato salvato nulla',
  },
  record_code_in_use: /*i18n*/ {
    id: 'error.record_code_in_use',
    message: 'Un paziente del centro ha già questo codice: scegline un altro o apri la sua cartella',
  },
  record_contact_pending: /*i18n*/ {
    id: 'error.record_contact_pending',
    message:
      'Il nuovo recapito vale quando il paziente lo conferma con il link e il codice che riceve: fino ad allora resta quello di prima',
  },
  record_contact_taken: /*i18n*/ {
    id: 'error.record_contact_taken',
    message: 'Un altro paziente del centro entra già con questo recapito: controlla di averlo scritto bene',
  },
  record_day_limit: /*i18n*/ {
    id: 'error.record_day_limit',
    message:
      'Il centro ha registrato il massimo di nuovi pazienti in 24 ore: riprova domani, o chiedi all’amministratore globale un limite più alto',
  },
  record_sms_limit: /*i18n*/ {
    id: 'error.record_sms_limit',
    message: 'Il centro ha invitato per SMS il massimo di pazienti in 24 ore: riprova domani, o usa l’e-mail del paziente',
  },
  record_identity_differs: /*i18n*/ {
    id: 'error.record_identity_differs',
    message: 'Il valore è diverso da quello registrato: controlla che sia la cartella di questo paziente',
  },
  record_field_unchanged: /*i18n*/ {
    id: 'error.record_field_unchanged',
    message: 'Questo campo non si cambia nella cartella: il valore registrato resta com’è',
  },
  import_not_undoable: /*i18n*/ {
    id: 'error.import_not_undoable',
    message: 'Questo file non si può annullare: non ha registrato pazienti né cambiato valori che ci siano ancora',
  },
  import_undone_already: /*i18n*/ { id: 'error.import_undone_already', message: 'Questo file è già stato annullato: ricarica l’elenco' },
  import_changed_since: /*i18n*/ {
    id: 'error.import_changed_since',
    message:
      'Dopo questo file {count, plural, one {è stata salvata di nuovo la cartella di un paziente} other {sono state salvate di nuovo le cartelle di # pazienti}}: non è stato annullato nulla. Correggi i valori nelle cartelle o con un altro file',
  },
  import_registrations_changed: /*i18n*/ {
    id: 'error.import_registrations_changed',
    message:
      '{count, plural, one {Un paziente di questo file ha già risposto all’invito, o la sua cartella è cambiata} other {# pazienti di questo file hanno già risposto all’invito, o le loro cartelle sono cambiate}}: non è stato annullato nulla',
  },
  record_reason_required: /*i18n*/ {
    id: 'error.record_reason_required',
    message: 'La cartella è firmata: scrivi il motivo della correzione',
  },
  record_year_not_signable: /*i18n*/ {
    id: 'error.record_year_not_signable',
    message: 'Si può firmare per quest’anno o per l’anno scorso',
  },
  record_changed_unsigned: /*i18n*/ {
    id: 'error.record_changed_unsigned',
    message: 'La cartella è cambiata dopo la tua lettura: rileggila e firma di nuovo',
  },
  work_list_view_not_found: /*i18n*/ {
    id: 'error.work_list_view_not_found',
    message: 'La vista non esiste più, o è di un’altra persona: ricarica la pagina',
  },
  work_list_view_name_used: /*i18n*/ {
    id: 'error.work_list_view_name_used',
    message: 'Hai già una vista con questo nome: scegline un altro',
  },
  work_list_view_names_patient: /*i18n*/ {
    id: 'error.work_list_view_names_patient',
    message: 'Il nome contiene il codice o il nome di un paziente del centro: scegline un altro',
  },
  work_list_view_limit: /*i18n*/ {
    id: 'error.work_list_view_limit',
    message: 'Hai già il numero massimo di viste: elimina una vista che non usi',
  },
  discrepancy_changed: /*i18n*/ {
    id: 'error.discrepancy_changed',
    message: 'Una segnalazione non è più aperta: nessuna risposta è stata salvata',
  },
  centre_query_changed: /*i18n*/ {
    id: 'error.centre_query_changed',
    message: 'Questa richiesta di chiarimento non è più aperta: ricarica l’elenco',
  },
} as const
