/** Messages of violated rules. A form shows the field next to the message, so no message repeats its label. */
export const ruleMessages = {
  rule_before_birth: /*i18n*/ { id: 'error.rule_before_birth', message: 'La data precede la data di nascita' },
  rule_after_death: /*i18n*/ { id: 'error.rule_after_death', message: 'La data segue la data del decesso' },
  rule_dead_status_missing: /*i18n*/ {
    id: 'error.rule_dead_status_missing',
    message: 'Con la data del decesso lo stato deve essere «Deceduto»',
  },
  rule_dead_date_missing: /*i18n*/ { id: 'error.rule_dead_date_missing', message: 'Lo stato è «Deceduto»: inserisci la data del decesso' },
  rule_dead_cause_without_date: /*i18n*/ {
    id: 'error.rule_dead_cause_without_date',
    message: 'La causa del decesso richiede la data del decesso',
  },
  rule_dead_cause_missing: /*i18n*/ { id: 'error.rule_dead_cause_missing', message: 'Con la data del decesso serve anche la causa' },
  rule_care_before_diagnosis: /*i18n*/ {
    id: 'error.rule_care_before_diagnosis',
    message: 'La presa in carico precede la diagnosi di oltre un anno',
  },
  rule_late_diagnosis: /*i18n*/ {
    id: 'error.rule_late_diagnosis',
    message: 'La diagnosi segue la nascita di oltre 60 anni: una diagnosi così tardiva è rara',
  },
  rule_flag_missing: /*i18n*/ { id: 'error.rule_flag_missing', message: 'Il campo si compila solo se la voce da cui dipende è «Sì»' },
  rule_spleen_removed: /*i18n*/ { id: 'error.rule_spleen_removed', message: 'Splenomegalia e splenectomia sono entrambe indicate' },
  rule_only_male: /*i18n*/ { id: 'error.rule_only_male', message: 'Il priapismo è possibile solo con sesso maschile' },
  rule_not_sickle: /*i18n*/ {
    id: 'error.rule_not_sickle',
    message: 'Complicanza della drepanocitosi, ma nessuna diagnosi è di questa famiglia',
  },
  rule_disease_missing: /*i18n*/ {
    id: 'error.rule_disease_missing',
    message: 'È indicata una forma più grave, ma non la malattia di cui fa parte',
  },
  rule_diagnosis_before: /*i18n*/ { id: 'error.rule_diagnosis_before', message: 'Manca la diagnosi che viene prima di questa' },
  rule_diagnosis_repeated: /*i18n*/ { id: 'error.rule_diagnosis_repeated', message: 'La stessa diagnosi è indicata due volte' },
  rule_genotype_family: /*i18n*/ {
    id: 'error.rule_genotype_family',
    message: 'Il genotipo appartiene a una famiglia diversa dalla diagnosi principale',
  },
  rule_phenotype_transfused: /*i18n*/ {
    id: 'error.rule_phenotype_transfused',
    message: 'Il fenotipo richiede trasfusioni regolari, il regime trasfusionale no',
  },
  rule_phenotype_not_transfused: /*i18n*/ {
    id: 'error.rule_phenotype_not_transfused',
    message: 'Il fenotipo è non trasfusione-dipendente, ma il regime è regolare',
  },
  rule_phenotype_cured: /*i18n*/ {
    id: 'error.rule_phenotype_cured',
    message: 'Il fenotipo dice «dopo trapianto o terapia genica», ma nessuno dei due è indicato',
  },
  rule_never_transfused: /*i18n*/ {
    id: 'error.rule_never_transfused',
    message: 'Il regime è «Mai trasfuso»: questo campo deve restare vuoto',
  },
  rule_ongoing_without_regimen: /*i18n*/ {
    id: 'error.rule_ongoing_without_regimen',
    message: 'Con trasfusioni in corso il regime deve essere occasionale, regolare o di scambio',
  },
  rule_quantity_unusual: /*i18n*/ {
    id: 'error.rule_quantity_unusual',
    message: 'Con un regime regolare sono attese da 6 a 60 unità in 12 mesi',
  },
  rule_exchange_in_beta: /*i18n*/ {
    id: 'error.rule_exchange_in_beta',
    message: 'Lo scambio eritrocitario è insolito nella beta-talassemia',
  },
  rule_no_chelator: /*i18n*/ { id: 'error.rule_no_chelator', message: 'Il regime è «Nessun chelante»: questo campo deve restare vuoto' },
  rule_not_in_regimen: /*i18n*/ {
    id: 'error.rule_not_in_regimen',
    message: 'Il farmaco non fa parte della terapia ferrochelante indicata',
  },
  rule_dose_missing: /*i18n*/ { id: 'error.rule_dose_missing', message: 'Giorni prescritti e aderenza richiedono la dose' },
  rule_product_missing: /*i18n*/ { id: 'error.rule_product_missing', message: 'Indica il prodotto corrispondente ad «Altro chelante»' },
  rule_modality_mono: /*i18n*/ { id: 'error.rule_modality_mono', message: 'La modalità è «Farmaco singolo», ma la terapia ha due farmaci' },
  rule_modality_combined: /*i18n*/ {
    id: 'error.rule_modality_combined',
    message: 'La modalità prevede più farmaci, ma la terapia ne ha uno',
  },
  rule_chelation_before_transfusion: /*i18n*/ {
    id: 'error.rule_chelation_before_transfusion',
    message: 'La chelazione comincia prima delle trasfusioni',
  },
  rule_chelation_early: /*i18n*/ { id: 'error.rule_chelation_early', message: 'La chelazione comincia prima dei 2 anni di età' },
  rule_chelation_not_taken: /*i18n*/ {
    id: 'error.rule_chelation_not_taken',
    message: 'La chelazione è in corso, ma l’aderenza è zero per ogni farmaco',
  },
  rule_dose_over_label: /*i18n*/ { id: 'error.rule_dose_over_label', message: 'La dose supera quella massima autorizzata' },
  rule_deferasirox_kidney: /*i18n*/ {
    id: 'error.rule_deferasirox_kidney',
    message: 'Deferasirox è controindicato con filtrato glomerulare inferiore a 60',
  },
  rule_never_taken: /*i18n*/ {
    id: 'error.rule_never_taken',
    message: 'Il farmaco non è mai stato assunto: questo campo deve restare vuoto',
  },
  rule_start_missing: /*i18n*/ { id: 'error.rule_start_missing', message: 'La terapia è in corso: inserisci la data di inizio' },
  rule_ongoing_but_stopped: /*i18n*/ {
    id: 'error.rule_ongoing_but_stopped',
    message: 'La terapia è indicata sia come in corso sia come interrotta',
  },
  rule_luspatercept_minor: /*i18n*/ { id: 'error.rule_luspatercept_minor', message: 'Luspatercept iniziato prima dei 18 anni' },
  rule_luspatercept_sickle: /*i18n*/ { id: 'error.rule_luspatercept_sickle', message: 'Luspatercept con una diagnosi di drepanocitosi' },
  rule_independent_but_transfused: /*i18n*/ {
    id: 'error.rule_independent_but_transfused',
    message: 'L’esito è l’indipendenza dalle trasfusioni, ma le trasfusioni sono in corso',
  },
  rule_min_over_max: /*i18n*/ { id: 'error.rule_min_over_max', message: 'Il minimo supera il massimo' },
  rule_outside_min_max: /*i18n*/ {
    id: 'error.rule_outside_min_max',
    message: 'Il valore è fuori dall’intervallo tra il minimo e il massimo dell’anno',
  },
  rule_differs_from_last: /*i18n*/ { id: 'error.rule_differs_from_last', message: 'Il valore della visita è diverso dall’ultimo valore' },
  rule_last_missing: /*i18n*/ { id: 'error.rule_last_missing', message: 'Ci sono statistiche dell’anno, ma manca l’ultimo valore' },
  rule_filtration_far: /*i18n*/ {
    id: 'error.rule_filtration_far',
    message: 'Il filtrato si scosta di oltre il 30% da quello calcolato con CKD-EPI 2021',
  },
  rule_liver_iron_disagrees: /*i18n*/ {
    id: 'error.rule_liver_iron_disagrees',
    message: 'LIC e T2* epatico si scostano di oltre due volte',
  },
  rule_dexa_date_missing: /*i18n*/ { id: 'error.rule_dexa_date_missing', message: 'I valori della DEXA richiedono la sua data' },
  rule_dexa_values_missing: /*i18n*/ { id: 'error.rule_dexa_values_missing', message: 'La data della DEXA richiede almeno un valore' },
  rule_t_score_young: /*i18n*/ { id: 'error.rule_t_score_young', message: 'Sotto i 20 anni si usa lo Z-score, non il T-score' },
  rule_osteoporosis_missing: /*i18n*/ {
    id: 'error.rule_osteoporosis_missing',
    message: 'Un T-score è pari o inferiore a −2,5, ma l’osteoporosi non è indicata',
  },
  rule_osteoporosis_unlikely: /*i18n*/ {
    id: 'error.rule_osteoporosis_unlikely',
    message: 'L’osteoporosi è indicata, ma ogni T-score è superiore a −1',
  },
  rule_no_admission: /*i18n*/ { id: 'error.rule_no_admission', message: 'Giorni o cause di ricovero richiedono almeno un ricovero' },
  rule_days_under_admissions: /*i18n*/ { id: 'error.rule_days_under_admissions', message: 'I giorni di ricovero sono meno dei ricoveri' },
  rule_covid_level: /*i18n*/ {
    id: 'error.rule_covid_level',
    message: 'Giorni di ricovero per COVID richiedono un livello di cura ospedaliero',
  },
  rule_covid_days: /*i18n*/ { id: 'error.rule_covid_days', message: 'I giorni di ricovero superano i giorni di malattia' },
  rule_death_date_missing: /*i18n*/ { id: 'error.rule_death_date_missing', message: 'L’esito è il decesso: inserisci la data del decesso' },
  consent_withdrawn: /*i18n*/ {
    id: 'error.consent_withdrawn',
    message: 'Il paziente ha ritirato il consenso: nessun dato può essere modificato',
  },
  consent_personal_missing: /*i18n*/ { id: 'error.consent_personal_missing', message: 'Manca il consenso ai dati anagrafici' },
  consent_medical_missing: /*i18n*/ { id: 'error.consent_medical_missing', message: 'Manca il consenso ai dati clinici' },
  rule_region_outside_italy: /*i18n*/ {
    id: 'error.rule_region_outside_italy',
    message: 'La regione si indica solo se la nazione è l’Italia',
  },
  rule_postcode_wrong: /*i18n*/ { id: 'error.rule_postcode_wrong', message: 'Il CAP italiano ha cinque cifre' },
  rule_weight_jump: /*i18n*/ {
    id: 'error.rule_weight_jump',
    message: 'Il peso è cambiato di oltre il 20% dal salvataggio precedente: verifica le dosi per chilo',
  },
  rule_report_differs: /*i18n*/ {
    id: 'error.rule_report_differs',
    message: 'Il valore riportato è lontano da quello calcolato dagli esami: tieni quello giusto (per il calcolo svuota il campo)',
  },
  rule_results_after_death: /*i18n*/ {
    id: 'error.rule_results_after_death',
    message: 'La cartella ha esami fatti dopo il decesso: correggi la data del decesso, o gli esami nella scheda «Esami»',
  },
  rule_legal_id_disagrees: /*i18n*/ {
    id: 'error.rule_legal_id_disagrees',
    message: 'La data di nascita o il sesso nel codice fiscale sono diversi da quelli indicati',
  },
  rule_email_missing: /*i18n*/ { id: 'error.rule_email_missing', message: 'Campo email obbligatorio' },
  rule_mobile_missing: /*i18n*/ { id: 'error.rule_mobile_missing', message: 'Campo cellulare obbligatorio' },
} as const

