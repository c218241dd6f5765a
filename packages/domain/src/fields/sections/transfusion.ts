import type { Section } from '../field-definition.ts'

export const transfusion = {
  TT: { type: 'choice', referenceTable: 'svc_tt', label: { it: 'Regime trasfusionale', en: 'Transfusion regimen' }, hint: { it: 'Fabbisogno attuale di globuli rossi', en: 'Current need for red cells' } },
  TT_QTY: { type: 'float', appliesWhen: { field: 'TT', isNot: 'NEVER' }, unit: '{RBC_units}/a', min: 0, max: 150, warnMax: 60, label: { it: 'Quantità trasfusa', en: 'Transfused quantity' }, hint: { it: 'Unità di globuli rossi negli ultimi 12 mesi', en: 'Red cell units in the last 12 months' } },
  TT_TYPE: { type: 'choice', appliesWhen: { field: 'TT', isNot: 'NEVER' }, referenceTable: 'tt_type', label: { it: 'Tipo di trasfusione', en: 'Type of transfusion' }, hint: { it: 'Trasfusione semplice o scambio eritrocitario', en: 'Simple top-up or exchange' } },
  TT_START: { type: 'date', appliesWhen: { field: 'TT', isNot: 'NEVER' }, min: '1930-01-01', max: 'today', label: { it: 'Inizio delle trasfusioni', en: 'Transfusion start' }, hint: { it: 'Prima trasfusione del programma regolare', en: 'First transfusion of the regular programme' } },
  TT_ONGOING: { type: 'boolean', appliesWhen: { field: 'TT', isNot: 'NEVER' }, label: { it: 'Trasfusioni in corso', en: 'Transfusions ongoing' } },
  IMMUNIZATION: { type: 'choice', referenceTable: 'svc_immunization', label: { it: 'Alloimmunizzazione', en: 'Red cell immunisation' }, hint: { it: 'Anticorpi contro i globuli rossi', en: 'Antibodies against red cells' } },
} as const satisfies Section
