import type { FieldName } from '../fields/dictionary.ts'

/** A code of a public terminology with its English name. */
export type Code = { readonly system: string; readonly code: string; readonly display?: string }

const inSystem =
  (system: string) =>
  (code: string, display: string): Code => ({ system, code, display })

export const loinc = inSystem('http://loinc.org')
const orpha = inSystem('http://www.orpha.net')
const icd10cm = inSystem('http://hl7.org/fhir/sid/icd-10-cm')
const hpo = inSystem('http://human-phenotype-ontology.org')
const atc = inSystem('http://www.whocc.no/atc')

/**
 * The public codes that mean exactly our diagnosis: a wider or narrower code in a document that leaves the registry would say something else.
 * Sources: MONDO of 4 August 2026, which maps ORPHA and ICD-10-CM. SNOMED CT is absent until a haematologist has reviewed its codes.
 */
export const diagnosisCodes: Readonly<Record<string, readonly Code[]>> = {
  ATRX: [orpha('847', 'X-linked alpha-thalassemia-intellectual disability syndrome')],
  AT_NOS: [orpha('846', 'Alpha-thalassemia'), icd10cm('D56.0', 'Alpha thalassemia')],
  BTI: [orpha('231222', 'Beta-thalassemia intermedia')],
  BTM: [orpha('231214', 'Beta-thalassemia major')],
  BT_DOM: [orpha('231226', 'Dominant beta-thalassemia')],
  BT_NOS: [orpha('848', 'Beta-thalassemia'), icd10cm('D56.1', 'Beta thalassemia')],
  BT_OTHER: [orpha('231230', 'Beta-thalassemia associated with another hemoglobin anomaly')],
  CDA1: [orpha('98869', 'Congenital dyserythropoietic anemia type I')],
  CDA2: [orpha('98873', 'Congenital dyserythropoietic anemia type II')],
  DBA: [orpha('124', 'Diamond-Blackfan anemia')],
  DBT: [orpha('231237', 'Delta-beta-thalassemia'), icd10cm('D56.2', 'Delta-beta thalassemia')],
  G6PD: [orpha('466026', 'Class I glucose-6-phosphate dehydrogenase deficiency')],
  HBC: [orpha('2132', 'Hemoglobin C disease')],
  HBC_BT: [orpha('231242', 'Hemoglobin C-beta-thalassemia syndrome')],
  HBD: [orpha('90039', 'Hemoglobin D disease')],
  HBE: [orpha('2133', 'Hemoglobin E disease')],
  HBE_BT: [orpha('231249', 'Hemoglobin E-beta-thalassemia syndrome')],
  HBH: [orpha('93616', 'Hemoglobin H disease')],
  HB_BART: [orpha('163596', "Hb Bart's hydrops fetalis")],
  HB_UNSTABLE: [orpha('99139', 'Unstable hemoglobin disease')],
  HE: [orpha('288', 'Hereditary elliptocytosis'), icd10cm('D58.1', 'Hereditary elliptocytosis')],
  HPFH_BT: [orpha('46532', 'Hereditary persistence of fetal hemoglobin-beta-thalassemia syndrome')],
  HS: [orpha('822', 'Hereditary spherocytosis'), icd10cm('D58.0', 'Hereditary spherocytosis')],
  HST: [orpha('3202', 'Dehydrated hereditary stomatocytosis')],
  PKD: [orpha('766', 'Hemolytic anemia due to red cell pyruvate kinase deficiency')],
  SCD_SC: [orpha('251365', 'Sickle cell S-C disease'), icd10cm('D57.2', 'Sickle-cell/Hb-C disease')],
  SCD_SD: [orpha('251370', 'Sickle cell S-D Punjab disease')],
  SCD_SE: [orpha('251375', 'Sickle cell S-E disease')],
  SCD_SHPFH: [orpha('251380', 'Hereditary persistence of fetal hemoglobin-sickle cell disease syndrome')],
  SCD_SS: [orpha('232', 'Sickle cell anemia')],
  SCT: [icd10cm('D57.3', 'Sickle-cell trait')],
  SIDERO: [orpha('98362', 'Constitutional sideroblastic anemia')],
}

/** The public codes of complications, chosen like those of diagnoses; HPO is the release that MONDO imports. */
export const complicationCodes: Readonly<Partial<Record<FieldName, readonly Code[]>>> = {
  ARRHYTHMIA: [hpo('HP:0011675', 'Arrhythmia')],
  CARDIOMIOPATHIES: [icd10cm('I42', 'Cardiomyopathy'), hpo('HP:0001638', 'Cardiomyopathy')],
  CHOLELITHIASIS: [icd10cm('K80', 'Cholelithiasis'), hpo('HP:0001081', 'Cholelithiasis')],
  CHRONIC_KIDNEY_DISEASE: [icd10cm('N18', 'Chronic kidney disease (CKD)'), hpo('HP:0012622', 'Chronic kidney disease')],
  CONGESTIVE_HEART_FAILURE: [hpo('HP:0001635', 'Congestive heart failure')],
  DIABETES: [hpo('HP:0000819', 'Diabetes mellitus')],
  HCC: [icd10cm('C22.0', 'Liver cell carcinoma'), hpo('HP:0001402', 'Hepatocellular carcinoma')],
  HEART_FAILURE: [icd10cm('I50', 'Heart failure')],
  HYPOCORTISOLISM: [hpo('HP:0000846', 'Adrenal insufficiency')],
  HYPOGANADISM: [hpo('HP:0000135', 'Hypogonadism')],
  HYPOPARATHYROIDISM: [icd10cm('E20', 'Hypoparathyroidism'), hpo('HP:0000829', 'Hypoparathyroidism')],
  HYPOTHYROIDISM: [hpo('HP:0000821', 'Hypothyroidism')],
  LIVER_CIRRHOSIS: [hpo('HP:0001394', 'Cirrhosis')],
  NEPHROLITHIASIS: [hpo('HP:0000787', 'Nephrolithiasis')],
  OSTEONECROSIS: [icd10cm('M87', 'Osteonecrosis'), hpo('HP:0010885', 'Avascular necrosis')],
  OSTEOPOROSIS: [hpo('HP:0000939', 'Osteoporosis')],
  PRIAPISM: [icd10cm('N48.3', 'Priapism')],
  SPLENOMEGALY: [hpo('HP:0001744', 'Splenomegaly')],
  STROKE: [hpo('HP:0001297', 'Stroke')],
  THROMBOSIS: [hpo('HP:0001977', 'Abnormal thrombosis')],
}

/** LOINC codes of measurements whose field of the dictionary names none. */
export const measurementCodes: Readonly<Partial<Record<FieldName, Code>>> = {
  FIBR_STIFFNESS: loinc('77615-3', 'Liver stiffness by US.transient elastography'),
}

/** The ATC codes of the medicines with a field of their own. Luspatercept has none here, because no source was read. */
export const drugCodes = {
  DFO: [atc('V03AC01', 'deferoxamine')],
  DFP: [atc('V03AC02', 'deferiprone')],
  DFX: [atc('V03AC03', 'deferasirox')],
  hydroxyurea: [atc('L01XX05', 'hydroxycarbamide')],
} as const satisfies Readonly<Record<string, readonly Code[]>>
