import type { SectionName } from './dictionary.ts'
import type { Translations } from './field-definition.ts'

/** Labels of the sections in the form, the filter picker and the data dictionary (REQ-CRF-06). */
export const sectionLabels: Readonly<Record<SectionName, Translations>> = {
  'Personal Data': { it: 'Dati anagrafici', en: 'Personal data' },
  Misc: { it: 'Dati generali', en: 'General data' },
  Diagnosis: { it: 'Diagnosi', en: 'Diagnosis' },
  Complications: { it: 'Complicanze', en: 'Complications' },
  Surgery: { it: 'Interventi', en: 'Surgery' },
  Hospitalization: { it: 'Ricoveri', en: 'Hospitalization' },
  Transfusion: { it: 'Trasfusioni', en: 'Transfusion' },
  Chelation: { it: 'Chelazione', en: 'Chelation' },
  SpecialTreatment: { it: 'Trattamenti speciali', en: 'Special treatment' },
  Gene: { it: 'Terapia genica', en: 'Gene therapy' },
  Laboratory: { it: 'Laboratorio', en: 'Laboratory' },
  Instrumental: { it: 'Esami strumentali', en: 'Instrumental' },
  Covid: { it: 'Covid', en: 'Covid' },
}
