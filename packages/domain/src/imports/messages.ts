/** Messages of errors and warnings of rows, except those of fields and cross-field rules (REQ-IMP-05). */
export const importMessages = {
  import_key_repeated: /*i18n*/ { id: 'error.import_key_repeated', message: 'Questo codice è già nella riga {first} del file' },
  import_code_case: /*i18n*/ {
    id: 'error.import_code_case',
    message:
      'Il centro ha già un paziente con il codice {other}, che differisce solo per maiuscole e minuscole: controlla che non sia lo stesso',
  },
  import_contact_taken: /*i18n*/ {
    id: 'error.import_contact_taken',
    message: 'Un altro paziente del centro entra già con questo recapito: controlla la riga',
  },
  import_day_limit: /*i18n*/ {
    id: 'error.import_day_limit',
    message:
      'Il centro ha registrato il massimo di nuovi pazienti in 24 ore: manda di nuovo questa riga domani, o chiedi all’amministratore globale un limite più alto',
  },
  import_sms_limit: /*i18n*/ {
    id: 'error.import_sms_limit',
    message:
      'Il centro ha invitato per SMS il massimo di pazienti in 24 ore: manda di nuovo questa riga domani, o registra il paziente con la sua e-mail',
  },
  import_patient_unknown: /*i18n*/ { id: 'error.import_patient_unknown', message: 'Il centro non ha un paziente con questo codice' },
  import_patient_differs: /*i18n*/ {
    id: 'error.import_patient_differs',
    message:
      'Il paziente è già registrato con un valore diverso: il file non lo cambia. Per correggerlo apri la sua cartella e scegli «Correggi la registrazione»',
  },
  import_identity_differs: /*i18n*/ {
    id: 'error.import_identity_differs',
    message:
      'Il valore è diverso da quello registrato: controlla che la riga riguardi questo paziente. Un nome si corregge nella sua cartella, con «Correggi la registrazione»',
  },
  import_field_unchanged: /*i18n*/ {
    id: 'error.import_field_unchanged',
    message: 'Questo campo non si cambia con un file: il valore registrato resta com’è',
  },
  import_consent_superseded: /*i18n*/ {
    id: 'error.import_consent_superseded',
    message: 'Il paziente ha risposto a questa domanda in quel giorno o più tardi: vale quella risposta',
  },
  import_took_too_long: /*i18n*/ {
    id: 'error.import_took_too_long',
    message:
      'L’importazione ha superato {minutes, plural, one {# minuto} other {# minuti}} ed è stata interrotta: riprova più tardi o dividi il file',
  },
  import_stopped: /*i18n*/ { id: 'error.import_stopped', message: 'Il caricamento è stato interrotto: non è stato registrato nulla' },
  import_return_requested: /*i18n*/ {
    id: 'error.import_return_requested',
    message:
      'Il paziente si è ritirato. Se il recapito è quello che aveva allora, riceve un link: torna nel registro solo se lo apre e conferma',
  },
  import_column_ignored: /*i18n*/ {
    id: 'error.import_column_ignored',
    message: 'La colonna è sconosciuta: i suoi valori non sono stati letti',
  },
  import_column_elsewhere: /*i18n*/ {
    id: 'error.import_column_elsewhere',
    message: 'La colonna appartiene a {path}: qui i suoi valori non sono stati letti',
  },
  import_more: /*i18n*/ {
    id: 'error.import_more',
    message: '{count, plural, one {C’è un’altra segnalazione, non elencata} other {Ci sono altre # segnalazioni, non elencate}}',
  },
} as const
