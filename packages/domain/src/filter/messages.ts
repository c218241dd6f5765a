/** Error messages of filters. REQ-FIL-06 fixes the Italian texts that it names. */
export const filterMessages = {
  filter_name_required: /*i18n*/ { id: 'error.filter_name_required', message: 'Inserisci il nome del filtro' },
  filter_name_too_long: /*i18n*/ { id: 'error.filter_name_too_long', message: 'Il nome può avere al massimo 80 caratteri' },
  filter_description_required: /*i18n*/ { id: 'error.filter_description_required', message: 'Inserisci la descrizione del filtro' },
  filter_description_too_long: /*i18n*/ {
    id: 'error.filter_description_too_long',
    message: 'La descrizione può avere al massimo 255 caratteri',
  },
  deletion_request_not_found: /*i18n*/ {
    id: 'error.deletion_request_not_found',
    message: 'Questa esportazione non è tra quelle da eliminare, o la conferma c’è già: ricarica la pagina',
  },
  filter_not_found: /*i18n*/ { id: 'error.filter_not_found', message: 'Il filtro {id} non esiste' },
  filter_not_yours: /*i18n*/ { id: 'error.filter_not_yours', message: 'Solo l’autore o un GlobalAdmin può modificare il filtro' },
  filter_changed: /*i18n*/ {
    id: 'error.filter_changed',
    message: 'Il filtro è stato modificato da un’altra persona: riaprilo, poi ripeti le tue modifiche',
  },
  filter_broken: /*i18n*/ {
    id: 'error.filter_broken',
    message: 'Il filtro {id} non può più essere eseguito: un campo o un valore non esiste più. Correggilo e salvalo',
  },
  count_superseded: /*i18n*/ {
    id: 'error.count_superseded',
    message: 'Il conteggio è stato interrotto, perché ne è cominciato uno più recente',
  },
  exports_under_way: /*i18n*/ {
    id: 'error.exports_under_way',
    message: 'Hai già {running} esportazioni in corso e {waiting} in attesa: riprova quando una è finita',
  },
  filter_sql_unavailable: /*i18n*/ {
    id: 'error.filter_sql_unavailable',
    message: 'RUN esegue la condizione salvata: salvala con MODIFY, poi ripeti RUN senza sql_condition',
  },
  filter_sql_and_list: /*i18n*/ {
    id: 'error.filter_sql_and_list',
    message: 'Un filtro ha condizioni guidate o una condizione in SQL, non entrambe: togli filter_list o sql_condition',
  },
  filter_too_slow: /*i18n*/ {
    id: 'error.filter_too_slow',
    message: 'Il filtro non ha finito entro {seconds} secondi: scrivi una condizione più semplice, o riprova più tardi',
  },
  filter_number_too_large: /*i18n*/ {
    id: 'error.filter_number_too_large',
    message: 'Un calcolo del filtro dà un numero troppo grande: correggi moltiplicazioni e potenze',
  },
  filter_disabled: /*i18n*/ {
    id: 'error.filter_disabled',
    message: 'Il filtro {id} è disabilitato: l’autore o un GlobalAdmin può riabilitarlo',
  },
  filter_in_use: /*i18n*/ {
    id: 'error.filter_in_use',
    message: 'Uno studio usa il filtro: scegli un altro filtro per lo studio, poi riprova',
  },
  filter_field_unknown: /*i18n*/ { id: 'error.filter_field_unknown', message: 'Il filtro nomina un campo che non esiste' },
  filter_field_excluded: /*i18n*/ { id: 'error.filter_field_excluded', message: 'Il filtro nomina un campo che identifica le persone' },
  filter_field_misplaced: /*i18n*/ {
    id: 'error.filter_field_misplaced',
    message: 'Il filtro nomina un campo sotto una categoria che non è la sua',
  },
  filter_category_unknown: /*i18n*/ { id: 'error.filter_category_unknown', message: 'Il filtro nomina una categoria che non esiste' },
  filter_selection_empty: /*i18n*/ { id: 'error.filter_selection_empty', message: 'Scegli almeno un campo' },
  filter_operator_unknown: /*i18n*/ { id: 'error.filter_operator_unknown', message: 'Operatore non ammesso per questo campo' },
  filter_results_unknown: /*i18n*/ {
    id: 'error.filter_results_unknown',
    message: 'Questo campo non ha risultati datati: scegli un esame, il peso o la stiffness epatica',
  },
  filter_value_missing: /*i18n*/ { id: 'error.filter_value_missing', message: 'Valore non inserito' },
  filter_value_wrong: /*i18n*/ { id: 'error.filter_value_wrong', message: 'Il valore non è del tipo richiesto da questo operatore' },
  filter_range_reversed: /*i18n*/ {
    id: 'error.filter_range_reversed',
    message: 'Il primo valore deve essere minore o uguale al secondo',
  },
  filter_value_superfluous: /*i18n*/ { id: 'error.filter_value_superfluous', message: 'Questo operatore non richiede un valore' },
  filter_value_too_exact: /*i18n*/ {
    id: 'error.filter_value_too_exact',
    message: 'I filtri usano solo le prime tre cifre del CAP: scrivi quelle',
  },
  filter_missing_superfluous: /*i18n*/ {
    id: 'error.filter_missing_superfluous',
    message: 'I valori mancanti si possono includere solo con «è diverso da», con gli altri operatori negativi e con «risale a più di»',
  },
  export_reason_short: /*i18n*/ {
    id: 'error.export_reason_short',
    message: 'Scrivi perché servono i valori esatti, in almeno 10 caratteri',
  },
  export_reason_long: /*i18n*/ { id: 'error.export_reason_long', message: 'Il motivo può avere al massimo 500 caratteri' },
  export_labels_format: /*i18n*/ {
    id: 'error.export_labels_format',
    message: 'Solo i file CSV e XLSX possono avere etichette: scegli uno di questi formati, oppure togli labels',
  },
  export_observations_format: /*i18n*/ {
    id: 'error.export_observations_format',
    message: 'Solo il pacchetto per la statistica può avere i risultati datati: scegli il formato package, oppure togli observations',
  },
  export_delimiter_format: /*i18n*/ {
    id: 'error.export_delimiter_format',
    message: 'Solo i file CSV possono avere il punto e virgola: scegli CSV, oppure togli delimiter',
  },
  export_not_repeatable: /*i18n*/ {
    id: 'error.export_not_repeatable',
    message: 'Si può rifare solo il file completo di un filtro, non quello di uno studio',
  },
  export_changed_since: /*i18n*/ {
    id: 'error.export_changed_since',
    message:
      'Il file non si può più rifare: da allora un paziente si è ritirato, ha tolto un consenso o non è più tra quelli che puoi vedere',
  },
  filter_too_many_predicates: /*i18n*/ { id: 'error.filter_too_many_predicates', message: 'Al massimo 100 condizioni' },
  filter_too_many_values: /*i18n*/ { id: 'error.filter_too_many_values', message: 'Al massimo 500 valori in un elenco' },
  filter_unreadable: /*i18n*/ { id: 'error.filter_unreadable', message: 'La condizione del filtro non è leggibile' },
  filter_text_too_long: /*i18n*/ { id: 'error.filter_text_too_long', message: 'La condizione può avere al massimo 4000 caratteri' },
  expression_too_deep: /*i18n*/ { id: 'error.expression_too_deep', message: 'La condizione è troppo annidata' },
  expression_too_large: /*i18n*/ { id: 'error.expression_too_large', message: 'La condizione è troppo grande' },
  expression_type_wrong: /*i18n*/ { id: 'error.expression_type_wrong', message: 'La condizione confronta valori di tipo diverso' },
} as const
