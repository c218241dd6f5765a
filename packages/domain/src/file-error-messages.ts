/** Error messages of the files that staff and programs of centres send and ask for. */
export const fileErrorMessages = {
  format_unknown: /*i18n*/ { id: 'error.format_unknown', message: 'Formato sconosciuto: usa CSV, JSON, XLSX o XML' },
  column_unknown: /*i18n*/ { id: 'error.column_unknown', message: 'Colonna sconosciuta' },
  file_empty: /*i18n*/ { id: 'error.file_empty', message: 'Il file è vuoto' },
  file_format_mismatch: /*i18n*/ {
    id: 'error.file_format_mismatch',
    message: 'Il contenuto del file non è {format}: scegli il formato giusto',
  },
  file_encoding: /*i18n*/ { id: 'error.file_encoding', message: 'Il testo del file non è in UTF-8: salvalo come UTF-8 e riprova' },
  file_nul: /*i18n*/ { id: 'error.file_nul', message: 'Riga {row}: il file contiene un carattere non ammesso (NUL)' },
  file_rows_too_many: /*i18n*/ { id: 'error.file_rows_too_many', message: 'Il file ha più di {limit, number} righe: dividilo' },
  file_columns_too_many: /*i18n*/ { id: 'error.file_columns_too_many', message: 'Il file ha più di {limit, number} colonne' },
  file_cell_too_long: /*i18n*/ {
    id: 'error.file_cell_too_long',
    message: 'Riga {row}, colonna {column}: il testo supera i {limit, number} caratteri',
  },
  file_row_too_long: /*i18n*/ { id: 'error.file_row_too_long', message: 'Riga {row}: supera i {limit, number} caratteri' },
  file_compressed: /*i18n*/ { id: 'error.file_compressed', message: 'Il file è compresso (gzip): manda il file decompresso' },
  file_header_unknown: /*i18n*/ {
    id: 'error.file_header_unknown',
    message: 'La prima riga del file deve contenere i nomi delle colonne, ma contiene «{text}»: togli titoli e note sopra i nomi',
  },
  file_column_near: /*i18n*/ {
    id: 'error.file_column_near',
    message: 'La colonna «{column}» non esiste: scrivi «{known}», oppure cambia il nome se è un’altra cosa',
  },
  file_column_none: /*i18n*/ {
    id: 'error.file_column_none',
    message: 'Oltre a {key} il file non ha nessuna colonna che si possa importare: controlla i nomi delle colonne',
  },
  file_column_missing: /*i18n*/ { id: 'error.file_column_missing', message: 'Manca la colonna {column}' },
  file_column_duplicate: /*i18n*/ { id: 'error.file_column_duplicate', message: 'La colonna {column} compare più di una volta' },
  file_column_unnamed: /*i18n*/ {
    id: 'error.file_column_unnamed',
    message: 'La cella {cell} ha un valore, ma la sua colonna non ha un nome: cancella il valore o dai un nome alla colonna',
  },
  file_too_slow: /*i18n*/ { id: 'error.file_too_slow', message: 'La lettura del file richiede più di {seconds} secondi: dividi il file' },
  file_too_complex: /*i18n*/ { id: 'error.file_too_complex', message: 'Il file richiede troppa memoria: dividilo o salvalo come CSV' },
  csv_quote: /*i18n*/ { id: 'error.csv_quote', message: 'Linea {line}: virgolette fuori posto' },
  csv_cells: /*i18n*/ { id: 'error.csv_cells', message: 'Riga {row} (linea {line}): ha {found} celle invece di {expected}' },
  csv_delimiter: /*i18n*/ {
    id: 'error.csv_delimiter',
    message:
      'Le colonne sono separate da {delimiter, select, tab {tabulazioni} other {«{delimiter}»}}: usa la virgola o il punto e virgola',
  },
  json_syntax: /*i18n*/ { id: 'error.json_syntax', message: 'Riga {row}: JSON non corretto' },
  json_shape: /*i18n*/ { id: 'error.json_shape', message: 'Riga {row}: il JSON deve essere un elenco di oggetti, o un oggetto con "rows"' },
  json_duplicate_key: /*i18n*/ { id: 'error.json_duplicate_key', message: 'Riga {row}: il nome {key} compare più di una volta' },
  json_value: /*i18n*/ {
    id: 'error.json_value',
    message: 'Riga {row}, colonna {column}: è ammesso solo un valore semplice o un elenco di valori',
  },
  fhir_bundle_expected: /*i18n*/ {
    id: 'error.fhir_bundle_expected',
    message: 'Manda un Bundle di FHIR R4 di tipo transaction, con un elenco di risorse in entry',
  },
  xml_syntax: /*i18n*/ { id: 'error.xml_syntax', message: 'Linea {line}: XML non corretto' },
  xml_shape: /*i18n*/ { id: 'error.xml_shape', message: 'Linea {line}: la forma deve essere rows, row, campo' },
  xml_doctype: /*i18n*/ { id: 'error.xml_doctype', message: 'Linea {line}: DOCTYPE non è ammesso' },
  xml_instruction: /*i18n*/ { id: 'error.xml_instruction', message: 'Linea {line}: istruzioni di elaborazione non ammesse' },
  xml_entity: /*i18n*/ { id: 'error.xml_entity', message: 'Linea {line}: entità non ammessa' },
  xml_attributes_too_many: /*i18n*/ { id: 'error.xml_attributes_too_many', message: 'Linea {line}: più di {limit} attributi' },
  xml_text_too_long: /*i18n*/ {
    id: 'error.xml_text_too_long',
    message: 'Linea {line}: un testo o un elemento supera i {limit, number} caratteri',
  },
  xlsx_damaged: /*i18n*/ { id: 'error.xlsx_damaged', message: 'La cartella di lavoro XLSX è danneggiata o non è corretta' },
  xlsx_encrypted: /*i18n*/ {
    id: 'error.xlsx_encrypted',
    message: 'La cartella di lavoro è protetta da password o non è un XLSX: salvala come XLSX senza password',
  },
  xlsx_entries_too_many: /*i18n*/ { id: 'error.xlsx_entries_too_many', message: 'La cartella di lavoro ha più di {limit} parti' },
  xlsx_unpacks_too_large: /*i18n*/ {
    id: 'error.xlsx_unpacks_too_large',
    message: 'La cartella di lavoro, decompressa, supera i {megabytes} MB',
  },
  xlsx_no_sheet: /*i18n*/ { id: 'error.xlsx_no_sheet', message: 'La cartella di lavoro non ha fogli' },
  xlsx_error_cell: /*i18n*/ {
    id: 'error.xlsx_error_cell',
    message: 'La cella {cell} contiene l’errore {error}: correggila o cancellala',
  },
  xlsx_formula_empty: /*i18n*/ {
    id: 'error.xlsx_formula_empty',
    message: 'La cella {cell} contiene una formula senza risultato: apri e salva in Excel il file, poi mandalo di nuovo',
  },
  xlsx_number_too_long: /*i18n*/ {
    id: 'error.xlsx_number_too_long',
    message: 'La cella {cell} contiene un numero di più di 15 cifre, che Excel non conserva per intero: scrivilo come testo',
  },
  xlsx_text_too_long: /*i18n*/ {
    id: 'error.xlsx_text_too_long',
    message: 'Un testo della cartella di lavoro supera i {limit, number} caratteri',
  },
  xlsx_rows_too_many: /*i18n*/ {
    id: 'error.xlsx_rows_too_many',
    message: 'Un foglio XLSX può avere al massimo {limit, number} righe: scegli un altro formato',
  },
} as const
