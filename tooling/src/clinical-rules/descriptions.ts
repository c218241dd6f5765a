type Description = {
  /** What the rule checks, as one sentence. */
  readonly checks: string
  /** Where the rule comes from. */
  readonly source: string
}

const logic = 'consistency of the record'
const decided = 'decision of the registry'
const dictionary = 'data dictionary'

/** One entry per rule of `packages/domain/src/rules`, by its number. A guard compares the numbers with those of the code. */
export const ruleDescriptions: Readonly<Record<string, Description>> = {
  'RULE-01': {
    checks: 'No date precedes the birth; no date of the clinical course follows the death; no date is in the future.',
    source: logic,
  },
  'RULE-02': { checks: 'A date of death, the status “dead” and a cause of death occur together.', source: logic },
  'RULE-03': {
    checks: 'Care starts at most a year before the diagnosis; the diagnosis follows the birth by at most 60 years.',
    source: decided,
  },
  'RULE-04': { checks: 'A date of surgery needs the surgery it belongs to.', source: logic },
  'RULE-05': { checks: 'Details of a transplant or of gene therapy need the transplant or the therapy.', source: logic },
  'RULE-06': { checks: 'A removed spleen is not enlarged.', source: logic },
  'RULE-07': { checks: 'Priapism needs male sex.', source: logic },
  'RULE-08': { checks: 'A complication of sickle cell disease needs a diagnosis of that family.', source: decided },
  'RULE-09': { checks: 'A severe form of a disease needs the disease itself.', source: logic },
  'RULE-10': { checks: 'Diagnoses are in order, and each occurs once.', source: dictionary },
  'RULE-11': { checks: 'Genotype and main diagnosis belong to the same family.', source: decided },
  'RULE-12': { checks: 'The phenotype agrees with the transfusion regimen, transplant and gene therapy.', source: decided },
  'RULE-13': { checks: 'A patient who was never transfused has no other transfusion data.', source: logic },
  'RULE-14': { checks: 'An ongoing transfusion needs a regimen with transfusions.', source: logic },
  'RULE-15': {
    checks: 'A regular regimen has 6 to 60 units in 12 months; exchange transfusion is unusual in beta thalassaemia.',
    source: decided,
  },
  'RULE-16': { checks: 'A patient without a chelator has no other chelation data.', source: logic },
  'RULE-17': {
    checks: 'Dose, prescription and compliance belong to a drug of the regimen; prescription and compliance need a dose.',
    source: logic,
  },
  'RULE-18': { checks: 'The product of another chelator is given exactly when the regimen has one.', source: logic },
  'RULE-19': { checks: 'The modality agrees with the number of drugs.', source: logic },
  'RULE-20': {
    checks: 'Chelation starts after transfusion and after the age of 2; ongoing chelation is taken.',
    source: decided,
  },
  'RULE-21': {
    checks:
      'Doses stay within the label (mg/kg/day): DFO 60, DFP 100, DFX dispersible 40, DFX film-coated 28. No deferasirox with an eGFR below 60.',
    source: 'product labels; to be confirmed by a clinician',
  },
  'RULE-22': { checks: 'Start, course and dose of hydroxyurea and luspatercept agree with the type of therapy.', source: logic },
  'RULE-23': {
    checks: 'Luspatercept starts at 18 or later and not in sickle cell disease; transfusion independence excludes ongoing transfusions.',
    source: decided,
  },
  'RULE-24': { checks: 'Minimum, median, mean, last and maximum of an analyte are in order.', source: logic },
  'RULE-25': { checks: 'The value of the visit equals the last one; statistics of the year need a last value.', source: dictionary },
  'RULE-26': {
    checks: 'The eGFR of an adult differs by at most 30 % from CKD-EPI 2021, computed from creatinine, age and sex.',
    source: 'NEJM 2021;385:1737',
  },
  'RULE-27': {
    checks: 'Liver iron and liver T2* differ at most twofold (31.94 × T2*^−1.014 at 1.5 T).',
    source: 'calibration at 1.5 T; to be confirmed by a clinician',
  },
  'RULE-28': { checks: 'DEXA values and the DEXA date occur together.', source: logic },
  'RULE-29': {
    checks: 'A T-score needs an age of 20; a T-score of −2.5 or lower goes with osteoporosis, one above −1 at every site without.',
    source: 'WHO thresholds of the T-score',
  },
  'RULE-30': { checks: 'Days and causes of hospitalisation need an admission; there is at least one day per admission.', source: logic },
  'RULE-31': {
    checks: 'COVID data need COVID; hospital days need a hospital level of care and are at most the days of illness.',
    source: logic,
  },
  'RULE-32': { checks: 'An outcome that is a death needs the date of death.', source: logic },
  'RULE-33': {
    checks: 'The number of complications is computed by the server; a value that is sent is ignored and reported.',
    source: dictionary,
  },
  'RULE-34': { checks: 'A region needs Italy as its nation; an Italian postcode has five digits.', source: logic },
  'RULE-35': {
    checks: 'The check character of the tax code is correct (error); birth and sex inside it agree with the record (warning).',
    source: 'D.M. 23 December 1976',
  },
  'RULE-36': {
    checks: 'The personal block needs the consent C_DB_P, the medical block C_DB_M; nothing is written after a withdrawal.',
    source: 'REQ-CON-11',
  },
  'RULE-37': { checks: 'Sign-in by e-mail needs an e-mail, by mobile a mobile; a contact belongs to one patient.', source: 'REQ-PAT-02' },
  'RULE-38': { checks: 'The weight differs by at most 20 % from the previous save, because doses depend on it.', source: decided },
}

/** Rules outside the rule set, because they need more than one record, and their files. */
export const rulesElsewhere: Readonly<Record<string, { readonly severity: string; readonly file: string }>> = {
  'RULE-33': { severity: 'warning', file: 'packages/db/src/sql/versions.ts' },
  'RULE-36': { severity: 'error', file: 'packages/domain/src/patient/writing.ts' },
}
