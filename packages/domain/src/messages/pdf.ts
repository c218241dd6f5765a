/** Texts of printed documents (REQ-PAT-12). */
export const pdfMessages = {
  registry: /*i18n*/ { id: 'pdf.registry', message: 'Registro delle talassemie e delle emoglobinopatie' },
  madeOn: /*i18n*/ { id: 'pdf.made_on', message: 'Stampato da MyConsent il {day}' },
  /** The printer replaces `{page}` and `{pages}` by the numbers. */
  pageOf: /*i18n*/ { id: 'pdf.page_of', message: 'Pagina {page} di {pages}' },
  /** The labels of the fields come from the dictionary. */
  personalData: {
    title: /*i18n*/ { id: 'pdf.personal_data', message: 'Scheda del paziente' },
    person: /*i18n*/ { id: 'pdf.personal_data.person', message: 'Persona' },
    contacts: /*i18n*/ { id: 'pdf.personal_data.contacts', message: 'Recapiti' },
    address: /*i18n*/ { id: 'pdf.personal_data.address', message: 'Residenza' },
    birth: /*i18n*/ { id: 'pdf.personal_data.birth', message: 'Nascita' },
  },
  /** The wording has its own texts, and the scales have theirs in the domain. */
  sf36: {
    title: /*i18n*/ { id: 'pdf.sf36', message: 'Questionario sulla salute' },
    demonstration: /*i18n*/ { id: 'pdf.sf36.demonstration', message: 'Testo dimostrativo: non è uno strumento validato.' },
    filled: /*i18n*/ { id: 'pdf.sf36.filled', message: 'Compilato il {day}. Testo del questionario: versione {version}.' },
    empty: /*i18n*/ { id: 'pdf.sf36.empty', message: 'Questionario non compilato. Testo del questionario: versione {version}.' },
    scores: /*i18n*/ { id: 'pdf.sf36.scores', message: 'Punteggi' },
    scale: /*i18n*/ { id: 'pdf.sf36.scale', message: 'Scala' },
    score: /*i18n*/ { id: 'pdf.sf36.score', message: 'Punteggio' },
    population: /*i18n*/ { id: 'pdf.sf36.population', message: 'Popolazione degli Stati Uniti, 1990' },
    method: /*i18n*/ {
      id: 'pdf.sf36.method',
      message:
        'Punteggi da 0 a 100 secondo il RAND 36-Item Health Survey 1.0: più è alto, meglio è. Per dolore fisico e salute generale i valori della popolazione sono calcolati in modo un po’ diverso.',
    },
  },
} as const
