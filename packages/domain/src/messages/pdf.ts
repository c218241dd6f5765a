/** Texts of printed documents (REQ-PAT-12, REQ-CRF-14). */
export const pdfMessages = {
  registry: /*i18n*/ { id: 'pdf.registry', message: 'Registro delle talassemie e delle emoglobinopatie' },
  madeOn: /*i18n*/ { id: 'pdf.made_on', message: 'Stampato da MyConsent il {day}' },
  issuedOn: /*i18n*/ { id: 'pdf.issued_on', message: 'Rilasciata da MyConsent il {day}' },
  madeForStaffOn: /*i18n*/ { id: 'pdf.made_for_staff_on', message: 'Stampato dal registro il {day}' },
  /** The printer replaces `{page}` and `{pages}` by the numbers. */
  pageOf: /*i18n*/ { id: 'pdf.page_of', message: 'Pagina {page} di {pages}' },
  person: /*i18n*/ { id: 'pdf.person', message: 'Paziente: {name}' },
  patientCode: /*i18n*/ { id: 'pdf.patient_code', message: 'Codice paziente del centro {centre}: {code}' },
  /** The labels of the fields come from the dictionary. */
  personalData: {
    title: /*i18n*/ { id: 'pdf.personal_data', message: 'Scheda del paziente' },
    person: /*i18n*/ { id: 'pdf.personal_data.person', message: 'Persona' },
    contacts: /*i18n*/ { id: 'pdf.personal_data.contacts', message: 'Recapiti' },
    address: /*i18n*/ { id: 'pdf.personal_data.address', message: 'Residenza' },
    birth: /*i18n*/ { id: 'pdf.personal_data.birth', message: 'Nascita' },
  },
  /** The summary of a record for a visit. The labels of the fields come from the dictionary. */
  visit: {
    title: /*i18n*/ { id: 'pdf.visit', message: 'Scheda per la visita' },
    alerts: /*i18n*/ { id: 'pdf.visit.alerts', message: 'Avvisi' },
    noAlerts: /*i18n*/ { id: 'pdf.visit.no_alerts', message: 'Nessun avviso.' },
    discrepancies: /*i18n*/ { id: 'pdf.visit.discrepancies', message: 'Segnalazioni aperte: {count}' },
    values: /*i18n*/ { id: 'pdf.visit.values', message: 'In sintesi' },
    therapy: /*i18n*/ { id: 'pdf.visit.therapy', message: 'Terapia' },
    noTherapy: /*i18n*/ { id: 'pdf.visit.no_therapy', message: 'La cartella non ha terapie.' },
    complications: /*i18n*/ { id: 'pdf.visit.complications', message: 'Complicanze presenti' },
    noComplications: /*i18n*/ { id: 'pdf.visit.no_complications', message: 'La cartella non ha complicanze presenti.' },
    trends: /*i18n*/ { id: 'pdf.visit.trends', message: 'Ultimi valori, con il giorno in cui sono stati registrati' },
    noTrends: /*i18n*/ { id: 'pdf.visit.no_trends', message: 'Nessun valore registrato.' },
    age: /*i18n*/ { id: 'pdf.visit.age', message: 'Età' },
    years: /*i18n*/ { id: 'pdf.visit.years', message: '{age} anni' },
    noMedical: /*i18n*/ {
      id: 'pdf.visit.no_medical',
      message: 'Il paziente non ha concesso il consenso per il trattamento dei dati medici',
    },
    noPersonal: /*i18n*/ {
      id: 'pdf.visit.no_personal',
      message: 'Il paziente non ha concesso il consenso per il trattamento dei dati anagrafici',
    },
    /** Notice on the nature of a printed sheet. */
    source: /*i18n*/ {
      id: 'pdf.visit.source',
      message:
        'Questi sono i valori salvati nel registro in questo momento. La scheda contiene dati sanitari: dopo la visita conservala o distruggila come la cartella.',
    },
  },
  withdrawal: {
    title: /*i18n*/ { id: 'pdf.withdrawal', message: 'Conferma del ritiro' },
    storedOn: /*i18n*/ { id: 'pdf.withdrawal.stored_on', message: 'Registrato il' },
    choice: /*i18n*/ { id: 'pdf.withdrawal.choice', message: 'La tua scelta' },
    text: /*i18n*/ { id: 'pdf.withdrawal.text', message: 'Testo letto' },
    version: /*i18n*/ { id: 'pdf.withdrawal.version', message: 'Versione {version}' },
    noCopy: /*i18n*/ {
      id: 'pdf.withdrawal.no_copy',
      message: 'Conserva questo documento: il registro non ne tiene una copia e non può rifarlo.',
    },
    code: /*i18n*/ { id: 'pdf.withdrawal.code', message: 'Codice del ritiro' },
    howToFollow: /*i18n*/ {
      id: 'pdf.withdrawal.how_to_follow',
      message:
        'Alcuni file esportati contenevano i tuoi dati. Con questo codice vedi, a questo indirizzo, quanti destinatari li hanno cancellati.',
    },
  },
  /** The paragraphs are those of the published document. */
  information: {
    title: /*i18n*/ { id: 'pdf.information', message: 'Informazioni sul registro' },
    version: /*i18n*/ { id: 'pdf.information.version', message: 'Versione {version} del testo.' },
  },
  /** Questions and answers are in the words that the patient read. */
  consents: {
    title: /*i18n*/ { id: 'pdf.consents', message: 'I tuoi consensi' },
    current: /*i18n*/ {
      id: 'pdf.consents.current',
      message:
        'Per ogni domanda trovi la risposta che vale oggi, con le parole che hai letto. In MyConsent trovi anche la storia di tutte le tue risposte.',
    },
    none: /*i18n*/ { id: 'pdf.consents.none', message: 'Non hai ancora dato i consensi.' },
    questions: /*i18n*/ { id: 'pdf.consents.questions', message: 'Domande e risposte' },
    unanswered: /*i18n*/ { id: 'pdf.consents.unanswered', message: 'Non ancora data' },
    withdrawn: /*i18n*/ { id: 'pdf.consents.withdrawn', message: 'No, ritirato' },
    since: /*i18n*/ { id: 'pdf.consents.since', message: 'Vale dal' },
    withdrawnOn: /*i18n*/ { id: 'pdf.consents.withdrawn_on', message: 'Ritirato il' },
    text: /*i18n*/ { id: 'pdf.consents.text', message: 'Testo letto' },
    it: /*i18n*/ { id: 'pdf.consents.text_it', message: 'Versione {version}, in italiano, con risposta del {day}' },
    en: /*i18n*/ { id: 'pdf.consents.text_en', message: 'Versione {version}, in inglese, con risposta del {day}' },
    paper: /*i18n*/ { id: 'pdf.consents.paper', message: 'Su carta, prima di questo registro' },
    paperForm: /*i18n*/ { id: 'pdf.consents.paper_form', message: 'Modulo {reference}, testo {version}, firmato il {day}' },
  },
  /** The wording has its own texts, and the scales have theirs in the domain. */
  sf36: {
    title: /*i18n*/ { id: 'pdf.sf36', message: 'Questionario sulla salute (RAND-36)' },
    /** A trademark, which only a licensed wording carries. */
    licensedTitle: /*i18n*/ { id: 'pdf.sf36.licensed', message: 'Questionario sulla salute (SF-36)' },
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
