/** Messages of errors of dated results. Those of values and days are in `../fields/messages.ts` (REQ-OBS-02). */
export const observationMessages = {
  observation_analyte_unknown: /*i18n*/ {
    id: 'error.observation_analyte_unknown',
    message: 'Esame sconosciuto: il registro accetta {analytes}',
  },
  observation_unit_unknown: /*i18n*/ {
    id: 'error.observation_unit_unknown',
    message: 'Unità non accettata per {analyte}: {units, select, none {lascia vuota l’unità} other {scrivi {units}}}',
  },
  observation_comparator_wrong: /*i18n*/ {
    id: 'error.observation_comparator_wrong',
    message: 'Scrivi < o >, oppure lascia vuoto',
  },
  observation_before_birth: /*i18n*/ { id: 'error.observation_before_birth', message: 'Il giorno del prelievo precede la nascita' },
  observation_after_death: /*i18n*/ { id: 'error.observation_after_death', message: 'Il giorno del prelievo segue il decesso' },
  observation_sample_differs: /*i18n*/ {
    id: 'error.observation_sample_differs',
    message: 'Questo campione ha già un altro risultato: se era sbagliato correggilo nella cartella, scheda «Esami»',
  },
  fhir_type_wrong: /*i18n*/ {
    id: 'error.fhir_type_wrong',
    message: 'Manda il Bundle come corpo della richiesta, con Content-Type application/fhir+json',
  },
  fhir_method_unknown: /*i18n*/ {
    id: 'error.fhir_method_unknown',
    message: 'Il registro accetta POST con url «Observation», e PUT con url «Observation?identifier=…»',
  },
  fhir_resource_unknown: /*i18n*/ { id: 'error.fhir_resource_unknown', message: 'Il registro accetta soltanto risorse Observation' },
  fhir_status_unknown: /*i18n*/ {
    id: 'error.fhir_status_unknown',
    message: 'Il registro accetta soltanto gli stati final, amended e corrected',
  },
  fhir_modifier_unknown: /*i18n*/ {
    id: 'error.fhir_modifier_unknown',
    message: 'Il registro non conosce questa modifierExtension, che può cambiare il significato del risultato',
  },
  fhir_element_wrong: /*i18n*/ { id: 'error.fhir_element_wrong', message: 'Il valore non è del tipo che FHIR R4 prevede' },
  fhir_condition_wrong: /*i18n*/ {
    id: 'error.fhir_condition_wrong',
    message: 'La condizione deve essere «identifier=…», con un identifier della stessa risorsa',
  },
  fhir_identifier_required: /*i18n*/ {
    id: 'error.fhir_identifier_required',
    message: 'Una correzione deve avere l’identifier del campione che corregge',
  },
  fhir_code_unknown: /*i18n*/ {
    id: 'error.fhir_code_unknown',
    message: 'Nessun codice LOINC di un solo esame del registro: i codici accettati sono {codes}',
  },
  fhir_day_wrong: /*i18n*/ {
    id: 'error.fhir_day_wrong',
    message: 'Serve il giorno del prelievo in effectiveDateTime o effectiveInstant: una data intera, o un istante con il fuso orario',
  },
  observation_present: /*i18n*/ { id: 'error.observation_present', message: 'Questo risultato è già registrato' },
  observation_ended: /*i18n*/ {
    id: 'error.observation_ended',
    message: 'Questo risultato è già stato corretto o tolto: ricarica la pagina per vedere quello attuale',
  },
} as const
