/**
 * Errors in the text of a free condition, with their remedies (REQ-FIL-13). `line` and `column` count from 1; `offset` and `length` of the
 * same place are parameters too, for an editor.
 */
export const freeSqlMessages = {
  sql_empty: /*i18n*/ { id: 'error.sql_empty', message: 'Scrivi la condizione in SQL' },
  sql_syntax: /*i18n*/ {
    id: 'error.sql_syntax',
    message: 'Riga {line}, carattere {column}: errore di scrittura da qui in poi. Controlla parentesi, apici e operatori',
  },
  sql_character: /*i18n*/ {
    id: 'error.sql_character',
    message:
      'Riga {line}, carattere {column}: il segno {found} non è ammesso. Scrivi i testi tra apici singoli e i nomi dei campi senza virgolette',
  },
  sql_quote_open: /*i18n*/ {
    id: 'error.sql_quote_open',
    message: 'Riga {line}, carattere {column}: il testo che comincia qui non è chiuso. Aggiungi l’apice finale',
  },
  sql_quote_prefix: /*i18n*/ {
    id: 'error.sql_quote_prefix',
    message: 'Riga {line}, carattere {column}: prima di un apice metti uno spazio o un operatore',
  },
  sql_comment: /*i18n*/ {
    id: 'error.sql_comment',
    message: 'Riga {line}, carattere {column}: i commenti non sono ammessi. Togli il commento',
  },
  sql_statement: /*i18n*/ {
    id: 'error.sql_statement',
    message: 'Riga {line}, carattere {column}: scrivi una sola condizione, senza punto e virgola e senza altri comandi',
  },
  sql_field_unknown: /*i18n*/ {
    id: 'error.sql_field_unknown',
    message: 'Riga {line}, carattere {column}: il campo {found} non esiste. Scegli un nome dall’elenco dei campi',
  },
  sql_field_excluded: /*i18n*/ {
    id: 'error.sql_field_excluded',
    message: 'Riga {line}, carattere {column}: il campo {found} identifica le persone. Usa un altro campo',
  },
  sql_function_unknown: /*i18n*/ {
    id: 'error.sql_function_unknown',
    message: 'Riga {line}, carattere {column}: la funzione {found} non è ammessa. Usa una di queste: {functions}',
  },
  sql_arguments: /*i18n*/ {
    id: 'error.sql_arguments',
    message: 'Riga {line}, carattere {column}: la funzione {found} vuole altri valori tra parentesi. Controlla quanti e di che tipo',
  },
  sql_not_allowed: /*i18n*/ {
    id: 'error.sql_not_allowed',
    message:
      'Riga {line}, carattere {column}: questa scrittura non è ammessa. Usa confronti, AND, OR, NOT, IN, BETWEEN, LIKE, IS NULL, calcoli e le funzioni dell’elenco',
  },
  sql_null: /*i18n*/ {
    id: 'error.sql_null',
    message: 'Riga {line}, carattere {column}: per i valori mancanti scrivi IS NULL oppure IS NOT NULL',
  },
  sql_no_field: /*i18n*/ {
    id: 'error.sql_no_field',
    message: 'Riga {line}, carattere {column}: questo confronto non nomina alcun campo. Confronta un campo con un valore',
  },
  sql_constant: /*i18n*/ {
    id: 'error.sql_constant',
    message: 'Riga {line}, carattere {column}: qui va un valore scritto per esteso, come 9.5 oppure un testo tra apici',
  },
  sql_types: /*i18n*/ {
    id: 'error.sql_types',
    message:
      'Riga {line}, carattere {column}: si confrontano valori di tipo diverso. Confronta numeri con numeri, date con date, testi con testi',
  },
  sql_number: /*i18n*/ {
    id: 'error.sql_number',
    message: 'Riga {line}, carattere {column}: qui va un numero, senza apici e con il punto per i decimali',
  },
  sql_day: /*i18n*/ {
    id: 'error.sql_day',
    message: 'Riga {line}, carattere {column}: qui va una data che esiste, tra apici e nella forma anno-mese-giorno',
  },
  sql_truth: /*i18n*/ { id: 'error.sql_truth', message: 'Riga {line}, carattere {column}: qui va true oppure false, senza apici' },
  sql_text: /*i18n*/ { id: 'error.sql_text', message: 'Riga {line}, carattere {column}: qui va un testo tra apici singoli' },
  sql_result_comparison: /*i18n*/ {
    id: 'error.sql_result_comparison',
    message:
      'Riga {line}, carattere {column}: any_result va scritto per primo e confrontato con un numero, come any_result(FERRITIN) > 1000, oppure con BETWEEN',
  },
  sql_value_unlisted: /*i18n*/ {
    id: 'error.sql_value_unlisted',
    message: 'Riga {line}, carattere {column}: {found} non è un valore del campo {field}. Scegli un valore dall’elenco',
  },
  sql_reason_unknown: /*i18n*/ {
    id: 'error.sql_reason_unknown',
    message: 'Riga {line}, carattere {column}: il motivo «{found}» non esiste. Motivi: {reasons}',
  },
  sql_value_too_exact: /*i18n*/ {
    id: 'error.sql_value_too_exact',
    message: 'Riga {line}, carattere {column}: i filtri usano solo le prime tre cifre del CAP: scrivi quelle',
  },
  sql_too_deep: /*i18n*/ {
    id: 'error.sql_too_deep',
    message: 'Riga {line}, carattere {column}: da qui la condizione è troppo annidata. Togli qualche livello di parentesi',
  },
  sql_too_many_conditions: /*i18n*/ {
    id: 'error.sql_too_many_conditions',
    message: 'Riga {line}, carattere {column}: al massimo 100 confronti. Togli quelli da qui in poi, o usa IN con un elenco',
  },
  sql_too_many_values: /*i18n*/ {
    id: 'error.sql_too_many_values',
    message: 'Riga {line}, carattere {column}: al massimo 500 valori in un elenco',
  },
} as const
