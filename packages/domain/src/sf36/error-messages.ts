/** Error messages of the SF-36 questionnaire. */
export const sf36ErrorMessages = {
  sf36_answer_required: /*i18n*/ { id: 'error.sf36_answer_required', message: 'campo obbligatorio' },
  sf36_answers_count: /*i18n*/ {
    id: 'error.sf36_answers_count',
    message: 'Il questionario ha {count} punti: manda una risposta per ogni punto',
  },
  sf36_sub_answers_count: /*i18n*/ {
    id: 'error.sf36_sub_answers_count',
    message: 'Il punto ha {count} domande: manda una risposta per ogni domanda',
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
} as const
