import { guardianErrorMessages } from './guardians/messages.ts'
import { signInErrorMessages } from './access/sign-in-errors.ts'
import { centreErrorMessages } from './centres/messages.ts'
import { communicationMessages } from './communications/messages.ts'
import { documentMessages } from './consent/document-messages.ts'
import { paperConsentMessages } from './consent/paper-messages.ts'
import { correctionMessages } from './corrections/messages.ts'
import { ecrfMessages } from './ecrf/messages.ts'
import { valueMessages } from './fields/messages.ts'
import { fileErrorMessages } from './file-error-messages.ts'
import { freeSqlMessages } from './filter/free-sql-messages.ts'
import { filterMessages } from './filter/messages.ts'
import { importMessages } from './imports/messages.ts'
import { observationMessages } from './observations/messages.ts'
import { personalDataMessages } from './personal-data/messages.ts'
import { referenceMessages } from './reference/messages.ts'
import { ruleMessages } from './rules/messages.ts'
import { sf36ErrorMessages } from './sf36/error-messages.ts'
import { studyMessages } from './studies/messages.ts'
import { userMessages } from './users/messages.ts'

/**
 * Error messages by code, in Italian; `locales/en.po` has the English texts.
 * Callers rely on the code (REQ-API-02). The catalogue id is `error.` and the code.
 */
