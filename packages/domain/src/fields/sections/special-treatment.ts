import type { Section } from '../field-definition.ts'

export const specialTreatment = {
  HU_TERAPY_TYPE: { type: 'choice', referenceTable: 'hu_therapy_type', label: { it: 'Idrossiurea: tipo di impiego', en: 'Hydroxyurea: type of use' } },
  HU_TERAPY_START: { type: 'date', appliesWhen: { field: 'HU_TERAPY_TYPE', isNot: 'NEVER' }, min: '1970-01-01', max: 'today', warnMin: '1984-01-01', label: { it: 'Idrossiurea: inizio', en: 'Hydroxyurea: start' } },
  HU_TERAPY_ONGOING: { type: 'boolean', appliesWhen: { field: 'HU_TERAPY_TYPE', isNot: 'NEVER' }, label: { it: 'Idrossiurea: in corso', en: 'Hydroxyurea: ongoing' } },
  HU_TERAPY_DOSAGE: { type: 'float', appliesWhen: { field: 'HU_TERAPY_TYPE', isNot: 'NEVER' }, unit: 'mg/kg/d', min: 0, max: 60, warnMin: 5, warnMax: 35, label: { it: 'Idrossiurea: dose', en: 'Hydroxyurea: dosage' }, hint: { it: 'Intervallo abituale 10-35', en: 'Usual range 10-35' } },
  LUS_TERAPY_TYPE: { type: 'choice', referenceTable: 'lus_therapy_type', label: { it: 'Luspatercept: tipo di impiego', en: 'Luspatercept: type of use' } },
  LUS_TERAPY_START: { type: 'date', appliesWhen: { field: 'LUS_TERAPY_TYPE', isNot: 'NEVER' }, min: '2011-01-01', max: 'today', warnMin: '2013-01-01', label: { it: 'Luspatercept: inizio', en: 'Luspatercept: start' }, hint: { it: 'Prime sperimentazioni nella talassemia 2013, autorizzazione europea 2020', en: 'First trials in thalassaemia 2013, EU licence 2020' } },
  LUS_TERAPY_ONGOING: { type: 'boolean', appliesWhen: { field: 'LUS_TERAPY_TYPE', isNot: 'NEVER' }, label: { it: 'Luspatercept: in corso', en: 'Luspatercept: ongoing' } },
  LUS_TERAPY_DOSAGE: { type: 'float', appliesWhen: { field: 'LUS_TERAPY_TYPE', isNot: 'NEVER' }, unit: 'mg/kg', min: 0, max: 2, warnMin: 0.6, warnMax: 1.25, label: { it: 'Luspatercept: dose', en: 'Luspatercept: dosage' }, hint: { it: 'Per iniezione, ogni tre settimane', en: 'Per injection every three weeks' } },
} as const satisfies Section
