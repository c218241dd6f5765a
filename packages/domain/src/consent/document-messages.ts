/** Error messages of the documents of the consents and of their drafts (REQ-CON-18, REQ-CON-19). */
export const documentMessages = {
  document_field_wrong: /*i18n*/ {
    id: 'error.document_field_wrong',
    message: 'Il codice comincia con {start} e ha solo lettere maiuscole, cifre e _, al massimo 40 caratteri',
  },
  document_too_many_parts: /*i18n*/ { id: 'error.document_too_many_parts', message: 'Un documento ha al massimo {max} parti' },
  document_field_repeated: /*i18n*/ { id: 'error.document_field_repeated', message: 'Due domande hanno lo stesso codice, {field}' },
  document_options_wrong: /*i18n*/ {
    id: 'error.document_options_wrong',
    message: '{min, plural, =3 {Questa domanda ha 3 risposte} other {Questa domanda ha almeno {min} risposte e al massimo {max}}}',
  },
  document_options_repeated: /*i18n*/ { id: 'error.document_options_repeated', message: 'Due risposte della domanda sono uguali' },
  document_yes_first: /*i18n*/ {
    id: 'error.document_yes_first',
    message: 'Una domanda con due risposte ha Sì e No, in questo ordine',
  },
  document_summary_place: /*i18n*/ {
    id: 'error.document_summary_place',
    message: 'Una frase di sintesi sta solo nelle informazioni, subito sotto un titolo',
  },
  document_summary_missing: /*i18n*/ {
    id: 'error.document_summary_missing',
    message: 'Subito sotto questo titolo manca la frase di sintesi della sezione',
  },
  document_text_repeated: /*i18n*/ { id: 'error.document_text_repeated', message: 'Lo stesso testo c’è già più sopra' },
  document_question_missing: /*i18n*/ { id: 'error.document_question_missing', message: 'Mancano queste domande: {field}' },
  document_no_questions: /*i18n*/ { id: 'error.document_no_questions', message: 'Le informazioni non contengono domande' },
  document_draft_changed: /*i18n*/ {
    id: 'error.document_draft_changed',
    message: '{who} ha già modificato questa bozza ({what}). Quello che hai scritto è ancora qui: copialo, poi riapri la bozza',
  },
  document_draft_unknown: /*i18n*/ {
    id: 'error.document_draft_unknown',
    message: 'Questa bozza non c’è più: un’altra persona l’ha pubblicata o eliminata. Riapri la pagina',
  },
  document_unchanged: /*i18n*/ { id: 'error.document_unchanged', message: 'La bozza è uguale alla versione in vigore' },
  document_needs_material: /*i18n*/ {
    id: 'error.document_needs_material',
    message: 'Domande o risposte sono cambiate: la versione richiede una nuova risposta',
  },
} as const
