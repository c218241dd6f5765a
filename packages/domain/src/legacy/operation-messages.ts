/** Descriptions of the legacy paths for the OpenAPI document (REQ-API-08). */
export const operationMessages = {
  get_userinfo: /*i18n*/ { id: 'api.get_userinfo', message: 'Restituisce la persona della sessione, oppure null senza sessione' },
  userlogout: /*i18n*/ { id: 'api.userlogout', message: 'Chiude la sessione' },
  login: /*i18n*/ { id: 'api.login', message: 'Apre la sessione di un operatore' },
  otp: /*i18n*/ { id: 'api.otp', message: 'Manda a un paziente un codice di accesso, per e-mail o SMS' },
  otplogin: /*i18n*/ { id: 'api.otplogin', message: 'Apre la sessione di un paziente con il codice ricevuto' },
  forgottenpassword: /*i18n*/ { id: 'api.forgottenpassword', message: 'Manda a un operatore una password temporanea per e-mail' },
  forgottenpasswordpatient: /*i18n*/ {
    id: 'api.forgottenpasswordpatient',
    message: 'Manda a un paziente un link per scegliere una nuova password, per e-mail o SMS',
  },
  checkexpiredpasswordpatient: /*i18n*/ {
    id: 'api.checkexpiredpasswordpatient',
    message: 'Controlla il link di un paziente. Se è valido restituisce true e apre una sessione per scegliere la password',
  },
  userchangepassword: /*i18n*/ { id: 'api.userchangepassword', message: 'Cambia la password della persona e chiude le sue altre sessioni' },
  newidentity: /*i18n*/ { id: 'api.newidentity', message: 'Registra una richiesta di iscrizione e avvisa gli UserAdmin' },
  consent: /*i18n*/ { id: 'api.consent', message: 'Restituisce le domande preliminari dei consensi' },
  GetConsentPoints: /*i18n*/ {
    id: 'api.GetConsentPoints',
    message: 'Restituisce i punti del consenso, con i testi nella lingua richiesta',
  },
  GetConsents: /*i18n*/ { id: 'api.GetConsents', message: 'Restituisce le risposte attuali del paziente' },
  UpdateConsents: /*i18n*/ { id: 'api.UpdateConsents', message: 'Registra le risposte del paziente oppure il suo ritiro' },
  ConsentReceipt: /*i18n*/ {
    id: 'api.ConsentReceipt',
    message: 'Restituisce la ricevuta firmata di un gruppo di risposte ai consensi, in PDF o in JSON',
  },
  receipt_keys: /*i18n*/ { id: 'api.receipt_keys', message: 'Restituisce le chiavi pubbliche che verificano le ricevute dei consensi' },
  GetSF36: /*i18n*/ { id: 'api.GetSF36', message: 'Restituisce i punti del questionario SF-36, nella lingua richiesta' },
  NewSF36: /*i18n*/ {
    id: 'api.NewSF36',
    message: 'Registra un questionario compilato; la stessa richiesta ripetuta non ne registra un altro',
  },
  studyList: /*i18n*/ { id: 'api.clinical_study_list', message: 'Elenca gli studi clinici; a un paziente, quelli che lo hanno invitato' },
  studyAdd: /*i18n*/ { id: 'api.clinical_study_add', message: 'Crea uno studio clinico' },
  studyChange: /*i18n*/ {
    id: 'api.clinical_study_change',
    message: 'Modifica uno studio; dal centro responsabile, inserisce la valutazione del suo comitato etico',
  },
  studyRun: /*i18n*/ {
    id: 'api.clinical_study_run',
    message:
      'Esporta i partecipanti di uno studio con i loro pseudonimi, sullo schermo o in un file; un file di un DataManager li segna come esportati',
  },
  studyEthics: /*i18n*/ { id: 'api.clinical_study_ethics', message: 'Inserisce la valutazione del comitato etico del centro' },
  studyDocumentUpload: /*i18n*/ {
    id: 'api.clinical_study_document_upload',
    message: 'Aggiunge il documento PDF alla valutazione del comitato etico del centro, una volta sola',
  },
  studyDocument: /*i18n*/ { id: 'api.clinical_study_document', message: 'Restituisce il documento PDF del comitato etico di un centro' },
  getStudies: /*i18n*/ { id: 'api.getStudies', message: 'Elenca gli studi clinici per il centro' },
  getStudyPatients: /*i18n*/ {
    id: 'api.getStudyPatients',
    message: 'Ricalcola i candidati del centro per uno studio e li restituisce con la decisione e la risposta',
  },
  putStudyPatients: /*i18n*/ { id: 'api.putStudyPatients', message: 'Registra le decisioni del centro sui candidati da un file' },
  JoinStudy: /*i18n*/ {
    id: 'api.JoinStudy',
    message:
      'Registra la risposta del paziente a uno studio, o la cambia: da Sì a No in ogni momento, da No a Sì finché lo studio raccoglie risposte',
  },
  get_user_role: /*i18n*/ {
    id: 'api.get_user_role',
    message: 'Elenca gli utenti, le aree e i centri che lo UserAdmin amministra',
  },
  userAdd: /*i18n*/ { id: 'api.user_add', message: 'Crea un utente e gli manda l’invito per e-mail' },
  userChange: /*i18n*/ { id: 'api.user_change', message: 'Cambia nome e ruoli di un utente' },
  list_center: /*i18n*/ { id: 'api.list_center', message: 'Elenca i centri che la persona vede: codice e nome' },
  centreAdd: /*i18n*/ { id: 'api.centre_add', message: 'Crea un centro' },
  centreChange: /*i18n*/ { id: 'api.centre_change', message: 'Cambia un centro e, se indicata, la sua password e-CRF' },
  ecrfList: /*i18n*/ { id: 'api.e_crf_list', message: 'Elenca i pazienti del centro e i valori delle scelte' },
  ecrfRead: /*i18n*/ { id: 'api.e_crf_read', message: 'Restituisce la cartella di un paziente; un blocco senza consenso manca' },
  ecrfSave: /*i18n*/ {
    id: 'api.e_crf_save',
    message: 'Registra i valori cambiati di una cartella, con i controlli dei file; un errore lascia la cartella com’era',
  },
  ecrfAdd: /*i18n*/ { id: 'api.e_crf_add', message: 'Registra un nuovo paziente e gli manda l’invito' },
  sf36List: /*i18n*/ { id: 'api.sf36_list', message: 'Elenca le versioni pubblicate del questionario' },
  UpdatePersonalData: /*i18n*/ {
    id: 'api.UpdatePersonalData',
    message:
      'Cambia i dati personali del paziente. Un campo assente resta com’è, uno vuoto viene cancellato. Per un nuovo recapito di accesso la prima chiamata manda un codice, la seconda lo ripete in otp',
  },
  verify_phone_number: /*i18n*/ {
    id: 'api.verify_phone_number',
    message: 'Controlla un numero di cellulare e restituisce prefisso e numero come li registra il registro',
  },
  anonymousRecords: /*i18n*/ {
    id: 'api.anonymous_records',
    message: 'Restituisce le schede anonime pubblicate di chi si è ritirato, a un DataManager di tutti i centri',
  },
  stampa_paziente: /*i18n*/ { id: 'api.stampa_paziente', message: 'Restituisce un documento del paziente in PDF' },
  filterList: /*i18n*/ { id: 'api.inthem_query_list', message: 'Elenca i filtri e i campi disponibili per i filtri' },
  filterAdd: /*i18n*/ { id: 'api.inthem_query_add', message: 'Salva un nuovo filtro' },
  filterModify: /*i18n*/ { id: 'api.inthem_query_modify', message: 'Modifica un filtro' },
  filterRun: /*i18n*/ {
    id: 'api.inthem_query_run',
    message: 'Esegue un filtro. Restituisce righe con il formato video, altrimenti un file',
  },
  export_again: /*i18n*/ {
    id: 'api.export_again',
    message: 'Rifà il file di una propria esportazione completa di un filtro, con i valori di allora e la stessa impronta SHA-256',
  },
  study_export_again: /*i18n*/ {
    id: 'api.study_export_again',
    message: 'Rifà il file di una propria esportazione completa di uno studio, con i valori di allora e la stessa impronta SHA-256',
  },
  query_field_info: /*i18n*/ { id: 'api.query_field_info', message: 'Restituisce tipo, operatori, unità e valori di un campo' },
  GetConfTable: /*i18n*/ { id: 'api.GetConfTable', message: 'Restituisce una tabella di riferimento come righe o come file' },
  log_query: /*i18n*/ {
    id: 'api.log_query',
    message: 'Cerca nel log. Restituisce le voci più recenti, e i comandi, le azioni e gli utenti che si possono cercare; oppure un file',
  },
  ConfTable: /*i18n*/ { id: 'api.ConfTable', message: 'Cambia una tabella di riferimento con un file' },
  createPatients: /*i18n*/ { id: 'api.createPatients', message: 'Registra i pazienti del centro da un file e invita quelli nuovi' },
  putPersonalData: /*i18n*/ { id: 'api.putPersonalData', message: 'Importa i dati anagrafici da un file' },
  putMedicalData: /*i18n*/ { id: 'api.putMedicalData', message: 'Importa i dati clinici da un file' },
  importTemplate: /*i18n*/ {
    id: 'api.importTemplate',
    message: 'Restituisce un file vuoto da compilare, con la spiegazione delle colonne',
  },
  getConsents: /*i18n*/ { id: 'api.getConsents', message: 'Restituisce i consensi di ogni paziente del centro' },
} as const