export const errorMessages = {
  session_required: /*i18n*/ { id: 'error.session_required', message: 'session required' },
  permission_denied: /*i18n*/ { id: 'error.permission_denied', message: 'Non hai il permesso per questa operazione' },
  validation_failed: /*i18n*/ { id: 'error.validation_failed', message: 'Alcuni dati non sono corretti: controlla i campi indicati' },
  not_found: /*i18n*/ { id: 'error.not_found', message: 'Elemento non trovato' },
  unexpected: /*i18n*/ { id: 'error.unexpected', message: 'Errore lato server. Riprova; se si ripete, comunica il codice {requestId}' },
  document_unknown: /*i18n*/ { id: 'error.document_unknown', message: 'Documento sconosciuto' },
  sms_unavailable: /*i18n*/ {
    id: 'error.sms_unavailable',
    message: 'In questo momento non possiamo mandare SMS: riprova più tardi. Se il problema continua, avvisa il tuo centro',
  },
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
  code_superseded: /*i18n*/ {
    id: 'error.code_superseded',
    message: 'Questo codice è vecchio: alle {time} ne abbiamo mandato uno più recente. Inserisci quello',
  },
  code_other_browser: /*i18n*/ {
    id: 'error.code_other_browser',
    message: 'Il codice vale solo nel browser in cui lo hai chiesto. Inseriscilo lì, oppure chiedine uno nuovo da questa pagina',
  },
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
  empty_unknown: /*i18n*/ {
    id: 'error.empty_unknown',
    message: 'Una cella vuota può valere keep (il valore resta) o clear (il valore viene cancellato)',
  },
  action_unknown: /*i18n*/ { id: 'error.action_unknown', message: 'Azione sconosciuta' },
  path_unknown: /*i18n*/ { id: 'error.path_unknown', message: 'Indirizzo sconosciuto' },
  method_wrong: /*i18n*/ { id: 'error.method_wrong', message: 'Metodo non ammesso per questo indirizzo' },
  body_unreadable: /*i18n*/ { id: 'error.body_unreadable', message: 'La richiesta non è leggibile' },
  boundary_wrong: /*i18n*/ { id: 'error.boundary_wrong', message: 'Il delimitatore (boundary) del modulo multipart manca o non è valido' },
  body_too_large: /*i18n*/ { id: 'error.body_too_large', message: 'La richiesta è troppo grande' },
  boundary_unmatched: /*i18n*/ {
    id: 'error.boundary_unmatched',
    message:
      'Il corpo della richiesta non usa il delimitatore (boundary) che Content-Type dichiara: lascia che sia il programma a scriverlo',
  },
  body_type_wrong: /*i18n*/ {
    id: 'error.body_type_wrong',
    message:
      'Il tipo di contenuto (Content-Type) della richiesta non è ammesso: manda un file come multipart/form-data, i soli campi anche come application/json',
  },
  body_compressed: /*i18n*/ {
    id: 'error.body_compressed',
    message: 'Il corpo della richiesta è compresso (Content-Encoding): mandalo senza compressione',
  },
  basic_authentication_unused: /*i18n*/ {
    id: 'error.basic_authentication_unused',
    message: 'L’autenticazione Basic non è usata: manda il codice e la password del centro nei campi centerCode e centerPwd',
  },
  field_name_wrong: /*i18n*/ { id: 'error.field_name_wrong', message: 'Il campo «{sent}» non esiste: scrivi «{name}»' },
  session_changed: /*i18n*/ {
    id: 'error.session_changed',
    message:
      '{changed, select, child {In un’altra scheda hai scelto di rispondere per qualcun altro.} other {In questo browser è entrata un’altra persona.}} Da questa pagina non è stato registrato nulla: ricaricala per continuare.',
  },
  origin_refused: /*i18n*/ { id: 'error.origin_refused', message: 'La richiesta viene da un altro sito' },
  batch_refused: /*i18n*/ { id: 'error.batch_refused', message: 'Questa operazione non può far parte di una richiesta multipla (batch)' },
  batch_too_large: /*i18n*/ {
    id: 'error.batch_too_large',
    message: 'Una richiesta multipla (batch) può avere al massimo {calls} operazioni',
  },
  not_ready: /*i18n*/ { id: 'error.not_ready', message: 'Il servizio non è pronto: riprova tra poco' },
  restored: /*i18n*/ {
    id: 'error.restored',
    message: 'Il registro è stato ripristinato da una copia di sicurezza e tornerà disponibile al termine dei controlli: riprova più tardi',
  },
  file_required: /*i18n*/ { id: 'error.file_required', message: 'Manca il file' },
  upload_two_files: /*i18n*/ { id: 'error.upload_two_files', message: 'La richiesta contiene più di un file: mandane uno solo per volta' },
  upload_name_missing: /*i18n*/ {
    id: 'error.upload_name_missing',
    message:
      'Il file è arrivato senza nome, come un campo di testo: mandalo come parte multipart con un nome (filename); con curl usa @ davanti al percorso',
  },
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
  ...fileErrorMessages,
  ...filterMessages,
  ...freeSqlMessages,
  ...referenceMessages,
  ...ruleMessages,
  ...importMessages,
  ...observationMessages,
  ...documentMessages,
  ...paperConsentMessages,
  ...correctionMessages,
  ...ecrfMessages,
  ...guardianErrorMessages,
  ...personalDataMessages,
  setting_wrong: /*i18n*/ { id: 'error.setting_wrong', message: 'Inserisci un numero intero da {min} a {max}' },
  setting_changed: /*i18n*/ {
    id: 'error.setting_changed',
    message: '{who} ha già modificato questo parametro ({value}): riapri la pagina, poi ripeti la tua modifica',
  },
  ...sf36ErrorMessages,
  ...studyMessages,
  ...userMessages,
  audit_log_view_names_patient: /*i18n*/ {
    id: 'error.audit_log_view_names_patient',
    message: 'Una vista non conserva un paziente: togli il nome utente',
  },
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
  ...centreErrorMessages,
  ...communicationMessages,
  passwords_differ: /*i18n*/ { id: 'error.passwords_differ', message: 'Le nuove password non coincidono' },
  format_required: /*i18n*/ { id: 'error.format_required', message: 'Formato, campo obbligatorio' },
  preliminary_unanswered: /*i18n*/ { id: 'error.preliminary_unanswered', message: 'Non hai risposto a tutte le domande' },
  preliminary_not_all_yes: /*i18n*/ {
    id: 'error.preliminary_not_all_yes',
    message: 'Non è possibile procedere se non si è risposto Sì a tutte le domande',
  },
  consent_required: /*i18n*/ { id: 'error.consent_required', message: 'campo obbligatorio' },
  consents_changed: /*i18n*/ {
    id: 'error.consents_changed',
    message: 'Le tue risposte sono cambiate da un’altra pagina o da un altro programma: rileggile e rispondi di nuovo',
  },
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
} as const

export type ErrorCode = keyof typeof errorMessages
