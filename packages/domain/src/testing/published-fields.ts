import type { DataDomain } from '../fields/field-definition.ts'

/** The agreed fields of the data domain PATIENT, without labels, in the columns of `PublishedField.line`. */
const patientLines = `
center_code,string,,,,,,,80,true,false,true,
CENTER_ID,string,,,,,,,80,true,true,false,
SURNAME,string,,,,,,,80,true,true,false,
NAME,string,,,,,,,80,true,true,false,
login_mode,list,login_mode,,,,,,,true,false,true,
mobile_prefix,string,,,,,,,5,if:login_mode=Mobile,true,false,
mobile,string,,,,,,,20,if:login_mode=Mobile,true,false,
email,string,,,,,,,255,if:login_mode=Email,true,false,
telephone,string,,,,,,,20,false,true,false,
legal_id,string,,,,,,,16,false,true,false,
DOB,date,,,1900-01-01,today,1920-01-01,,,true,true,false,
SEX,list,svc_sex,,,,,,,true,false,true,
CENTER_START,date,,,1940-01-01,today,1960-01-01,,,false,false,true,
lob_nation,list,svc_nation,,,,,,,false,false,true,
lob_region,list,svc_region,,,,,,,false,false,true,
address_nation,list,svc_nation,,,,,,,false,false,true,
address_area,list,svc_region,,,,,,,false,false,true,
address_town,string,,,,,,,80,false,true,false,
address_street,string,,,,,,,120,false,true,false,
address_zip,string,,,,,,,10,false,true,true,
c_db,boolean,,,,,,,,false,false,true,
C_DB_P,boolean,,,,,,,,false,false,true,
C_DB_M,boolean,,,,,,,,false,false,true,
c_s,boolean,,,,,,,,false,false,true,
c_extraeu,boolean,,,,,,,,false,false,true,
c_p_db,boolean,,,,,,,,false,false,true,
c_f,boolean,,,,,,,,false,false,true,
C_DB_NO_NOTIFICATION,list,consent_withdrawal,,,,,,,false,false,true,
`
/** The agreed fields of the data domain MEDICAL_DATA. */
const medicalLines = `
DEAD_DATE,date,,,1940-01-01,today,,,,false,true,false,
DEAD_CAUSE,string,,,,,,,255,if:DEAD_DATE,false,true,
WEIGHT,float,,kg,1,250,3,120,,false,false,true,29463-7
OTHER_THERAPIES,string,,,,,,,1000,false,false,true,
STATUS,list,svc_patient_status,,,,,,,false,false,true,
BLOOD_GROUP,list,svc_blood_group,,,,,,,false,false,true,882-1
FENOTYPE,list,svc_fenotype,,,,,,,false,false,true,
DOD,date,,,1900-01-01,today,,,,false,false,true,
DIAGNOSIS,list,specific_diagnosis,,,,,,,false,false,true,
DIAGNOSIS_2,list,specific_diagnosis,,,,,,,false,false,true,
DIAGNOSIS_3,list,specific_diagnosis,,,,,,,false,false,true,
GENOTYPE,list,svc_genotype,,,,,,,false,false,true,
CARDIOMIOPATHIES,boolean,,,,,,,,false,false,true,
CHRONIC_KIDNEY_DISEASE,boolean,,,,,,,,false,false,true,
LIVER_DISEASE,boolean,,,,,,,,false,false,true,
THROMBOSIS,boolean,,,,,,,,false,false,true,
CONGESTIVE_HEART_FAILURE,boolean,,,,,,,,false,false,true,
SKELETAL_PROBLEMS,boolean,,,,,,,,false,false,true,
EYE_PROBLEMS,boolean,,,,,,,,false,false,true,
DENTAL_PROBLEMS,boolean,,,,,,,,false,false,true,
SPLENIC_SEQUESTRATION,boolean,,,,,,,,false,false,true,
ACUTE_CHEST_SYNDROME,boolean,,,,,,,,false,false,true,
STROKE,boolean,,,,,,,,false,false,true,
VOC,boolean,,,,,,,,false,false,true,
OSTEONECROSIS,boolean,,,,,,,,false,false,true,
LEG_ULCERS,boolean,,,,,,,,false,false,true,
PRIAPISM,boolean,,,,,,,,false,false,true,
HCC,boolean,,,,,,,,false,false,true,
HYPOTHYROIDISM,boolean,,,,,,,,false,false,true,
HYPOPARATHYROIDISM,boolean,,,,,,,,false,false,true,
DIABETES,boolean,,,,,,,,false,false,true,
HYPOGANADISM,boolean,,,,,,,,false,false,true,
HYPOCORTISOLISM,boolean,,,,,,,,false,false,true,
OSTEOPOROSIS,boolean,,,,,,,,false,false,true,
NEPHROLITHIASIS,boolean,,,,,,,,false,false,true,
PULMONARY_HYPERTENSION,boolean,,,,,,,,false,false,true,
CHOLELITHIASIS,boolean,,,,,,,,false,false,true,
HEART_FAILURE,boolean,,,,,,,,false,false,true,
ARRHYTHMIA,boolean,,,,,,,,false,false,true,
LIVER_CIRRHOSIS,boolean,,,,,,,,false,false,true,
HBV,boolean,,,,,,,,false,false,true,
HCV,boolean,,,,,,,,false,false,true,
SPLENOMEGALY,boolean,,,,,,,,false,false,true,
SPLENECTOMY,boolean,,,,,,,,false,false,true,
CHOLECISTECTOMY,boolean,,,,,,,,false,false,true,
COMPLICATIONS_NUM,integer,,,1,33,,,,false,false,true,
SPLENECTOMY_DATE,date,,,1930-01-01,today,,,,false,false,true,
CHOLECISTECTOMY_DATE,date,,,1930-01-01,today,,,,false,false,true,
BMT,boolean,,,,,,,,false,false,true,
BMT_DATE,date,,,1970-01-01,today,1981-12-01,,,false,false,true,
BMT_NOTE,string,,,,,,,1000,false,false,true,
HOSPEDALIZATIONS,integer,,{admissions}/a,0,100,,12,,false,false,true,
HOSPEDAL_DAYS,integer,,d,0,366,,90,,false,false,true,
HOSPEDAL_CAUSES,multilist,icd9,,,,,,,false,false,true,
TT,list,svc_tt,,,,,,,false,false,true,
TT_QTY,float,,{RBC_units}/a,0,150,,60,,false,false,true,
TT_TYPE,list,tt_type,,,,,,,false,false,true,
TT_START,date,,,1930-01-01,today,,,,false,false,true,
TT_ONGOING,boolean,,,,,,,,false,false,true,
IMMUNIZATION,list,svc_immunization,,,,,,,false,false,true,
ICT_TYPE,list,chelating_drug,,,,,,,false,false,true,
ICT_START,date,,,1960-01-01,today,1968-01-01,,,false,false,true,
ICT_ONGOING,boolean,,,,,,,,false,false,true,
ICT_IP,boolean,,,,,,,,false,false,true,
ICT_MODALITY,list,svc_ict_modality,,,,,,,false,false,true,
ICT_DFO_DOSAGE,float,,mg/kg/d,0,100,20,60,,false,false,true,
ICT_DFO_PRESCRIPTION,float,,d/wk,0,7,1,,,false,false,true,
ICT_DFO_COMPLIANCE,float,,%,0,100,50,,,false,false,true,
ICT_DFP_DOSAGE,float,,mg/kg/d,0,150,50,100,,false,false,true,
ICT_DFP_PRESCRIPTION,float,,d/wk,0,7,1,,,false,false,true,
ICT_DFP_COMPLIANCE,float,,%,0,100,50,,,false,false,true,
ICT_DFX_DOSAGE,float,,mg/kg/d,0,60,7,40,,false,false,true,
ICT_DFX_PRESCRIPTION,float,,d/wk,0,7,1,,,false,false,true,
ICT_DFX_COMPLIANCE,float,,%,0,100,50,,,false,false,true,
ICT_OTHER_DOSAGE,float,,mg/kg/d,0,1000,,,,false,false,true,
ICT_OTHER_PRESCRIPTION,float,,d/wk,0,7,1,,,false,false,true,
ICT_OTHER_COMPLIANCE,float,,%,0,100,50,,,false,false,true,
ICT_OTHER_PRODUCT,list,ict_other_product,,,,,,,false,false,true,
HU_TERAPY_TYPE,list,hu_therapy_type,,,,,,,false,false,true,
HU_TERAPY_START,date,,,1970-01-01,today,1984-01-01,,,false,false,true,
HU_TERAPY_ONGOING,boolean,,,,,,,,false,false,true,
HU_TERAPY_DOSAGE,float,,mg/kg/d,0,60,5,35,,false,false,true,
LUS_TERAPY_TYPE,list,lus_therapy_type,,,,,,,false,false,true,
LUS_TERAPY_START,date,,,2011-01-01,today,2013-01-01,,,false,false,true,
LUS_TERAPY_ONGOING,boolean,,,,,,,,false,false,true,
LUS_TERAPY_DOSAGE,float,,mg/kg,0,2,0.6,1.25,,false,false,true,
GT,boolean,,,,,,,,false,false,true,
GT_START,date,,,2005-01-01,today,2007-01-01,,,false,false,true,
GT_PROTOCOL,string,,,,,,,255,false,false,true,
GT_OUTCOME,list,gt_outcome,,,,,,,false,false,true,
GT_CONDITIONING,string,,,,,,,255,false,false,true,
GT_NOTE,string,,,,,,,1000,false,false,true,
HB,float,,g/dL,2,22,6,15,,false,false,true,718-7
HB_LAST,float,,g/dL,2,22,6,15,,false,false,true,718-7
HB_MEAN,float,,g/dL,2,22,6,15,,false,false,true,718-7
HB_MEDIAN,float,,g/dL,2,22,6,15,,false,false,true,718-7
HB_MAX,float,,g/dL,2,22,6,15,,false,false,true,718-7
HB_MIN,float,,g/dL,2,22,6,15,,false,false,true,718-7
FERRITIN,float,,ng/mL,1,50000,10,10000,,false,false,true,2276-4
FERRITIN_LAST,float,,ng/mL,1,50000,10,10000,,false,false,true,2276-4
FERRITIN_MEAN,float,,ng/mL,1,50000,10,10000,,false,false,true,2276-4
FERRITIN_MEDIAN,float,,ng/mL,1,50000,10,10000,,false,false,true,2276-4
FERRITIN_MAX,float,,ng/mL,1,50000,10,10000,,false,false,true,2276-4
FERRITIN_MIN,float,,ng/mL,1,50000,10,10000,,false,false,true,2276-4
ALT,float,,U/L,1,10000,5,300,,false,false,true,1742-6
ALT_LAST,float,,U/L,1,10000,5,300,,false,false,true,1742-6
ALT_MEAN,float,,U/L,1,10000,5,300,,false,false,true,1742-6
ALT_MEDIAN,float,,U/L,1,10000,5,300,,false,false,true,1742-6
ALT_MAX,float,,U/L,1,10000,5,300,,false,false,true,1742-6
ALT_MIN,float,,U/L,1,10000,5,300,,false,false,true,1742-6
AST,float,,U/L,1,10000,5,300,,false,false,true,1920-8
AST_LAST,float,,U/L,1,10000,5,300,,false,false,true,1920-8
AST_MEAN,float,,U/L,1,10000,5,300,,false,false,true,1920-8
AST_MEDIAN,float,,U/L,1,10000,5,300,,false,false,true,1920-8
AST_MAX,float,,U/L,1,10000,5,300,,false,false,true,1920-8
AST_MIN,float,,U/L,1,10000,5,300,,false,false,true,1920-8
GGT,float,,U/L,1,5000,3,300,,false,false,true,2324-2
GGT_LAST,float,,U/L,1,5000,3,300,,false,false,true,2324-2
GGT_MEAN,float,,U/L,1,5000,3,300,,false,false,true,2324-2
GGT_MEDIAN,float,,U/L,1,5000,3,300,,false,false,true,2324-2
GGT_MAX,float,,U/L,1,5000,3,300,,false,false,true,2324-2
GGT_MIN,float,,U/L,1,5000,3,300,,false,false,true,2324-2
BILIRUBIN,float,,mg/dL,0.05,80,0.2,10,,false,false,true,1975-2
BILIRUBIN_LAST,float,,mg/dL,0.05,80,0.2,10,,false,false,true,1975-2
BILIRUBIN_MEAN,float,,mg/dL,0.05,80,0.2,10,,false,false,true,1975-2
BILIRUBIN_MEDIAN,float,,mg/dL,0.05,80,0.2,10,,false,false,true,1975-2
BILIRUBIN_MAX,float,,mg/dL,0.05,80,0.2,10,,false,false,true,1975-2
BILIRUBIN_MIN,float,,mg/dL,0.05,80,0.2,10,,false,false,true,1975-2
CREATININE,float,,mg/dL,0.05,25,0.2,2,,false,false,true,2160-0
CREATININE_LAST,float,,mg/dL,0.05,25,0.2,2,,false,false,true,2160-0
CREATININE_MEAN,float,,mg/dL,0.05,25,0.2,2,,false,false,true,2160-0
CREATININE_MEDIAN,float,,mg/dL,0.05,25,0.2,2,,false,false,true,2160-0
CREATININE_MAX,float,,mg/dL,0.05,25,0.2,2,,false,false,true,2160-0
CREATININE_MIN,float,,mg/dL,0.05,25,0.2,2,,false,false,true,2160-0
EGFR,float,,mL/min/{1.73_m2},1,300,60,200,,false,false,true,69405-9
EGFR_LAST,float,,mL/min/{1.73_m2},1,300,60,200,,false,false,true,69405-9
EGFR_MEAN,float,,mL/min/{1.73_m2},1,300,60,200,,false,false,true,69405-9
EGFR_MEDIAN,float,,mL/min/{1.73_m2},1,300,60,200,,false,false,true,69405-9
EGFR_MAX,float,,mL/min/{1.73_m2},1,300,60,200,,false,false,true,69405-9
EGFR_MIN,float,,mL/min/{1.73_m2},1,300,60,200,,false,false,true,69405-9
APP,float,,,0,100000,,,,false,false,true,
APP_LAST,float,,,0,100000,,,,false,false,true,
APP_MEAN,float,,,0,100000,,,,false,false,true,
APP_MEDIAN,float,,,0,100000,,,,false,false,true,
APP_MAX,float,,,0,100000,,,,false,false,true,
APP_MIN,float,,,0,100000,,,,false,false,true,
LIC_LAST,float,,mg/g{dry_wt},0.1,80,0.5,30,,false,false,true,
T2_HEART_LAST,float,,ms,1,100,4,50,,false,false,true,
T2_LIVER_LAST,float,,ms,0.2,100,0.8,40,,false,false,true,
DEXA_DATE,date,,,1985-01-01,today,1987-01-01,,,false,false,true,
DEXA_LOMBAR_SPINE_T,float,,{T-score},-8,8,-5,4,,false,false,true,
DEXA_LOMBAR_SPINE_Z,float,,{Z-score},-8,8,-5,4,,false,false,true,
DEXA_LOMBAR_SPINE_BMD,float,,g/cm2,0.1,2.5,0.4,1.6,,false,false,true,
DEXA_FEMORAL_NECK_T,float,,{T-score},-8,8,-5,4,,false,false,true,
DEXA_FEMORAL_NECK_Z,float,,{Z-score},-8,8,-5,4,,false,false,true,
DEXA_FEMORAL_NECK_BMD,float,,g/cm2,0.1,2.5,0.4,1.6,,false,false,true,
DEXA_TOTAL_HIP_T,float,,{T-score},-8,8,-5,4,,false,false,true,
DEXA_TOTAL_HIP_Z,float,,{Z-score},-8,8,-5,4,,false,false,true,
DEXA_TOTAL_HIP_BMD,float,,g/cm2,0.1,2.5,0.4,1.6,,false,false,true,
FIBR_STIFFNESS,float,,kPa,1.5,75,2.5,35,,false,false,true,
COVID_STATUS,boolean,,,,,,,,false,false,true,
COVID_SYMPTOM,list,svc_covid_symptom,,,,,,,false,false,true,
COVID_DETECTION,list,svc_covid_detection,,,,,,,false,false,true,
COVID_SOURCE,list,svc_covid_source,,,,,,,false,false,true,
COVID_HOSPITALIZATION,list,svc_covid_hospitalization,,,,,,,false,false,true,
COVID_HOSP_DAYS,integer,,d,0,366,,60,,false,false,true,
COVID_DISASE_DAYS,integer,,d,0,366,,90,,false,false,true,
COVID_TERAPY,string,,,,,,,255,false,false,true,
COVID_OUTCOME,list,svc_covid_outcome,,,,,,,false,false,true,
`

export type PublishedField = {
  /** field,type,table,unit,min,max,warn_min,warn_max,max_length,required,personal,filterable,loinc */
  readonly line: string
  readonly name: string
  readonly type: string
  readonly dataDomain: DataDomain
  readonly filterable: boolean
}

const parseLines = (dataDomain: DataDomain, lines: string): readonly PublishedField[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split(',')
      const [name = '', type = ''] = cells
      return { line, name, type, dataDomain, filterable: cells[11] === 'true' }
    })

/**
 * The agreed data dictionary. It repeats the definitions of the fields, so that a test finds mistakes in fields, limits, units and codes.
 * Tests that count fields count these.
 */
export const publishedFields: readonly PublishedField[] = [
  ...parseLines('PATIENT', patientLines),
  ...parseLines('MEDICAL_DATA', medicalLines),
]
