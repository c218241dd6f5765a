import type { Section } from '../field-definition.ts'

export const covid = {
  COVID_STATUS: { type: 'boolean', label: { it: 'Infezione da SARS-CoV-2', en: 'SARS-CoV-2 infection' }, hint: { it: 'Infezione anche pregressa; apre gli altri campi', en: 'Ever infected; opens the other fields' } },
  COVID_SYMPTOM: { type: 'choice', appliesWhen: { field: 'COVID_STATUS', is: true }, referenceTable: 'svc_covid_symptom', label: { it: 'COVID: gravità dei sintomi', en: 'COVID: severity of symptoms' } },
  COVID_DETECTION: { type: 'choice', appliesWhen: { field: 'COVID_STATUS', is: true }, referenceTable: 'svc_covid_detection', label: { it: 'COVID: modalità di accertamento', en: 'COVID: way of detection' } },
  COVID_SOURCE: { type: 'choice', appliesWhen: { field: 'COVID_STATUS', is: true }, referenceTable: 'svc_covid_source', label: { it: 'COVID: origine del contagio', en: 'COVID: source of infection' } },
  COVID_HOSPITALIZATION: { type: 'choice', appliesWhen: { field: 'COVID_STATUS', is: true }, referenceTable: 'svc_covid_hospitalization', label: { it: 'COVID: livello di cura', en: 'COVID: level of care' }, hint: { it: 'Livello più alto raggiunto', en: 'Highest level reached' } },
  COVID_HOSP_DAYS: { type: 'integer', appliesWhen: { field: 'COVID_STATUS', is: true }, unit: 'd', min: 0, max: 366, warnMax: 60, label: { it: 'COVID: giorni di ricovero', en: 'COVID: days in hospital' } },
  COVID_DISASE_DAYS: { type: 'integer', appliesWhen: { field: 'COVID_STATUS', is: true }, unit: 'd', min: 0, max: 366, warnMax: 90, label: { it: 'COVID: giorni di malattia', en: 'COVID: days of illness' }, hint: { it: 'Dal primo sintomo o test alla guarigione', en: 'From first symptom or test to recovery' } },
  COVID_TERAPY: { type: 'string', appliesWhen: { field: 'COVID_STATUS', is: true }, maxLength: 255, label: { it: 'COVID: terapia', en: 'COVID: therapy' } },
  COVID_OUTCOME: { type: 'choice', appliesWhen: { field: 'COVID_STATUS', is: true }, referenceTable: 'svc_covid_outcome', label: { it: 'COVID: esito', en: 'COVID: outcome' } },
} as const satisfies Section
