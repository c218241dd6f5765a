import { signInErrorMessages } from './access/sign-in-errors.ts'
import { administrationMessages } from './administration/messages.ts'
import { centreErrorMessages } from './centres/messages.ts'
import { communicationMessages } from './communications/messages.ts'
import { documentMessages } from './consent/document-messages.ts'
import { ecrfMessages } from './ecrf/messages.ts'
import { valueMessages } from './fields/messages.ts'
import { freeSqlMessages } from './filter/free-sql-messages.ts'
import { filterMessages } from './filter/messages.ts'
import { importMessages } from './imports/messages.ts'
import { personalDataMessages } from './personal-data/messages.ts'
import { referenceMessages } from './reference/messages.ts'
import { ruleMessages } from './rules/messages.ts'
import { settingMessages } from './settings/messages.ts'
import { sf36ErrorMessages } from './sf36/error-messages.ts'
import { studyMessages } from './studies/messages.ts'
import { userMessages } from './users/messages.ts'

/**
 * Error messages by code, in Italian; locales/signed-in/en.po has the English texts.
 * Callers rely on the code (REQ-API-02). The catalogue id is `error.` and the code.
 */
export const errorMessages = {
  session_required: /*i18n*/ { id: 'error.session_required', message: 'session required' },
  permission_denied: /*i18n*/ { id: 'error.permission_denied', message: 'Non hai il permesso per questa operazione' },
  validation_failed: /*i18n*/ { id: 'error.validation_failed', message: 'Alcuni dati non sono corretti: controlla i campi indicati' },
  not_found: /*i18n*/ { id: 'error.not_found', message: 'Elemento non trovato' },
  unexpected: /*i18n*/ { id: 'error.unexpected', message: 'Errore lato server. Riprova; se si ripete, comunica il codice {requestId}' },
  filter_name_required: /*i18n*/ { id: 'error.filter_name_required', message: 'Inserisci il nome del filtro' },
  filter_name_too_long: /*i18n*/ { id: 'error.filter_name_too_long', message: 'Il nome può avere al massimo 80 caratteri' },
  filter_description_required: /*i18n*/ { id: 'error.filter_description_required', message: 'Inserisci la descrizione del filtro' },
  filter_description_too_long: /*i18n*/ {
    id: 'error.filter_description_too_long',
    message: 'La descrizione può avere al massimo 255 caratteri',
  },
  document_unknown: /*i18n*/ { id: 'error.document_unknown', message: 'Documento sconosciuto' },
  password_wrong: /*i18n*/ { id: 'error.password_wrong', message: 'Nome utente o password non corretti' },
  password_too_long: /*i18n*/ { id: 'error.password_too_long', message: 'La password può avere al massimo 128 caratteri' },
  withdrawal_choice_required: /*i18n*/ { id: 'error.withdrawal_choice_required', message: 'Scegli come ritirare il consenso' },
  mobile_not_mobile: /*i18n*/ {
    id: 'error.mobile_not_mobile',
    message:
      'Non è un numero di cellulare: gli SMS non arrivano ai numeri fissi né a quelli a pagamento. Usa un cellulare, oppure l’accesso per e-mail',
  },
  mobile_prefix_not_allowed: /*i18n*/ {
    id: 'error.mobile_prefix_not_allowed',
    message: 'Il registro manda SMS solo ai numeri con questi prefissi: {prefixes}. Usa l’accesso per e-mail',
  },
  code_refused: /*i18n*/ { id: 'error.code_refused', message: 'Codice non corretto o non più valido. Se serve, chiedine un altro' },
  too_many_attempts: /*i18n*/ {
    id: 'error.too_many_attempts',
    message: 'Troppi tentativi. Riprova tra {seconds, plural, one {# secondo} other {# secondi}}',
  },
  password_stopped: /*i18n*/ {
    id: 'error.password_stopped',
    message: 'Troppi tentativi sbagliati: questa password non viene più accettata da qui. Usa «Password dimenticata» per averne una nuova',
  },
  busy: /*i18n*/ {
    id: 'error.busy',
    message: 'Il servizio è molto richiesto in questo momento. Riprova tra {seconds, plural, one {# secondo} other {# secondi}}',
  },
  old_password_wrong: /*i18n*/ { id: 'error.old_password_wrong', message: 'La vecchia password non è corretta' },
  password_same: /*i18n*/ { id: 'error.password_same', message: 'La nuova password non può coincidere con la vecchia' },
  password_reused: /*i18n*/ {
    id: 'error.password_reused',
    message: 'Hai già usato questa password di recente: scegline una diversa dalle ultime 5',
  },
  password_too_short: /*i18n*/ { id: 'error.password_too_short', message: 'La password deve avere almeno {minimum} caratteri' },
  password_weak: /*i18n*/ {
    id: 'error.password_weak',
    message: 'Questa password è troppo facile da indovinare: usa più parole, o parole meno comuni',
  },
  field_wrong: /*i18n*/ { id: 'error.field_wrong', message: 'Valore non valido' },
  field_required: /*i18n*/ { id: 'error.field_required', message: 'Campo obbligatorio' },
  field_unknown: /*i18n*/ { id: 'error.field_unknown', message: 'Campo sconosciuto' },
  action_unknown: /*i18n*/ { id: 'error.action_unknown', message: 'Azione sconosciuta' },
  path_unknown: /*i18n*/ { id: 'error.path_unknown', message: 'Indirizzo sconosciuto' },
  method_wrong: /*i18n*/ { id: 'error.method_wrong', message: 'Metodo non ammesso per questo indirizzo' },
  body_unreadable: /*i18n*/ { id: 'error.body_unreadable', message: 'La richiesta non è leggibile' },
  boundary_wrong: /*i18n*/ { id: 'error.boundary_wrong', message: 'Il delimitatore (boundary) del modulo multipart manca o non è valido' },
  body_too_large: /*i18n*/ { id: 'error.body_too_large', message: 'La richiesta è troppo grande' },
  body_type_wrong: /*i18n*/ { id: 'error.body_type_wrong', message: 'Il tipo di contenuto della richiesta non è ammesso' },
  origin_refused: /*i18n*/ { id: 'error.origin_refused', message: 'La richiesta viene da un altro sito' },
  batch_refused: /*i18n*/ { id: 'error.batch_refused', message: 'Questa operazione non può far parte di una richiesta multipla (batch)' },
  batch_too_large: /*i18n*/ {
    id: 'error.batch_too_large',
    message: 'Una richiesta multipla (batch) può avere al massimo {calls} operazioni',
  },
  not_ready: /*i18n*/ { id: 'error.not_ready', message: 'Il servizio non è pronto: riprova tra poco' },
  file_required: /*i18n*/ { id: 'error.file_required', message: 'Manca il file' },
  file_too_large: /*i18n*/ { id: 'error.file_too_large', message: 'Il file supera i {megabytes} MB' },
  upload_incomplete: /*i18n*/ { id: 'error.upload_incomplete', message: 'Il file è arrivato incompleto' },
  upload_too_slow: /*i18n*/ {
    id: 'error.upload_too_slow',
    message: 'L’invio è troppo lento ed è stato interrotto: riprova con una connessione più veloce o con un file più piccolo',
  },
  upload_space_full: /*i18n*/ {
    id: 'error.upload_space_full',
    message: 'Il server non ha più spazio per ricevere file: riprova più tardi; se si ripete, avvisa chi gestisce il servizio',
  },
  ...signInErrorMessages,
  ...valueMessages,
  ...filterMessages,
  ...freeSqlMessages,
  ...referenceMessages,
  ...ruleMessages,
  ...importMessages,
  ...documentMessages,
  ...ecrfMessages,
  ...personalDataMessages,
  ...settingMessages,
  ...sf36ErrorMessages,
  ...studyMessages,
  ...userMessages,
  ...administrationMessages,
  ...centreErrorMessages,
  ...communicationMessages,
  passwords_differ: /*i18n*/ { id: 'error.passwords_differ', message: 'Le nuove password non coincidono' },
  recall_not_found: /*i18n*/ {
    id: 'error.recall_not_found',
    message: 'Questa esportazione non è tra quelle da eliminare, o la conferma c’è già: ricarica la pagina',
  },
  filter_not_found: /*i18n*/ { id: 'error.filter_not_found', message: 'Il filtro {id} non esiste' },
  filter_not_yours: /*i18n*/ { id: 'error.filter_not_yours', message: 'Solo l’autore o un GlobalAdmin può modificare il filtro' },
  filter_changed: /*i18n*/ {
    id: 'error.filter_changed',
    message: 'Il filtro è stato modificato da un’altra persona: riaprilo, poi ripeti le tue modifiche',
  },
  filter_broken: /*i18n*/ {
    id: 'error.filter_broken',
    message: 'Il filtro {id} non può più essere eseguito: un campo o un valore non esiste più. Correggilo e salvalo',
  },
  count_superseded: /*i18n*/ {
    id: 'error.count_superseded',
    message: 'Il conteggio è stato interrotto, perché ne è cominciato uno più recente',
  },
  exports_under_way: /*i18n*/ {
    id: 'error.exports_under_way',
    message: 'Ci sono già {max} esportazioni in corso: attendi che una finisca',
  },
  filter_sql_unavailable: /*i18n*/ {
    id: 'error.filter_sql_unavailable',
    message: 'RUN esegue la condizione salvata: salvala con MODIFY, poi ripeti RUN senza sql_condition',
  },
  filter_sql_and_list: /*i18n*/ {
    id: 'error.filter_sql_and_list',
    message: 'Un filtro ha condizioni guidate o una condizione in SQL, non entrambe: togli filter_list o sql_condition',
  },
  filter_too_slow: /*i18n*/ {
    id: 'error.filter_too_slow',
    message: 'Il filtro non ha finito entro {seconds} secondi: scrivi una condizione più semplice, o riprova più tardi',
  },
  filter_number_too_large: /*i18n*/ {
    id: 'error.filter_number_too_large',
    message: 'Un calcolo del filtro dà un numero troppo grande: correggi moltiplicazioni e potenze',
  },
  format_required: /*i18n*/ { id: 'error.format_required', message: 'Formato, campo obbligatorio' },
  format_unknown: /*i18n*/ { id: 'error.format_unknown', message: 'Formato sconosciuto: usa CSV, JSON, XLSX o XML' },
  preliminary_unanswered: /*i18n*/ { id: 'error.preliminary_unanswered', message: 'Non hai risposto a tutte le domande' },
  preliminary_not_all_yes: /*i18n*/ {
    id: 'error.preliminary_not_all_yes',
    message: 'Non è possibile procedere se non si è risposto Sì a tutte le domande',
  },
  consent_required: /*i18n*/ { id: 'error.consent_required', message: 'campo obbligatorio' },
  consent_text_changed: /*i18n*/ {
    id: 'error.consent_text_changed',
    message: 'Il testo è cambiato mentre rispondevi: rileggilo e rispondi di nuovo',
  },
  link_of_other_centre: /*i18n*/ {
    id: 'error.link_of_other_centre',
    message: 'Un altro centro ti ha invitato con lo stesso recapito. Per rispondere bisogna prima uscire. Il tuo accesso resta com’è',
  },
  link_of_another: /*i18n*/ {
    id: 'error.link_of_another',
    message: 'Questo link è di un’altra persona: per usarlo bisogna prima uscire. Il tuo accesso resta com’è',
  },
  consent_text_not_sent: /*i18n*/ {
    id: 'error.consent_text_not_sent',
    message: 'Apri e leggi prima i testi dei consensi, poi rispondi',
  },
  receipt_not_found: /*i18n*/ {
    id: 'error.receipt_not_found',
    message: 'Questa ricevuta non esiste. Ricarica la pagina e scegli una ricevuta della storia delle tue risposte',
  },
  receipt_too_large: /*i18n*/ {
    id: 'error.receipt_too_large',
    message: 'Il file è troppo grande per una ricevuta: il limite è 180 KB. Scegli il file della ricevuta',
  },
  consent_document_unknown: /*i18n*/ { id: 'error.consent_document_unknown', message: 'Documento sconosciuto' },
  reauthentication_required: /*i18n*/ { id: 'error.reauthentication_required', message: 'Per sicurezza, inserisci di nuovo la password' },
  second_factor_required: /*i18n*/ {
    id: 'error.second_factor_required',
    message: 'Serve anche il codice della tua app di autenticazione, oppure un codice di recupero',
  },
  second_factor_wrong: /*i18n*/ {
    id: 'error.second_factor_wrong',
    message: 'Codice non corretto o già usato. Aspetta il prossimo codice dell’app, poi riprova',
  },
  second_factor_obliged: /*i18n*/ {
    id: 'error.second_factor_obliged',
    message: 'Il registro chiede a tutti gli operatori un’app di autenticazione: puoi cambiarla, non toglierla',
  },
  second_factor_carries_password: /*i18n*/ {
    id: 'error.second_factor_carries_password',
    message: 'Senza l’app di autenticazione la password deve avere almeno 15 caratteri: prima scegline una più lunga',
  },
  second_factor_enrolment_expired: /*i18n*/ {
    id: 'error.second_factor_enrolment_expired',
    message: 'Il codice QR non vale più: ricomincia e inquadra quello nuovo',
  },
  sign_in_stale: /*i18n*/ { id: 'error.sign_in_stale', message: 'L’accesso è scaduto: inserisci di nuovo e-mail e password' },
  column_unknown: /*i18n*/ { id: 'error.column_unknown', message: 'Colonna sconosciuta' },
  file_empty: /*i18n*/ { id: 'error.file_empty', message: 'Il file è vuoto' },
  file_format_mismatch: /*i18n*/ {
    id: 'error.file_format_mismatch',
    message: 'Il contenuto del file non è {format}: scegli il formato giusto',
  },
  file_encoding: /*i18n*/ { id: 'error.file_encoding', message: 'Il testo del file non è in UTF-8: salvalo come UTF-8 e riprova' },
  file_nul: /*i18n*/ { id: 'error.file_nul', message: 'Riga {row}: il file contiene un carattere non ammesso (NUL)' },
  file_rows_too_many: /*i18n*/ { id: 'error.file_rows_too_many', message: 'Il file ha più di {limit, number} righe: dividilo' },
  file_columns_too_many: /*i18n*/ { id: 'error.file_columns_too_many', message: 'Il file ha più di {limit, number} colonne' },
  file_cell_too_long: /*i18n*/ {
    id: 'error.file_cell_too_long',
    message: 'Riga {row}, colonna {column}: il testo supera i {limit, number} caratteri',
  },
  file_row_too_long: /*i18n*/ { id: 'error.file_row_too_long', message: 'Riga {row}: supera i {limit, number} caratteri' },
  file_column_unknown: /*i18n*/ { id: 'error.file_column_unknown', message: 'Colonna sconosciuta: {column}' },
  file_column_missing: /*i18n*/ { id: 'error.file_column_missing', message: 'Manca la colonna {column}' },
  file_column_duplicate: /*i18n*/ { id: 'error.file_column_duplicate', message: 'La colonna {column} compare più di una volta' },
  file_column_unnamed: /*i18n*/ { id: 'error.file_column_unnamed', message: 'Riga {row}: la cella {position} non ha un nome di colonna' },
  file_too_slow: /*i18n*/ { id: 'error.file_too_slow', message: 'La lettura del file richiede più di {seconds} secondi: dividi il file' },
  file_too_complex: /*i18n*/ { id: 'error.file_too_complex', message: 'Il file richiede troppa memoria: dividilo o salvalo come CSV' },
  csv_quote: /*i18n*/ { id: 'error.csv_quote', message: 'Linea {line}: virgolette fuori posto' },
  csv_cells: /*i18n*/ { id: 'error.csv_cells', message: 'Riga {row} (linea {line}): ha {found} celle invece di {expected}' },
  json_syntax: /*i18n*/ { id: 'error.json_syntax', message: 'Riga {row}: JSON non corretto' },
  json_shape: /*i18n*/ { id: 'error.json_shape', message: 'Riga {row}: il JSON deve essere un elenco di oggetti, o un oggetto con "rows"' },
  json_duplicate_key: /*i18n*/ { id: 'error.json_duplicate_key', message: 'Riga {row}: il nome {key} compare più di una volta' },
  json_value: /*i18n*/ {
    id: 'error.json_value',
    message: 'Riga {row}, colonna {column}: è ammesso solo un valore semplice o un elenco di valori',
  },
  xml_syntax: /*i18n*/ { id: 'error.xml_syntax', message: 'Linea {line}: XML non corretto' },
  xml_shape: /*i18n*/ { id: 'error.xml_shape', message: 'Linea {line}: la forma deve essere rows, row, campo' },
  xml_doctype: /*i18n*/ { id: 'error.xml_doctype', message: 'Linea {line}: DOCTYPE non è ammesso' },
  xml_instruction: /*i18n*/ { id: 'error.xml_instruction', message: 'Linea {line}: istruzioni di elaborazione non ammesse' },
  xml_entity: /*i18n*/ { id: 'error.xml_entity', message: 'Linea {line}: entità non ammessa' },
  xml_attributes_too_many: /*i18n*/ { id: 'error.xml_attributes_too_many', message: 'Linea {line}: più di {limit} attributi' },
  xml_text_too_long: /*i18n*/ {
    id: 'error.xml_text_too_long',
    message: 'Linea {line}: un testo o un elemento supera i {limit, number} caratteri',
  },
  xlsx_damaged: /*i18n*/ { id: 'error.xlsx_damaged', message: 'La cartella di lavoro XLSX è danneggiata o non è corretta' },
  xlsx_encrypted: /*i18n*/ {
    id: 'error.xlsx_encrypted',
    message: 'La cartella di lavoro è protetta da password o non è un XLSX: salvala come XLSX senza password',
  },
  xlsx_entries_too_many: /*i18n*/ { id: 'error.xlsx_entries_too_many', message: 'La cartella di lavoro ha più di {limit} parti' },
  xlsx_unpacks_too_large: /*i18n*/ {
    id: 'error.xlsx_unpacks_too_large',
    message: 'La cartella di lavoro, decompressa, supera i {megabytes} MB',
  },
  xlsx_no_sheet: /*i18n*/ { id: 'error.xlsx_no_sheet', message: 'La cartella di lavoro non ha fogli' },
  xlsx_error_cell: /*i18n*/ { id: 'error.xlsx_error_cell', message: 'Riga {row}, colonna {column}: la cella contiene un errore' },
  xlsx_rows_too_many: /*i18n*/ {
    id: 'error.xlsx_rows_too_many',
    message: 'Un foglio XLSX può avere al massimo {limit, number} righe: scegli un altro formato',
  },
} as const

export type ErrorCode = keyof typeof errorMessages
