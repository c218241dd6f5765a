/** Texts of the page about the legacy paths. */
export const apiPageMessages = {
  title: /*i18n*/ { id: 'api.title', message: 'API per i programmi dei centri' },
  lead: /*i18n*/ {
    id: 'api.lead',
    message:
      'Ogni percorso con cui un programma usa il registro: richiesta, risposta ed errori. Il server genera questa pagina dallo stesso codice che risponde alle chiamate.',
  },
  document: /*i18n*/ { id: 'api.document', message: 'Lo stesso contenuto come documento OpenAPI 3.1' },
  guide: /*i18n*/ { id: 'api.guide', message: 'La guida per i programmi dei centri' },
  calling: /*i18n*/ { id: 'api.calling', message: 'Come chiamare' },
  callingBody: /*i18n*/ {
    id: 'api.calling_body',
    message:
      'Ogni POST accetta JSON, urlencoded o multipart/form-data; un file richiede multipart. I campi sconosciuti vengono ignorati. Un campo ripetuto viene rifiutato.',
  },
  callingLanguage: /*i18n*/ {
    id: 'api.calling_language',
    message: 'La lingua è, nell’ordine: il campo lang, l’intestazione Accept-Language, la lingua della persona, l’inglese.',
  },
  callingSession: /*i18n*/ {
    id: 'api.calling_session',
    message:
      'L’accesso restituisce il cookie della sessione. Il programma lo invia con ogni chiamata. Una pagina web può chiamare solo il proprio sito.',
  },
  callingCentre: /*i18n*/ {
    id: 'api.calling_centre',
    message:
      'Il programma di un centro manda centerCode e centerPwd invece del cookie. Dopo dieci password sbagliate in un’ora deve aspettare.',
  },
  callingFhir: /*i18n*/ {
    id: 'api.calling_fhir',
    message: '/fhir ha il corpo, le credenziali, le risposte e gli stati di FHIR R4: li descrive la sua sezione.',
  },
  fhir: /*i18n*/ { id: 'api.fhir', message: 'Importa un Bundle di risultati di esami, tutti o nessuno' },
  fhirBody: /*i18n*/ {
    id: 'api.fhir_body',
    message:
      'Il corpo è un Bundle transaction di FHIR R4 con risorse Observation, come application/fhir+json: al massimo 50.000 voci e 50 MB. Il programma manda il codice del centro e la password e-CRF in HTTP Basic. Una sessione non basta. Altri elementi e profili vengono ignorati; la guida dice che cosa significa ogni elemento.',
  },
  fhirStored: /*i18n*/ {
    id: 'api.fhir_stored',
    message:
      'Il Bundle è registrato: la risposta ha una voce per ogni risultato, 201 Created se è nuovo e 200 OK se era già noto o corretto. Ogni chiamata non riuscita ha un OperationOutcome, e nessun risultato viene registrato.',
  },
  responses: /*i18n*/ { id: 'api.responses', message: 'Come risponde il server' },
  responsesBody: /*i18n*/ {
    id: 'api.responses_body',
    message:
      'Il server risponde con stato 200 e JSON, anche a una chiamata rifiutata: success è true o false. Un file è binario e ha il suo nome in Content-Disposition; un CSV comincia con un BOM UTF-8. HEAD risponde come GET, senza corpo. Se il server non può crearlo, risponde con JSON.',
  },
  failure: /*i18n*/ { id: 'api.failure', message: 'Una chiamata rifiutata' },
  statuses: /*i18n*/ { id: 'api.statuses', message: 'Gli altri stati' },
  status: /*i18n*/ { id: 'api.status', message: 'stato' },
  code: /*i18n*/ { id: 'api.code', message: 'codice' },
  meaning: /*i18n*/ { id: 'api.meaning', message: 'significato' },
  field: /*i18n*/ { id: 'api.field', message: 'campo' },
  kind: /*i18n*/ { id: 'api.kind', message: 'tipo' },
  about: /*i18n*/ { id: 'api.about', message: 'descrizione' },
  optional: /*i18n*/ { id: 'api.optional', message: 'facoltativo' },
  who: /*i18n*/ { id: 'api.who', message: 'Chi può chiamare' },
  request: /*i18n*/ { id: 'api.request', message: 'Richiesta' },
  noFields: /*i18n*/ { id: 'api.no_fields', message: 'Nessun campo.' },
  response: /*i18n*/ { id: 'api.response', message: 'Risposta' },
  onlySuccess: /*i18n*/ { id: 'api.only_success', message: 'Solo success.' },
  orFile: /*i18n*/ { id: 'api.or_file', message: 'Oppure un file: {types}.' },
  errors: /*i18n*/ { id: 'api.errors', message: 'Errori' },
  example: /*i18n*/ { id: 'api.example', message: 'Esempio' },
  paths: /*i18n*/ { id: 'api.paths', message: 'I percorsi' },
  waitHeader: /*i18n*/ { id: 'api.wait_header', message: 'Secondi da aspettare' },
} as const
