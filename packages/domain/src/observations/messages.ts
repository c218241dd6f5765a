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
  observation_present: /*i18n*/ { id: 'error.observation_present', message: 'Questo risultato è già registrato' },
  observation_ended: /*i18n*/ {
    id: 'error.observation_ended',
    message: 'Questo risultato è già stato corretto o tolto: ricarica la pagina per vedere quello attuale',
  },
} as const
