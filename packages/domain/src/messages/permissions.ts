import type { Permission } from '../access/permissions.ts'
import type { Principal } from '../access/roles.ts'

type Message = { readonly id: string; readonly message: string }

/** Names of the principals for the manual. */
export const principalMessages = {
  GlobalAdmin: /*i18n*/ { id: 'principal.GlobalAdmin', message: 'Amministratore globale' },
  UserAdmin: /*i18n*/ { id: 'principal.UserAdmin', message: 'Amministratore degli utenti' },
  DataManager: /*i18n*/ { id: 'principal.DataManager', message: 'Responsabile dei dati' },
  CenterAdmin: /*i18n*/ { id: 'principal.CenterAdmin', message: 'Amministratore del centro' },
  patient: /*i18n*/ { id: 'principal.patient', message: 'Paziente' },
  guardian: /*i18n*/ { id: 'principal.guardian', message: 'Tutore di un paziente' },
  centre: /*i18n*/ { id: 'principal.centre', message: 'Programma del centro' },
  restricted: /*i18n*/ { id: 'principal.restricted', message: 'Chi deve scegliere la password' },
  enrolling: /*i18n*/ { id: 'principal.enrolling', message: 'Chi deve aggiungere l’app' },
  visitor: /*i18n*/ { id: 'principal.visitor', message: 'Chi non è entrato' },
} as const satisfies Record<Principal, Message>

