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
    trends: /*i18n*/ { id: 'pdf.visit.trends', message: 'Ultimi valori, con il giorno dell’esame o della registrazione' },
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
  /** The copy of a record for the patient (REQ-PAT-28). The labels of sections and fields come from the dictionary. */
  record: {
    title: /*i18n*/ { id: 'pdf.record', message: 'Copia della cartella' },
    intro: /*i18n*/ {
      id: 'pdf.record.intro',
      message:
        'Questi sono i dati che il registro conserva, ciascuno con il giorno in cui è stato registrato e con la fonte: il centro, un suo file o programma, MyConsent, il registro, o un calcolo dagli esami. I valori non sono un consiglio: per ogni domanda chiedi al tuo centro. Questo documento contiene dati sanitari: conservalo con cura.',
    },
    notInUse: /*i18n*/ {
      id: 'pdf.record.not_in_use',
      message: 'Le parti «non in uso» sono conservate ma nessuno le usa, perché manca il consenso.',
    },
    sectionNotInUse: /*i18n*/ { id: 'pdf.record.section_not_in_use', message: '{section} (non in uso)' },
    delay: /*i18n*/ {
      id: 'pdf.record.delay',
      message:
        'Alcuni valori sono recenti: il registro li mostra {days, plural, one {# giorno} other {# giorni}} dopo averli ricevuti. Per conoscerli prima chiedi al tuo centro.',
    },
    delayed: /*i18n*/ { id: 'pdf.record.delayed', message: 'Recente: leggibile dal {day}' },
    printedDelayed: /*i18n*/ { id: 'pdf.record.printed_delayed', message: 'recente: dal {day}' },
    delayedResults: /*i18n*/ {
      id: 'pdf.record.delayed_results',
      message: '{count, plural, one {# risultato recente, leggibile dal {day}} other {# risultati recenti, leggibili dal {day}}}',
    },
    test: /*i18n*/ { id: 'pdf.record.test', message: 'Esame' },
    visitValue: /*i18n*/ { id: 'pdf.record.visit_value', message: 'alla visita' },
    results: /*i18n*/ { id: 'pdf.record.results', message: 'Risultati degli esami nel tempo' },
    latestResults: /*i18n*/ {
      id: 'pdf.record.latest_results',
      message:
        'Fino a {count} risultati per esame, con il giorno del prelievo o dell’esame. Le copie CSV e FHIR contengono tutti i risultati.',
    },
    latest: /*i18n*/ { id: 'pdf.record.latest', message: 'più recente' },
    problems: /*i18n*/ { id: 'pdf.record.problems', message: 'Diagnosi e complicanze' },
    medication: /*i18n*/ { id: 'pdf.record.medication', message: 'Farmaci' },
    allergies: /*i18n*/ { id: 'pdf.record.allergies', message: 'Allergie' },
    allergiesNotAsked: /*i18n*/ { id: 'pdf.record.allergies_not_asked', message: 'Il registro non chiede le allergie.' },
    noEntries: /*i18n*/ { id: 'pdf.record.no_entries', message: 'La cartella non ne ha.' },
    sources: {
      form: /*i18n*/ { id: 'pdf.record.form', message: 'inserito dal centro' },
      file: /*i18n*/ { id: 'pdf.record.file', message: 'da un file del centro' },
      service: /*i18n*/ { id: 'pdf.record.service', message: 'dal programma del centro' },
      patient: /*i18n*/ { id: 'pdf.record.patient', message: 'scritto in MyConsent' },
      system: /*i18n*/ { id: 'pdf.record.system', message: 'dal registro' },
      computed: /*i18n*/ { id: 'pdf.record.computed', message: 'calcolato dagli esami' },
    },
    /** The sources in one word, next to each value of the print. */
    printedSources: {
      form: /*i18n*/ { id: 'pdf.record.printed.form', message: 'centro' },
      file: /*i18n*/ { id: 'pdf.record.printed.file', message: 'file' },
      service: /*i18n*/ { id: 'pdf.record.printed.service', message: 'programma' },
      patient: /*i18n*/ { id: 'pdf.record.printed.patient', message: 'MyConsent' },
      system: /*i18n*/ { id: 'pdf.record.printed.system', message: 'registro' },
      computed: /*i18n*/ { id: 'pdf.record.printed.computed', message: 'calcolato' },
    },
  },
  /** The page that a patient carries for emergencies (REQ-PAT-29). */
  sheet: {
    title: /*i18n*/ { id: 'pdf.sheet', message: 'Scheda per le emergenze' },
    source: /*i18n*/ {
      id: 'pdf.sheet.source',
      message: 'Dati del registro al {day}, ciascuno con il giorno in cui è stato registrato. Controllali con il centro.',
    },
    person: /*i18n*/ { id: 'pdf.sheet.person', message: 'Persona' },
    born: /*i18n*/ { id: 'pdf.sheet.born', message: '{name}, data di nascita {day}' },
    diagnosis: /*i18n*/ { id: 'pdf.sheet.diagnosis', message: 'Diagnosi' },
    bloodGroup: /*i18n*/ { id: 'pdf.sheet.blood_group', message: 'Gruppo sanguigno' },
    antibodies: /*i18n*/ { id: 'pdf.sheet.antibodies', message: 'Anticorpi' },
    notForTransfusion: /*i18n*/ { id: 'pdf.sheet.not_for_transfusion', message: 'Non valido per trasfusione: ripetere gruppo e prove.' },
    spleen: /*i18n*/ { id: 'pdf.sheet.spleen', message: 'Milza' },
    spleens: {
      removed: /*i18n*/ { id: 'pdf.sheet.spleen_removed', message: 'Asportata: rischio di infezioni gravi' },
      enlarged: /*i18n*/ { id: 'pdf.sheet.spleen_enlarged', message: 'Ingrossata' },
      present: /*i18n*/ { id: 'pdf.sheet.spleen_present', message: 'Presente' },
      unknown: /*i18n*/ { id: 'pdf.sheet.spleen_unknown', message: 'Dato non indicato dal centro' },
    },
    removedOn: /*i18n*/ { id: 'pdf.sheet.spleen_removed_on', message: 'Asportata il {day}: rischio di infezioni gravi' },
    drugs: /*i18n*/ { id: 'pdf.sheet.drugs', message: 'Farmaci' },
    since: /*i18n*/ { id: 'pdf.sheet.since', message: 'dal {day}' },
    recordedOn: /*i18n*/ { id: 'pdf.sheet.recorded_on', message: 'dato del {day}' },
    allergies: /*i18n*/ { id: 'pdf.sheet.allergies', message: 'Allergie, scritte dal paziente' },
    nothingWritten: /*i18n*/ { id: 'pdf.sheet.nothing_written', message: 'Il paziente non ha scritto nulla' },
    none: /*i18n*/ { id: 'pdf.sheet.none', message: 'Dato non indicato dal centro' },
    noDrugs: /*i18n*/ { id: 'pdf.sheet.no_drugs', message: 'Nessun farmaco indicato dal centro' },
    restOnPage: /*i18n*/ { id: 'pdf.sheet.rest_on_page', message: '… (continua sulla pagina)' },
    centre: /*i18n*/ { id: 'pdf.sheet.centre', message: 'Centro' },
    qr: /*i18n*/ {
      id: 'pdf.sheet.qr',
      message: 'Il codice contiene il testo di questa pagina e nessun indirizzo: lo legge la fotocamera di un telefono, anche senza rete.',
    },
    qrAlternative: /*i18n*/ { id: 'pdf.sheet.qr_alternative', message: 'Codice QR con il testo di questa pagina' },
  },
  /** The consent form on paper (REQ-CON-30). */
  paperForm: {
    title: /*i18n*/ { id: 'pdf.paper_form', message: 'Modulo di consenso' },
    number: /*i18n*/ { id: 'pdf.paper_form.number', message: 'Numero del modulo' },
    patient: /*i18n*/ { id: 'pdf.paper_form.patient', message: 'Paziente' },
    patientCode: /*i18n*/ { id: 'pdf.paper_form.patient_code', message: 'Codice nel centro {centre}' },
    texts: /*i18n*/ { id: 'pdf.paper_form.texts', message: 'Testi' },
    versions: /*i18n*/ {
      id: 'pdf.paper_form.versions',
      message: 'Informazioni versione {information}, domande preliminari versione {preliminary}, consensi versione {consents}',
    },
    instructions: /*i18n*/ {
      id: 'pdf.paper_form.instructions',
      message:
        'Leggi le informazioni e chiedi tutto quello che non è chiaro. Poi segna una sola casella per ogni domanda e firma in fondo. Una domanda senza casella segnata resta senza risposta. Puoi cambiare idea quando vuoi, in MyConsent o con un nuovo modulo. Se firmi per un’altra persona, «tu» e «i tuoi dati» sono il paziente e i suoi dati.',
    },
    assent: /*i18n*/ { id: 'pdf.paper_form.assent', message: 'Per chi ha meno di 18 anni (testo versione {version})' },
    assentSignature: /*i18n*/ {
      id: 'pdf.paper_form.assent_signature',
      message:
        'Se sei d’accordo con le risposte, firma anche tu in fondo, come paziente. Se una risposta è no e gli adulti hanno segnato sì, chiedi al centro un modulo solo per te.',
    },
    information: /*i18n*/ { id: 'pdf.paper_form.information', message: 'Informazioni' },
    preliminary: /*i18n*/ { id: 'pdf.paper_form.preliminary', message: 'Prima di rispondere' },
    confirm: /*i18n*/ { id: 'pdf.paper_form.confirm', message: 'Con la firma rispondi «{yes}» a ciascuna di queste domande.' },
    consents: /*i18n*/ { id: 'pdf.paper_form.consents', message: 'Le tue scelte' },
    signatures: /*i18n*/ { id: 'pdf.paper_form.signatures', message: 'Firme' },
    whoSigns: /*i18n*/ {
      id: 'pdf.paper_form.who_signs',
      message:
        'Firma il paziente. Per un minore firmano i genitori o il tutore, e il minore se è d’accordo con le risposte. Per chi ha un amministratore di sostegno firma chi dice il decreto.',
    },
    name: /*i18n*/ { id: 'pdf.paper_form.name', message: 'Cognome e nome' },
    role: /*i18n*/ { id: 'pdf.paper_form.role', message: 'In qualità di' },
    roles: /*i18n*/ {
      id: 'pdf.paper_form.roles',
      message: '☐ paziente\n☐ genitore\n☐ tutore\n☐ amministratore di sostegno',
    },
    day: /*i18n*/ { id: 'pdf.paper_form.day', message: 'Giorno' },
    signature: /*i18n*/ { id: 'pdf.paper_form.signature', message: 'Firma' },
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
    ownPaper: /*i18n*/ { id: 'pdf.consents.own_paper', message: 'Su carta, con un modulo del registro' },
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
