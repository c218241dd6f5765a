/** Error messages of clinical studies. REQ-STU-07 fixes the Italian text of the missing consents. */
export const studyMessages = {
  study_id_required: /*i18n*/ { id: 'error.study_id_required', message: 'Inserisci il codice dello studio' },
  study_id_wrong: /*i18n*/ {
    id: 'error.study_id_wrong',
    message: 'Il codice dello studio può avere al massimo 80 caratteri, senza spazi all’inizio e alla fine, e non può essere «__new__»',
  },
  study_id_in_use: /*i18n*/ { id: 'error.study_id_in_use', message: 'Esiste già uno studio con questo codice: scegline un altro' },
  study_not_found: /*i18n*/ { id: 'error.study_not_found', message: 'Lo studio non esiste' },
  study_changed: /*i18n*/ {
    id: 'error.study_changed',
    message: 'Lo studio è stato modificato da un’altra persona: riaprilo, poi ripeti le tue modifiche',
  },
  study_text_too_long: /*i18n*/ { id: 'error.study_text_too_long', message: 'Il testo può avere al massimo 255 caratteri' },
  study_video_wrong: /*i18n*/ {
    id: 'error.study_video_wrong',
    message: 'L’indirizzo del video deve cominciare con https:// e avere al massimo 255 caratteri',
  },
  study_contact_wrong: /*i18n*/ {
    id: 'error.study_contact_wrong',
    message: 'Inserisci un indirizzo e-mail o un numero di telefono, e il nome di chi risponde',
  },
  study_centre_unknown: /*i18n*/ { id: 'error.study_centre_unknown', message: 'Questo centro non esiste: scegline uno dell’elenco' },
  study_type_unknown: /*i18n*/ { id: 'error.study_type_unknown', message: 'Questo tipo di studio non esiste: scegline uno dell’elenco' },
  study_questionnaire_unknown: /*i18n*/ {
    id: 'error.study_questionnaire_unknown',
    message: 'Questo questionario non esiste: scegline uno dell’elenco',
  },
  study_filter_broken: /*i18n*/ {
    id: 'error.study_filter_broken',
    message: 'Questo filtro non può essere eseguito: correggilo, oppure scegline un altro',
  },
  study_field_fixed: /*i18n*/ {
    id: 'error.study_field_fixed',
    message: 'Questo campo non si può più modificare: i comitati etici hanno già ricevuto lo studio',
  },
  study_end_date_past: /*i18n*/ {
    id: 'error.study_end_date_past',
    message: 'La data di fine arruolamento non può essere nel passato: scegli oggi o un giorno successivo',
  },
  study_ended: /*i18n*/ { id: 'error.study_ended', message: 'Lo studio è concluso o esportato: non si può più modificare' },
  study_running: /*i18n*/ { id: 'error.study_running', message: 'Lo studio è in corso: prima concludilo, poi eliminalo' },
  study_suspended: /*i18n*/ { id: 'error.study_suspended', message: 'Lo studio è sospeso: prima va riattivato' },
  study_not_suspended: /*i18n*/ { id: 'error.study_not_suspended', message: 'Lo studio non è sospeso' },
  study_ethics_decided: /*i18n*/ {
    id: 'error.study_ethics_decided',
    message: 'La valutazione del comitato etico è già stata inserita: per correggerla indica il motivo',
  },
  study_ethics_fixed: /*i18n*/ {
    id: 'error.study_ethics_fixed',
    message: 'La valutazione non si può più correggere: sono già stati invitati dei pazienti, o lo studio è concluso',
  },
  study_ethics_not_yours: /*i18n*/ {
    id: 'error.study_ethics_not_yours',
    message: 'Puoi inserire la valutazione del comitato etico solo per il tuo centro',
  },
  study_ethics_date: /*i18n*/ {
    id: 'error.study_ethics_date',
    message: 'La data della valutazione non può essere nel futuro',
  },
  study_document_not_pdf: /*i18n*/ {
    id: 'error.study_document_not_pdf',
    message: 'Il documento del comitato etico deve essere un file PDF intero: scegline un altro',
  },
  study_document_too_large: /*i18n*/ {
    id: 'error.study_document_too_large',
    message: 'Il documento del comitato etico può avere al massimo 10 MB: riducilo, poi caricalo di nuovo',
  },
  study_document_exists: /*i18n*/ {
    id: 'error.study_document_exists',
    message: 'Il documento di questa valutazione è già stato caricato: non si può sostituire',
  },
  study_document_no_decision: /*i18n*/ {
    id: 'error.study_document_no_decision',
    message: 'Inserisci prima la valutazione del comitato etico del tuo centro, poi carica il documento',
  },
  study_document_not_found: /*i18n*/ {
    id: 'error.study_document_not_found',
    message: 'Il centro non ha caricato il documento del comitato etico',
  },
  study_sheet_not_pdf: /*i18n*/ {
    id: 'error.study_sheet_not_pdf',
    message: 'Il foglio informativo deve essere un file PDF intero: scegline un altro',
  },
  study_sheet_too_large: /*i18n*/ {
    id: 'error.study_sheet_too_large',
    message: 'Il foglio informativo può avere al massimo 10 MB: riducilo, poi caricalo di nuovo',
  },
  study_sheet_not_found: /*i18n*/ {
    id: 'error.study_sheet_not_found',
    message: 'Lo studio non ha un foglio informativo',
  },
  study_not_sent: /*i18n*/ {
    id: 'error.study_not_sent',
    message: 'L’operazione non è possibile nello stato attuale dello studio: riaprilo per vederlo',
  },
  study_not_open: /*i18n*/ { id: 'error.study_not_open', message: 'Lo studio non raccoglie risposte in questo momento' },
  study_not_active: /*i18n*/ { id: 'error.study_not_active', message: 'Si esportano solo gli studi attivi' },
  study_enrolment_over: /*i18n*/ { id: 'error.study_enrolment_over', message: 'L’arruolamento dello studio è finito' },
  study_centre_not_approved: /*i18n*/ {
    id: 'error.study_centre_not_approved',
    message: 'Il comitato etico del tuo centro non ha approvato lo studio',
  },
  study_patient_unknown: /*i18n*/ {
    id: 'error.study_patient_unknown',
    message: 'Nessun candidato di questo studio ha questo codice nel tuo centro',
  },
  study_patient_answered: /*i18n*/ {
    id: 'error.study_patient_answered',
    message: 'Il paziente ha già risposto: la decisione non si può più cambiare',
  },
  study_patient_not_consenting: /*i18n*/ {
    id: 'error.study_patient_not_consenting',
    message: 'Si esportano solo i pazienti che hanno dato il consenso allo studio',
  },
  study_answer_required: /*i18n*/ { id: 'error.study_answer_required', message: 'Inserisci la risposta' },
  study_consents_missing: /*i18n*/ {
    id: 'error.study_consents_missing',
    message: 'Non è possibile partecipare senza fornire i consensi richiesti',
  },
  filter_frozen: /*i18n*/ {
    id: 'error.filter_frozen',
    message: 'Uno studio già valutato da un comitato etico usa questo filtro: non si può modificare. Creane uno nuovo',
  },
} as const
