import type { Section } from '../field-definition.ts'

export const surgery = {
  SPLENECTOMY_DATE: { type: 'date', appliesWhen: { field: 'SPLENECTOMY', is: true }, min: '1930-01-01', max: 'today', label: { it: 'Data della splenectomia', en: 'Splenectomy date' }, hint: { it: 'Solo se la splenectomia è Sì', en: 'Only if splenectomy is Yes' } },
  CHOLECISTECTOMY_DATE: { type: 'date', appliesWhen: { field: 'CHOLECISTECTOMY', is: true }, min: '1930-01-01', max: 'today', label: { it: 'Data della colecistectomia', en: 'Cholecystectomy date' }, hint: { it: 'Solo se la colecistectomia è Sì', en: 'Only if cholecystectomy is Yes' } },
  BMT: { type: 'boolean', label: { it: 'Trapianto di cellule staminali', en: 'Stem cell transplant' }, hint: { it: 'Allogenico; la terapia genica si registra a parte', en: 'Allogeneic; gene therapy is recorded apart' } },
  BMT_DATE: { type: 'date', appliesWhen: { field: 'BMT', is: true }, min: '1970-01-01', max: 'today', warnMin: '1981-12-01', label: { it: 'Data del trapianto', en: 'Transplant date' }, hint: { it: 'Solo se il trapianto è Sì; i primi trapianti per talassemia sono dei primi anni Ottanta', en: 'Only if transplant is Yes; the first transplants for thalassaemia date from the early eighties' } },
  BMT_NOTE: { type: 'string', appliesWhen: { field: 'BMT', is: true }, maxLength: 1000, label: { it: 'Note sul trapianto', en: 'Transplant notes' }, hint: { it: 'Donatore, fonte delle cellule, esito', en: 'Donor, source, outcome' } },
} as const satisfies Section
