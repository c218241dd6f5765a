/** Error messages of the health questionnaire. */
export const sf36ErrorMessages = {
  sf36_answer_required: /*i18n*/ { id: 'error.sf36_answer_required', message: 'campo obbligatorio' },
  sf36_answers_count: /*i18n*/ {
    id: 'error.sf36_answers_count',
    message: 'Il questionario ha {count} domande: manda una risposta per ogni domanda',
  },
  sf36_sub_answers_count: /*i18n*/ {
    id: 'error.sf36_sub_answers_count',
    message: 'La domanda ha {count} quesiti: manda una risposta per ogni quesito',
  },
  sf36_text_changed: /*i18n*/ {
    id: 'error.sf36_text_changed',
    message: 'Il testo del questionario è cambiato: rileggi le domande e rispondi di nuovo',
  },
  sf36_already_sent: /*i18n*/ {
    id: 'error.sf36_already_sent',
    message: 'Questo questionario è già stato inviato con altre risposte: per rispondere di nuovo apri un nuovo questionario',
  },
  sf36_consent_required: /*i18n*/ {
    id: 'error.sf36_consent_required',
    message: 'Per compilare il questionario serve il tuo consenso a conservare i tuoi dati clinici',
  },
  sf36_not_published: /*i18n*/ { id: 'error.sf36_not_published', message: 'Nessun questionario è pubblicato' },
  sf36_response_unknown: /*i18n*/ { id: 'error.sf36_response_unknown', message: 'Questionario sconosciuto' },
  sf36_points_wrong: /*i18n*/ { id: 'error.sf36_points_wrong', message: 'Il questionario ha {count} domande in ogni lingua' },
  sf36_structure_wrong: /*i18n*/ {
    id: 'error.sf36_structure_wrong',
    message: 'La domanda {question} non ha il numero pubblicato di quesiti o di risposte: i punteggi contano la struttura',
  },
  sf36_points_missing: /*i18n*/ { id: 'error.sf36_points_missing', message: 'Aggiungi almeno una domanda' },
  sf36_points_too_many: /*i18n*/ { id: 'error.sf36_points_too_many', message: 'Un questionario ha al massimo {max} domande' },
  sf36_options_too_few: /*i18n*/ { id: 'error.sf36_options_too_few', message: 'Una domanda ha almeno due risposte' },
  sf36_options_too_many: /*i18n*/ {
    id: 'error.sf36_options_too_many',
    message: 'Una domanda ha al massimo {max} risposte e {max} quesiti',
  },
  sf36_languages_differ: /*i18n*/ {
    id: 'error.sf36_languages_differ',
    message: 'Italiano e inglese hanno un numero diverso di domande, quesiti o risposte',
  },
  sf36_too_large: /*i18n*/ {
    id: 'error.sf36_too_large',
    message: 'Il questionario supera 200 KB: accorcia i testi o togli delle domande',
  },
  sf36_text_repeated: /*i18n*/ { id: 'error.sf36_text_repeated', message: 'Lo stesso testo c’è già in questa domanda' },
  sf36_file_unreadable: /*i18n*/ {
    id: 'error.sf36_file_unreadable',
    message: 'Il file non è un file JSON leggibile, o supera 200 KB',
  },
  sf36_file_incomplete: /*i18n*/ { id: 'error.sf36_file_incomplete', message: 'Nel file manca o non è valido: {path}' },
  sf36_draft_changed: /*i18n*/ {
    id: 'error.sf36_draft_changed',
    message: '{who} ha già modificato questa bozza ({what}). Quello che hai scritto è ancora qui: copialo, poi riapri la pagina',
  },
  sf36_draft_unknown: /*i18n*/ {
    id: 'error.sf36_draft_unknown',
    message: 'Questa bozza non c’è più: un’altra persona l’ha pubblicata o eliminata. Riapri la pagina',
  },
  sf36_unchanged: /*i18n*/ { id: 'error.sf36_unchanged', message: 'La bozza è uguale alla versione pubblicata' },
  sf36_version_unknown: /*i18n*/ { id: 'error.sf36_version_unknown', message: 'Versione sconosciuta' },
} as const
