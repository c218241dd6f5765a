/** Messages of violated rules. A form shows the field beside the message, so no message repeats its label. */
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
    message: "La chelazione è in corso, ma l'aderenza è zero per ogni farmaco",
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
    message: "L'esito è l'indipendenza dalle trasfusioni, ma le trasfusioni sono in corso",
  },
  rule_min_over_max: /*i18n*/ { id: 'error.rule_min_over_max', message: 'Il minimo supera il massimo' },
  rule_outside_min_max: /*i18n*/ { id: 'error.rule_outside_min_max', message: 'Il valore non sta tra il minimo e il massimo' },
  rule_differs_from_last: /*i18n*/ { id: 'error.rule_differs_from_last', message: "Il valore della visita è diverso dall'ultimo valore" },
  rule_last_missing: /*i18n*/ { id: 'error.rule_last_missing', message: "Ci sono statistiche dell'anno, ma manca l'ultimo valore" },
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
    message: "Un T-score è pari o inferiore a −2,5, ma l'osteoporosi non è indicata",
  },
  rule_osteoporosis_unlikely: /*i18n*/ {
    id: 'error.rule_osteoporosis_unlikely',
    message: "L'osteoporosi è indicata, ma ogni T-score è superiore a −1",
  },
  rule_no_admission: /*i18n*/ { id: 'error.rule_no_admission', message: 'Giorni o cause di ricovero richiedono almeno un ricovero' },
  rule_days_under_admissions: /*i18n*/ { id: 'error.rule_days_under_admissions', message: 'I giorni di ricovero sono meno dei ricoveri' },
  rule_covid_level: /*i18n*/ {
    id: 'error.rule_covid_level',
    message: 'Giorni di ricovero per COVID richiedono un livello di cura ospedaliero',
  },
  rule_covid_days: /*i18n*/ { id: 'error.rule_covid_days', message: 'I giorni di ricovero superano i giorni di malattia' },
  rule_death_date_missing: /*i18n*/ { id: 'error.rule_death_date_missing', message: "L'esito è il decesso: inserisci la data del decesso" },
  rule_region_outside_italy: /*i18n*/ {
    id: 'error.rule_region_outside_italy',
    message: "La regione si indica solo se la nazione è l'Italia",
  },
  rule_postcode_wrong: /*i18n*/ { id: 'error.rule_postcode_wrong', message: 'Il CAP italiano ha cinque cifre' },
  rule_legal_id_disagrees: /*i18n*/ {
    id: 'error.rule_legal_id_disagrees',
    message: 'La data di nascita o il sesso nel codice fiscale sono diversi da quelli indicati',
  },
  rule_email_missing: /*i18n*/ { id: 'error.rule_email_missing', message: 'Campo email obbligatorio' },
  rule_mobile_missing: /*i18n*/ { id: 'error.rule_mobile_missing', message: 'Campo cellulare obbligatorio' },
  rule_weight_jump: /*i18n*/ {
    id: 'error.rule_weight_jump',
    message: 'Il peso è cambiato di oltre il 20% dal salvataggio precedente: verifica le dosi per chilo',
  },
  consent_withdrawn: /*i18n*/ {
    id: 'error.consent_withdrawn',
    message: 'Il paziente ha ritirato il consenso: nessun dato può essere modificato',
  },
  consent_personal_missing: /*i18n*/ { id: 'error.consent_personal_missing', message: 'Manca il consenso ai dati anagrafici' },
  consent_medical_missing: /*i18n*/ { id: 'error.consent_medical_missing', message: 'Manca il consenso ai dati medici' },
} as const

export type RuleText = Extract<keyof typeof ruleMessages, `rule_${string}`>
