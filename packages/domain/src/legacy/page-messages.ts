/** Texts of the page about the legacy paths. */
export const apiPageMessages = {
  title: /*i18n*/ { id: 'api.title', message: 'Percorsi per i programmi' },
  lead: /*i18n*/ {
    id: 'api.lead',
    message:
      'Ogni percorso con cui un programma parla al registro: che cosa manda, che cosa riceve, come fallisce. La pagina viene dallo stesso codice che risponde.',
  },
  document: /*i18n*/ { id: 'api.document', message: 'Lo stesso come documento OpenAPI 3.1' },
  guide: /*i18n*/ { id: 'api.guide', message: 'La guida per i programmi dei centri' },
  calling: /*i18n*/ { id: 'api.calling', message: 'Come si chiama' },
  callingBody: /*i18n*/ {
    id: 'api.calling_body',
    message:
      'Ogni POST accetta JSON, urlencoded o multipart/form-data; un file vuole multipart. I campi che un percorso non conosce vengono ignorati; uno mandato due volte viene rifiutato.',
  },
  callingLanguage: /*i18n*/ {
    id: 'api.calling_language',
    message: 'La lingua è, nell’ordine: il campo lang, l’intestazione Accept-Language, quella della persona, l’inglese.',
  },
  callingSession: /*i18n*/ {
    id: 'api.calling_session',
    message: 'Chi entra riceve il cookie della sessione, e lo rimanda a ogni chiamata. Una pagina web può chiamare solo dal proprio sito.',
  },
  callingCentre: /*i18n*/ {
    id: 'api.calling_centre',
    message:
      'Il programma di un centro manda invece centerCode e centerPwd, senza cookie. Dopo dieci password sbagliate in un’ora bisogna aspettare.',
  },
  answers: /*i18n*/ { id: 'api.answers', message: 'Come risponde' },
  answersBody: /*i18n*/ {
    id: 'api.answers_body',
    message:
      'Riuscita o rifiutata, una chiamata risponde 200 e JSON: success dice quale delle due. Un file è binario, con il suo nome in Content-Disposition; se non si può fare, la risposta è JSON.',
  },
  failure: /*i18n*/ { id: 'api.failure', message: 'Una chiamata rifiutata' },
  statuses: /*i18n*/ { id: 'api.statuses', message: 'Gli altri stati' },
  status: /*i18n*/ { id: 'api.status', message: 'stato' },
  code: /*i18n*/ { id: 'api.code', message: 'codice' },
  meaning: /*i18n*/ { id: 'api.meaning', message: 'che cosa dice' },
  field: /*i18n*/ { id: 'api.field', message: 'campo' },
  kind: /*i18n*/ { id: 'api.kind', message: 'tipo' },
  about: /*i18n*/ { id: 'api.about', message: 'che cos’è' },
  optional: /*i18n*/ { id: 'api.optional', message: 'facoltativo' },
  who: /*i18n*/ { id: 'api.who', message: 'Chi può' },
  request: /*i18n*/ { id: 'api.request', message: 'Richiesta' },
  noFields: /*i18n*/ { id: 'api.no_fields', message: 'Nessun campo.' },
  answer: /*i18n*/ { id: 'api.answer', message: 'Risposta' },
  onlySuccess: /*i18n*/ { id: 'api.only_success', message: 'Solo success.' },
  orFile: /*i18n*/ { id: 'api.or_file', message: 'Oppure un file: {types}.' },
  refusals: /*i18n*/ { id: 'api.refusals', message: 'Rifiuti' },
  example: /*i18n*/ { id: 'api.example', message: 'Esempio' },
  paths: /*i18n*/ { id: 'api.paths', message: 'I percorsi' },
  waitHeader: /*i18n*/ { id: 'api.wait_header', message: 'Secondi da aspettare' },
} as const
