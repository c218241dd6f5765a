import { listAgeBands } from './age-bands.ts'
import type { Section } from './field-definition.ts'

/**
 * Fields that filters compute from days at the day of the run. No record, form or file of a centre has them. The ages replace the dates
 * of birth and death, which identify people (REQ-FIL-25).
 */
export const computedFields = {
  'Personal Data': {
    AGE_BAND: {
      type: 'choice',
      table: 'patient_personal',
      computed: true,
      codes: listAgeBands(5),
      label: { it: 'Fascia d’età', en: 'Age band' },
      hint: { it: 'Cinque anni, nel giorno in cui si esegue il filtro', en: 'Five years, on the day of the run' },
    },
    AGE_AT_DEATH_BAND: {
      type: 'choice',
      table: 'patient_personal',
      needsMedical: true,
      computed: true,
      codes: listAgeBands(5),
      label: { it: 'Fascia d’età al decesso', en: 'Age band at death' },
      hint: { it: 'Cinque anni; serve anche il consenso ai dati clinici', en: 'Five years; also needs the consent to clinical data' },
    },
  },
  Misc: {
    MONTHS_SINCE_LAST_SEEN: {
      type: 'integer',
      computed: true,
      min: 0,
      max: 1440,
      warnMax: 240,
      label: { it: 'Mesi dall’ultima notizia', en: 'Months since last seen' },
      hint: {
        it: 'Mesi compiuti dall’ultimo giorno di cui si sa qualcosa, nel giorno in cui si esegue il filtro',
        en: 'Whole months since the newest day of which anything is known, on the day of the run',
      },
    },
  },
  Diagnosis: {
    YEARS_SINCE_DIAGNOSIS: {
      type: 'integer',
      computed: true,
      min: 0,
      max: 120,
      warnMax: 80,
      label: { it: 'Anni dalla diagnosi', en: 'Years since diagnosis' },
      hint: { it: 'Anni compiuti, nel giorno in cui si esegue il filtro', en: 'Whole years, on the day of the run' },
    },
  },
} as const satisfies Readonly<Record<string, Section>>
