import type { IncidentalFindings } from '../consent/incidental-findings.ts'
import type { RecordAlert } from './summary.ts'

type Text = { readonly id: string; readonly message: string }

/** The alerts of a record, on the screen and on the printed summary (REQ-CRF-09). */
export const alertMessages = {
  'cardiac-iron': /*i18n*/ { id: 'alert.heart_iron', message: 'T2* cardiaco sotto 10 ms' },
  'liver-iron': /*i18n*/ { id: 'alert.liver_iron', message: 'LIC sopra 15 mg/g' },
  ferritin: /*i18n*/ { id: 'alert.ferritin', message: 'Ferritina sopra 2.500 ng/mL' },
  'deferasirox-contraindicated': /*i18n*/ { id: 'alert.kidney_deferasirox', message: 'eGFR sotto 60 con deferasirox' },
  compliance: /*i18n*/ { id: 'alert.compliance', message: 'Aderenza alla chelazione sotto l’80%' },
  antibodies: /*i18n*/ { id: 'alert.antibodies', message: 'Anticorpi presenti' },
  asplenia: /*i18n*/ { id: 'alert.no_spleen', message: 'Milza asportata: rischio di infezioni' },
  'no-mri': /*i18n*/ { id: 'alert.no_mri', message: 'Nessun valore di risonanza negli ultimi 24 mesi' },
} as const satisfies Readonly<Record<RecordAlert, Text>>

/** The age of a value and the number of its results, on the screen and on the printed summary (REQ-CRF-09). */
export const valueAgeMessages = {
  ago: /*i18n*/ {
    id: 'value_age.ago',
    message: '{years, plural, =0 {{months, plural, =0 {meno di un mese fa} one {# mese fa} other {# mesi fa}}} other {# anni fa}}',
  },
  results: /*i18n*/ { id: 'value_age.results', message: '{count, plural, one {# risultato} other {# risultati dal {first}}}' },
} as const

/** Texts about the patient's choice for the centre, on the screen and on the printed summary (REQ-CRF-17). */
export const incidentalFindingsMessages = {
  title: /*i18n*/ { id: 'incidental_findings', message: 'Reperti inattesi' },
  centre_doctor: /*i18n*/ { id: 'incidental_findings.centre_doctor', message: 'Comunicare di persona, dal medico del centro' },
  own_doctor: /*i18n*/ { id: 'incidental_findings.own_doctor', message: 'Comunicare tramite un medico che il paziente indica al centro' },
  not_told: /*i18n*/ { id: 'incidental_findings.not_told', message: 'Il paziente preferisce non saperli' },
  unanswered: /*i18n*/ { id: 'incidental_findings.unanswered', message: 'Il paziente non ha ancora scelto' },
} as const satisfies Readonly<Record<IncidentalFindings | 'title' | 'unanswered', Text>>
