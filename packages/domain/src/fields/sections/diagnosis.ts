import type { Section } from '../field-definition.ts'

export const diagnosis = {
  FENOTYPE: { type: 'choice', referenceTable: 'svc_fenotype', label: { it: 'Fenotipo clinico', en: 'Clinical phenotype' }, hint: { it: 'Fabbisogno trasfusionale e famiglia di malattia', en: 'Transfusion need and disease family' } },
  DOD: { type: 'date', min: '1900-01-01', max: 'today', label: { it: 'Data della diagnosi', en: 'Date of diagnosis' }, hint: { it: 'Non prima della nascita (è ammesso lo screening neonatale)', en: 'Not before birth (neonatal screening allowed)' } },
  DIAGNOSIS: { type: 'choice', referenceTable: 'specific_diagnosis', label: { it: 'Diagnosi principale', en: 'Main diagnosis' }, hint: { it: 'Diagnosi specifica, con il codice ORPHA', en: 'Specific diagnosis, carries the ORPHA code' } },
  DIAGNOSIS_2: { type: 'choice', appliesWhen: { field: 'DIAGNOSIS', isGiven: true }, referenceTable: 'specific_diagnosis', label: { it: 'Seconda diagnosi', en: 'Second diagnosis' }, hint: { it: 'Solo se è indicata la diagnosi principale, e diversa da questa', en: 'Only when a main diagnosis is set; must differ from it' } },
  DIAGNOSIS_3: { type: 'choice', appliesWhen: { field: 'DIAGNOSIS_2', isGiven: true }, referenceTable: 'specific_diagnosis', label: { it: 'Terza diagnosi', en: 'Third diagnosis' }, hint: { it: 'Solo se è indicata la seconda diagnosi, e diversa dalle altre', en: 'Only when a second diagnosis is set; must differ from the others' } },
  GENOTYPE: { type: 'choice', referenceTable: 'svc_genotype', label: { it: 'Genotipo', en: 'Genotype' }, hint: { it: 'Classe di genotipo globinico, compatibile con la diagnosi', en: 'Globin genotype class; compatible with the diagnosis' } },
} as const satisfies Section