export type RuleText = Extract<keyof typeof ruleMessages, `rule_${string}`>

type RuleDescription = {
  /** The condition of the rule, in one sentence. */
  readonly checks: string
  readonly source: string
}

const logic = 'consistency of the record'
const decided = 'decision of the registry'
const dictionary = 'data dictionary'

/** The English text of docs/clinical-rules.md, one entry per rule. The apps do not import it, so their bundles do not contain it. */
export const ruleDescriptions = {
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
  'RULE-24': {
    checks: 'Minimum, median, mean, last and maximum of an analyte are in order, if all are reported or all computed.',
    source: logic,
  },
  'RULE-25': {
    checks: 'The value of the visit equals the last one; statistics of the year need a last value. Only reported values.',
    source: dictionary,
  },
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
    checks: 'Personal data need the consent C_DB_P, medical data C_DB_M; nothing is written after a withdrawal.',
    source: 'REQ-CON-11',
  },
  'RULE-37': { checks: 'Sign-in by e-mail needs an e-mail, by mobile a mobile; a contact belongs to one patient.', source: 'REQ-PAT-02' },
  'RULE-38': { checks: 'The weight differs by at most 20 % from the previous save, because doses depend on it.', source: decided },
  'RULE-39': { checks: 'A reported statistic differs by at most 20 % (a setting) from what the dated results give.', source: decided },
  'RULE-40': { checks: 'No dated result is later than the death.', source: logic },
} satisfies Readonly<Record<`RULE-${number}`, RuleDescription>>

/** The rule's number in the registry's list of cross-field rules. A rule without a description does not compile. */
export type RuleId = keyof typeof ruleDescriptions
