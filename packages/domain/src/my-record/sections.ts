import type { DataDomainConsent } from '../fields/data-domain-consent.ts'
import type { FieldName } from '../fields/dictionary.ts'
import type { Translations } from '../fields/field-definition.ts'
import { analyteNames, type AnalyteName, statisticNames } from '../fields/sections/laboratory.ts'

const listAnalyteFields = (...names: readonly AnalyteName[]): readonly FieldName[] =>
  analyteNames
    .filter((name) => names.includes(name))
    .flatMap((name) => [...statisticNames.map((statistic) => `${name}_${statistic}` as const), name])

type OwnSection = {
  readonly label: Translations
  /** The consent that lets others use the section. Without one the centre sees it with every registration. */
  readonly consent?: DataDomainConsent
  readonly fields: readonly FieldName[]
}

/** The sections in which patients read their record, by organ and not by form. Each field is in one section (REQ-PAT-25). */
export const ownSections = {
  diagnosis: {
    label: { it: 'Diagnosi', en: 'Diagnosis' },
    consent: 'C_DB_M',
    fields: ['DIAGNOSIS', 'DIAGNOSIS_2', 'DIAGNOSIS_3', 'FENOTYPE', 'GENOTYPE', 'DOD'],
  },
  blood: {
    label: { it: 'Gruppo sanguigno e anticorpi', en: 'Blood group and antibodies' },
    consent: 'C_DB_M',
    fields: ['BLOOD_GROUP', 'IMMUNIZATION'],
  },
  iron: {
    label: { it: 'Ferro', en: 'Iron' },
    consent: 'C_DB_M',
    fields: [...listAnalyteFields('FERRITIN'), 'LIC_LAST'],
  },
  heart: {
    label: { it: 'Cuore', en: 'Heart' },
    consent: 'C_DB_M',
    fields: ['T2_HEART_LAST', 'CARDIOMIOPATHIES', 'HEART_FAILURE', 'CONGESTIVE_HEART_FAILURE', 'ARRHYTHMIA', 'PULMONARY_HYPERTENSION'],
  },
  liver: {
    label: { it: 'Fegato', en: 'Liver' },
    consent: 'C_DB_M',
    fields: [
      'T2_LIVER_LAST',
      'FIBR_STIFFNESS',
      'LIVER_DISEASE',
      'LIVER_CIRRHOSIS',
      'HBV',
      'HCV',
      'HCC',
      ...listAnalyteFields('ALT', 'AST', 'GGT', 'BILIRUBIN'),
    ],
  },
  transfusions: {
    label: { it: 'Trasfusioni', en: 'Transfusions' },
    consent: 'C_DB_M',
    fields: ['TT', 'TT_ONGOING', 'TT_QTY', 'TT_TYPE', 'TT_START'],
  },
  treatment: {
    label: { it: 'Farmaci e terapie', en: 'Medicines and treatments' },
    consent: 'C_DB_M',
    fields: [
      'ICT_TYPE',
      'ICT_ONGOING',
      'ICT_START',
      'ICT_MODALITY',
      'ICT_IP',
      ...(['DFO', 'DFP', 'DFX', 'OTHER'] as const).flatMap(
        (drug) => [`ICT_${drug}_DOSAGE`, `ICT_${drug}_PRESCRIPTION`, `ICT_${drug}_COMPLIANCE`] as const,
      ),
      'ICT_OTHER_PRODUCT',
      'HU_TERAPY_TYPE',
      'HU_TERAPY_ONGOING',
      'HU_TERAPY_START',
      'HU_TERAPY_DOSAGE',
      'LUS_TERAPY_TYPE',
      'LUS_TERAPY_ONGOING',
      'LUS_TERAPY_START',
      'LUS_TERAPY_DOSAGE',
      'OTHER_THERAPIES',
      'BMT',
      'BMT_DATE',
      'BMT_NOTE',
      'GT',
      'GT_START',
      'GT_PROTOCOL',
      'GT_CONDITIONING',
      'GT_OUTCOME',
      'GT_NOTE',
    ],
  },
  complications: {
    label: { it: 'Complicanze', en: 'Complications' },
    consent: 'C_DB_M',
    fields: [
      'COMPLICATIONS_NUM',
      'SPLENOMEGALY',
      'SPLENECTOMY',
      'SPLENECTOMY_DATE',
      'CHOLELITHIASIS',
      'CHOLECISTECTOMY',
      'CHOLECISTECTOMY_DATE',
      'DIABETES',
      'HYPOTHYROIDISM',
      'HYPOPARATHYROIDISM',
      'HYPOGANADISM',
      'HYPOCORTISOLISM',
      'THROMBOSIS',
      'STROKE',
      'VOC',
      'ACUTE_CHEST_SYNDROME',
      'SPLENIC_SEQUESTRATION',
      'OSTEONECROSIS',
      'LEG_ULCERS',
      'PRIAPISM',
      'CHRONIC_KIDNEY_DISEASE',
      'NEPHROLITHIASIS',
      'SKELETAL_PROBLEMS',
      'EYE_PROBLEMS',
      'DENTAL_PROBLEMS',
    ],
  },
  bones: {
    label: { it: 'Ossa', en: 'Bones' },
    consent: 'C_DB_M',
    fields: [
      'OSTEOPOROSIS',
      'DEXA_DATE',
      ...(['LOMBAR_SPINE', 'FEMORAL_NECK', 'TOTAL_HIP'] as const).flatMap(
        (site) => [`DEXA_${site}_T`, `DEXA_${site}_Z`, `DEXA_${site}_BMD`] as const,
      ),
    ],
  },
  laboratory: {
    label: { it: 'Esami del sangue', en: 'Blood tests' },
    consent: 'C_DB_M',
    fields: listAnalyteFields('HB', 'CREATININE', 'EGFR', 'APP'),
  },
  care: {
    label: { it: 'Peso, ricoveri e controlli', en: 'Weight, hospital stays and follow-up' },
    consent: 'C_DB_M',
    fields: ['WEIGHT', 'STATUS', 'HOSPEDALIZATIONS', 'HOSPEDAL_DAYS', 'HOSPEDAL_CAUSES', 'DEAD_DATE', 'DEAD_CAUSE'],
  },
  covid: {
    label: { it: 'COVID-19', en: 'COVID-19' },
    consent: 'C_DB_M',
    fields: [
      'COVID_STATUS',
      'COVID_SYMPTOM',
      'COVID_DETECTION',
      'COVID_SOURCE',
      'COVID_HOSPITALIZATION',
      'COVID_HOSP_DAYS',
      'COVID_DISASE_DAYS',
      'COVID_TERAPY',
      'COVID_OUTCOME',
    ],
  },
  personal: {
    label: { it: 'Dati anagrafici', en: 'Personal data' },
    consent: 'C_DB_P',
    fields: [
      'DOB',
      'SEX',
      'legal_id',
      'telephone',
      'lob_nation',
      'lob_region',
      'address_nation',
      'address_area',
      'address_town',
      'address_street',
      'address_zip',
      'CENTER_START',
    ],
  },
  registration: {
    label: { it: 'Registrazione e recapiti', en: 'Registration and contacts' },
    fields: ['SURNAME', 'NAME', 'CENTER_ID', 'center_code', 'login_mode', 'email', 'mobile_prefix', 'mobile'],
  },
  consents: {
    label: { it: 'Consensi', en: 'Consents' },
    fields: ['c_db', 'C_DB_P', 'C_DB_M', 'c_s', 'c_extraeu', 'c_p_db', 'c_f', 'C_DB_NO_NOTIFICATION'],
  },
} as const satisfies Readonly<Record<string, OwnSection>>

export type OwnSectionName = keyof typeof ownSections
const isSectionName = (name: string): name is OwnSectionName => Object.hasOwn(ownSections, name)
export const ownSectionNames: readonly OwnSectionName[] = Object.keys(ownSections).filter(isSectionName)

export const getOwnSection = (name: OwnSectionName): OwnSection => ownSections[name]