/** Descriptions of the permissions for the manual. A permission without description does not compile. */
export const permissionMessages = {
  'session:read': /*i18n*/ { id: 'permission.session_read', message: 'Sapere chi è entrato, e i dati del sito' },
  'session:end': /*i18n*/ { id: 'permission.session_end', message: 'Uscire' },
  'help:read': /*i18n*/ { id: 'permission.help_read', message: 'Leggere il manuale' },
  'sign-in': /*i18n*/ { id: 'permission.sign_in', message: 'Entrare' },
  'invitation:answer': /*i18n*/ { id: 'permission.invitation_answer', message: 'Scegliere tra l’account che si ha e il centro che invita' },
  'password:choose': /*i18n*/ { id: 'permission.password_choose', message: 'Cambiare la propria password' },
  'second-factor:own': /*i18n*/ { id: 'permission.second_factor_own', message: 'Aggiungere o togliere la propria app di autenticazione' },
  'sessions:own': /*i18n*/ { id: 'permission.sessions_own', message: 'Vedere i propri accessi aperti e chiuderli' },
  'centre:choose': /*i18n*/ { id: 'permission.centre_choose', message: 'Scegliere il centro per cui si lavora, se sono più di uno' },
  'language:own': /*i18n*/ { id: 'permission.language_own', message: 'Scegliere la lingua delle e-mail e degli SMS che si ricevono' },
  'identity:request': /*i18n*/ { id: 'permission.enrolment_request', message: 'Mandare una richiesta di iscrizione' },
  'receipt:check': /*i18n*/ { id: 'permission.receipt_check', message: 'Verificare una ricevuta dei consensi' },
  'contact:confirm': /*i18n*/ {
    id: 'permission.contact_confirm',
    message: 'Confermare un recapito corretto dal centro con il link del messaggio',
  },
  'contact:undo': /*i18n*/ { id: 'permission.contact_undo', message: 'Annullare un cambio di recapito con il link del messaggio' },
  'deletion-status:check': /*i18n*/ {
    id: 'permission.deletion_request_check',
    message: 'Seguire con il codice la cancellazione dei file dopo un ritiro',
  },
  'identity:received': /*i18n*/ { id: 'permission.identity_received', message: 'Leggere le richieste di iscrizione arrivate' },
  'home:staff': /*i18n*/ { id: 'permission.home_staff', message: 'Vedere la pagina principale degli operatori' },
  'home:patient': /*i18n*/ { id: 'permission.home_patient', message: 'Vedere la propria pagina in MyConsent' },
  'filter:read': /*i18n*/ { id: 'permission.filter_read', message: 'Vedere i filtri' },
  'filter:write': /*i18n*/ { id: 'permission.filter_write', message: 'Creare filtri e modificare i propri' },
  'filter:change-any': /*i18n*/ { id: 'permission.filter_change_any', message: 'Modificare i filtri di altri' },
  'filter:run': /*i18n*/ { id: 'permission.filter_run', message: 'Eseguire ed esportare un filtro' },
  'reference:read': /*i18n*/ { id: 'permission.reference_read', message: 'Leggere le tabelle di servizio' },
  'patients:count': /*i18n*/ { id: 'permission.patients_count', message: 'Sapere quanti pazienti ci sono e che cosa è stato esportato' },
  'guardian:manage': /*i18n*/ {
    id: 'permission.guardian_manage',
    message: 'Vedere, aggiungere e chiudere i tutori dei pazienti del centro',
  },
  'children:own': /*i18n*/ {
    id: 'permission.children_own',
    message: 'Vedere i pazienti di cui si è tutori, e scegliere per chi si risponde',
  },
  'guardian-contact:own': /*i18n*/ { id: 'permission.guardian_contact_own', message: 'Cambiare il proprio recapito di tutore' },
  'withdrawal:own': /*i18n*/ { id: 'permission.withdrawal_own', message: 'Ritirarsi dal registro' },
  'record:read': /*i18n*/ { id: 'permission.record_read', message: 'Leggere le cartelle dei pazienti del centro e la loro storia' },
  'record:write': /*i18n*/ {
    id: 'permission.record_write',
    message: 'Cambiare le cartelle dei pazienti del centro e registrare un paziente',
  },
  'discrepancy:count': /*i18n*/ { id: 'permission.discrepancy_count', message: 'Contare le segnalazioni dei controlli per centro' },
  'centre-query:read': /*i18n*/ { id: 'permission.centre_query_read', message: 'Leggere le richieste di chiarimento' },
  'centre-query:ask': /*i18n*/ { id: 'permission.centre_query_ask', message: 'Chiedere chiarimenti a un centro' },
  'field-query:ask': /*i18n*/ { id: 'permission.field_query_ask', message: 'Chiedere chiarimenti ai responsabili dei dati' },
  'centre-query:reply': /*i18n*/ {
    id: 'permission.centre_query_reply',
    message: 'Rispondere alle richieste di chiarimento e chiudere le proprie',
  },
  'imports:see': /*i18n*/ { id: 'permission.imports_see', message: 'Vedere gli ultimi file caricati dal centro' },
  'upload:progress': /*i18n*/ { id: 'permission.upload_progress', message: 'Seguire quanto è avanzato un proprio caricamento' },
  'patients:create': /*i18n*/ { id: 'permission.patients_create', message: 'Registrare i pazienti del centro da un file' },
  'personal-data:import': /*i18n*/ { id: 'permission.personal_data_import', message: 'Caricare i dati anagrafici dei pazienti del centro' },
  'medical-data:import': /*i18n*/ { id: 'permission.medical_data_import', message: 'Caricare i dati clinici dei pazienti del centro' },
  'desk-consent:start': /*i18n*/ {
    id: 'permission.desk_consent_start',
    message: 'Preparare il link con cui un paziente risponde ai consensi su un dispositivo del centro',
  },
  'desk-consent:answer': /*i18n*/ {
    id: 'permission.desk_consent_answer',
    message: 'Rispondere ai consensi su un dispositivo del centro, con il link e il codice ricevuto',
  },
  'paper-consent:record': /*i18n*/ {
    id: 'permission.paper_consent_record',
    message: 'Stampare il modulo dei consensi e registrare un modulo firmato',
  },
  'paper-consent:verify': /*i18n*/ {
    id: 'permission.paper_consent_verify',
    message: 'Verificare o rifiutare i moduli firmati che ha registrato un collega, e leggerne le scansioni',
  },
  'consents:list': /*i18n*/ { id: 'permission.consents_list', message: 'Sapere che cosa hanno permesso i pazienti del centro' },
  'consents:own': /*i18n*/ { id: 'permission.consents_own', message: 'Leggere, dare, cambiare e ritirare i propri consensi' },
  'sf36:own': /*i18n*/ { id: 'permission.sf36_own', message: 'Compilare il questionario sulla salute e rileggere i propri' },
  'sf36:list': /*i18n*/ { id: 'permission.sf36_list', message: 'Vedere l’elenco delle versioni del questionario' },
  'study:list': /*i18n*/ { id: 'permission.study_list', message: 'Elencare gli studi; un paziente solo i propri inviti' },
  'study:change': /*i18n*/ {
    id: 'permission.study_change',
    message: 'Modificare uno studio, o inserire la valutazione del centro responsabile',
  },
  'study:candidates': /*i18n*/ {
    id: 'permission.study_candidates',
    message: 'Recuperare e approvare i pazienti del proprio centro per uno studio',
  },
  'study:read': /*i18n*/ { id: 'permission.study_read', message: 'Vedere gli studi clinici e quanti pazienti partecipano' },
  'study:write': /*i18n*/ {
    id: 'permission.study_write',
    message: 'Creare, modificare, sospendere, concludere ed eliminare studi clinici',
  },
  'study:decide': /*i18n*/ { id: 'permission.study_decide', message: 'Inserire la valutazione del comitato etico del proprio centro' },
  'study:export': /*i18n*/ { id: 'permission.study_export', message: 'Esportare con pseudonimi i partecipanti di uno studio attivo' },
  'study:own': /*i18n*/ { id: 'permission.study_own', message: 'Leggere i propri inviti agli studi e rispondere' },
  'personal-data:own': /*i18n*/ { id: 'permission.personal_data_own', message: 'Leggere e cambiare i propri dati personali' },
  'documents:own': /*i18n*/ { id: 'permission.documents_own', message: 'Stampare i propri documenti' },
  'corrections:own': /*i18n*/ { id: 'permission.corrections_own', message: 'Chiedere al centro di correggere la propria cartella' },
  'correction:answer': /*i18n*/ {
    id: 'permission.correction_answer',
    message: 'Leggere le richieste di correzione dei pazienti del centro, e rispondere',
  },
  'my-record:own': /*i18n*/ { id: 'permission.my_record_own', message: 'Leggere la propria cartella' },
  'export:read': /*i18n*/ {
    id: 'permission.export_read',
    message: 'Leggere i manifesti delle proprie esportazioni; un amministratore globale quelli di tutti',
  },
  'deletion-request:confirm': /*i18n*/ {
    id: 'permission.deletion_request_confirm',
    message: 'Confermare che il file di un’esportazione è stato eliminato, dopo il ritiro di un paziente',
  },
  'anonymous-records:read': /*i18n*/ {
    id: 'permission.anonymous_records_read',
    message: 'Scaricare le schede anonime pubblicate, con un ruolo per tutti i centri',
  },
  'cohort:read': /*i18n*/ { id: 'permission.cohort_read', message: 'Vedere la coorte dei propri pazienti e della rete, in numeri' },
  'reference:write': /*i18n*/ { id: 'permission.reference_write', message: 'Cambiare le tabelle di servizio e leggerne la storia' },
  'settings:administer': /*i18n*/ { id: 'permission.settings_administer', message: 'Cambiare i parametri della configurazione globale' },
  'sf36:administer': /*i18n*/ {
    id: 'permission.sf36_administer',
    message: 'Scrivere, importare e pubblicare le parole del questionario SF-36',
  },
  'consent-documents:administer': /*i18n*/ {
    id: 'permission.consent_documents_administer',
    message: 'Scrivere e pubblicare i testi dei consensi, e vedere chi deve ancora rispondere, per centro',
  },
  'log:read': /*i18n*/ { id: 'permission.log_read', message: 'Cercare nel log e scaricarlo' },
  'users:administer': /*i18n*/ { id: 'permission.users_administer', message: 'Amministrare gli utenti e i loro ruoli nella propria area' },
  'centres:administer': /*i18n*/ { id: 'permission.centres_administer', message: 'Amministrare i centri della propria area' },
  'centres:list': /*i18n*/ { id: 'permission.centres_list', message: 'Vedere codice e nome dei centri della propria area' },
  'newsletter:own': /*i18n*/ { id: 'permission.newsletter_own', message: 'Chiedere la newsletter, o non riceverla più' },
  'newsletter:end': /*i18n*/ { id: 'permission.newsletter_end', message: 'Non ricevere più la newsletter, con il link di un messaggio' },
  'communication:write': /*i18n*/ {
    id: 'permission.communication_write',
    message: 'Scrivere e inviare messaggi e newsletter a pazienti e operatori',
  },
  'mobile:verify': /*i18n*/ { id: 'permission.mobile_verify', message: 'Controllare un numero di cellulare' },
} as const satisfies Record<Permission, Message>
