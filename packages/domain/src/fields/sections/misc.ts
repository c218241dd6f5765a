import type { Section } from '../field-definition.ts'

export const misc = {
  DEAD_DATE: { type: 'date', appliesWhen: { field: 'STATUS', is: 'DEAD' }, min: '1940-01-01', max: 'today', personal: true, filterable: false, label: { it: 'Data del decesso', en: 'Date of death' }, hint: { it: 'Non prima della nascita; chiude la cartella agli eventi successivi', en: 'Not before the date of birth; closes the record to later events' } },
  DEAD_CAUSE: { type: 'string', appliesWhen: { field: 'STATUS', is: 'DEAD' }, maxLength: 255, requiredWhen: { field: 'DEAD_DATE' }, label: { it: 'Causa del decesso', en: 'Cause of death' }, hint: { it: 'Testo breve; si può citare un codice ICD-9-CM', en: 'Short text; an ICD-9-CM code may be quoted' } },
  WEIGHT: { type: 'float', unit: 'kg', min: 1, max: 250, warnMin: 3, warnMax: 120, label: { it: 'Peso', en: 'Weight' }, hint: { it: 'Ultimo peso corporeo misurato', en: 'Last measured body weight' }, loinc: '29463-7' },
  OTHER_THERAPIES: { type: 'string', maxLength: 1000, label: { it: 'Altre terapie', en: 'Other therapies' }, hint: { it: 'Farmaci non compresi nelle altre sezioni', en: 'Medicines that are in no other section' } },
  STATUS: { type: 'choice', referenceTable: 'svc_patient_status', label: { it: 'Stato del paziente', en: 'Patient status' }, hint: { it: 'Stato del follow-up presso il centro', en: 'Follow-up status at the centre' } },
  BLOOD_GROUP: { type: 'choice', referenceTable: 'svc_blood_group', label: { it: 'Gruppo sanguigno', en: 'Blood group' }, hint: { it: 'ABO e RhD', en: 'ABO and RhD' }, loinc: '882-1' },
} as const satisfies Section
