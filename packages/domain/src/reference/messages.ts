/** Error messages of the upload of reference tables (REQ-ADM-04). */
export const referenceMessages = {
  table_read_only: /*i18n*/ { id: 'error.table_read_only', message: 'Questa tabella non si cambia con un file' },
  table_action_refused: /*i18n*/ {
    id: 'error.table_action_refused',
    message: 'Il registro usa gli id di questa tabella: puoi solo cambiarne i testi (CHANGE)',
  },
  table_action_required: /*i18n*/ { id: 'error.table_action_required', message: 'Scegli l’operazione: APPEND, CHANGE o REPLACE' },
  table_id_repeated: /*i18n*/ { id: 'error.table_id_repeated', message: 'Questo id è già nella riga {first} del file' },
  table_id_known: /*i18n*/ { id: 'error.table_id_known', message: 'La tabella ha già questo id: per cambiarlo usa CHANGE' },
  table_id_unknown: /*i18n*/ { id: 'error.table_id_unknown', message: 'La tabella non ha questo id: per aggiungerlo usa APPEND' },
  table_id_used: /*i18n*/ { id: 'error.table_id_used', message: 'Il file non ha questo id, che è ancora usato da: {places}' },
  table_file_empty: /*i18n*/ { id: 'error.table_file_empty', message: 'Il file non ha righe: la tabella resta com’è' },
  area_place_fixed: /*i18n*/ {
    id: 'error.area_place_fixed',
    message: 'Il posto di un’area nell’albero non si cambia: lascia il valore attuale',
  },
  area_in_use: /*i18n*/ {
    id: 'error.area_in_use',
    message: 'Un’area con centri resta una foglia, e un’area con altre aree sotto non lo diventa',
  },
  area_id_wrong: /*i18n*/ { id: 'error.area_id_wrong', message: 'L’id di un’area non può avere virgole' },
  area_parent_unknown: /*i18n*/ {
    id: 'error.area_parent_unknown',
    message: 'L’area {parent} non esiste: aggiungila prima, anche in una riga precedente del file',
  },
  area_parent_leaf: /*i18n*/ {
    id: 'error.area_parent_leaf',
    message: 'L’area {parent} è una foglia, cioè può avere centri: prima cambia il suo leaf in false',
  },
  area_level_wrong: /*i18n*/ {
    id: 'error.area_level_wrong',
    message: 'Sotto quest’area il livello è {level}: correggilo o lascialo vuoto',
  },
  table_too_long: /*i18n*/ {
    id: 'error.table_too_long',
    message: 'Il file ha più di {limit} righe: è troppo lungo per una tabella di servizio',
  },
} as const
