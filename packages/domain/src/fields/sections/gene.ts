import type { Section } from '../field-definition.ts'

export const gene = {
  GT: { type: 'boolean', label: { it: 'Terapia genica', en: 'Gene therapy' }, hint: { it: 'Aggiunta o modifica genica, sperimentale o autorizzata', en: 'Gene addition or editing, trial or licensed' } },
  GT_START: { type: 'date', appliesWhen: { field: 'GT', is: true }, min: '2005-01-01', max: 'today', warnMin: '2007-01-01', label: { it: 'Data della terapia genica', en: 'Gene therapy date' }, hint: { it: 'Giorno dell’infusione', en: 'Day of infusion' } },
  GT_PROTOCOL: { type: 'string', appliesWhen: { field: 'GT', is: true }, maxLength: 255, label: { it: 'Protocollo di terapia genica', en: 'Gene therapy protocol' }, hint: { it: 'Prodotto o identificativo della sperimentazione', en: 'Product or trial identifier' } },
  GT_OUTCOME: { type: 'choice', appliesWhen: { field: 'GT', is: true }, referenceTable: 'gt_outcome', label: { it: 'Esito della terapia genica', en: 'Gene therapy outcome' } },
  GT_CONDITIONING: { type: 'string', appliesWhen: { field: 'GT', is: true }, maxLength: 255, label: { it: 'Condizionamento', en: 'Conditioning' }, hint: { it: 'Farmaci e intensità, per esempio busulfano', en: 'Drugs and intensity, for instance busulfan' } },
  GT_NOTE: { type: 'string', appliesWhen: { field: 'GT', is: true }, maxLength: 1000, label: { it: 'Note sulla terapia genica', en: 'Gene therapy notes' } },
} as const satisfies Section
