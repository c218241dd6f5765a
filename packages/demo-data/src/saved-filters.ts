import type { Condition } from '@registry/domain/filter/condition'
import type { Predicate } from '@registry/domain/filter/predicate'
import type { FieldSelection } from '@registry/domain/filter/selection'
import type { StaffEmail } from './staff.ts'

/** A saved filter of the demo, in the shape of the database. */
type DemoFilter = {
  readonly name: string
  readonly description: string
  readonly author: StaffEmail
  readonly fields: FieldSelection
  readonly condition: Condition
}

const buildCondition = (...predicates: Predicate[]): Condition => ({ kind: 'predicates', predicates })

const patientFields: FieldSelection['PATIENT'] = ['center_code', 'SEX', 'address_area']

export const demoFilters = [
  {
    name: 'TDT con ferritina oltre 2500',
    description: 'Pazienti trasfusione-dipendenti con ultima ferritina sopra 2500 ng/mL: da rivedere dose e aderenza del chelante.',
    author: 'dm@demo.example',
    fields: {
      PATIENT: patientFields,
      MEDICAL_DATA: {
        Diagnosis: ['FENOTYPE', 'DIAGNOSIS', 'GENOTYPE'],
        Chelation: 'ALL',
        Laboratory: ['FERRITIN_LAST', 'FERRITIN_MEAN', 'FERRITIN_MAX'],
        Instrumental: ['LIC_LAST', 'T2_HEART_LAST'],
      },
    },
    condition: buildCondition({ field: 'FENOTYPE', operator: '=', value: 'TDT' }, { field: 'FERRITIN_LAST', operator: '>', value: 2500 }),
  },
  {
    name: 'Ferro cardiaco: T2* sotto 20 ms',
    description: 'Risonanza con ferro nel cuore (T2* minore di 20 ms), con terapia chelante e complicanze cardiache.',
    author: 'dm@demo.example',
    fields: {
      PATIENT: patientFields,
      MEDICAL_DATA: {
        Diagnosis: ['FENOTYPE', 'DIAGNOSIS'],
        Complications: ['CARDIOMIOPATHIES', 'HEART_FAILURE', 'CONGESTIVE_HEART_FAILURE', 'ARRHYTHMIA'],
        Chelation: ['ICT_TYPE', 'ICT_MODALITY', 'ICT_IP', 'ICT_ONGOING'],
        Instrumental: ['T2_HEART_LAST', 'LIC_LAST', 'T2_LIVER_LAST'],
      },
    },
    condition: buildCondition({ field: 'T2_HEART_LAST', operator: '<', value: 20 }),
  },
  {
    name: 'LIC da 7 in su con chelazione in corso',
    description: 'Ferro epatico moderato o grave nonostante la terapia: candidati a un regime combinato.',
    author: 'ca.rm01@demo.example',
    fields: {
      PATIENT: patientFields,
      MEDICAL_DATA: { Transfusion: 'ALL', Chelation: 'ALL', Instrumental: ['LIC_LAST', 'T2_LIVER_LAST', 'FIBR_STIFFNESS'] },
    },
    condition: buildCondition({ field: 'LIC_LAST', operator: '>=', value: 7 }, { field: 'ICT_ONGOING', operator: '=', value: true }),
  },
  {
    name: 'Deferasirox con filtrato sotto 90',
    description: 'Sicurezza renale: pazienti in deferasirox, da solo o in associazione, con filtrato stimato ridotto.',
    author: 'dm@demo.example',
    fields: {
      PATIENT: patientFields,
      MEDICAL_DATA: {
        Misc: ['WEIGHT'],
        Chelation: ['ICT_TYPE', 'ICT_DFX_DOSAGE', 'ICT_DFX_COMPLIANCE'],
        Laboratory: ['CREATININE_LAST', 'CREATININE_MAX', 'EGFR_LAST', 'EGFR_MIN'],
      },
    },
    condition: buildCondition(
      { field: 'ICT_TYPE', operator: 'in', value: ['DFX_DT', 'DFX_FCT', 'DFO_DFX', 'DFP_DFX'] },
      { field: 'EGFR_LAST', operator: '<', value: 90 },
    ),
  },
  {
    name: 'Drepanocitosi con crisi, senza idrossiurea',
    description: 'Pazienti SS e S/beta zero con crisi vaso-occlusive che non hanno mai assunto idrossiurea.',
    author: 'ca.mi01@demo.example',
    fields: {
      PATIENT: patientFields,
      MEDICAL_DATA: {
        Diagnosis: 'ALL',
        Complications: ['VOC', 'ACUTE_CHEST_SYNDROME', 'STROKE', 'OSTEONECROSIS'],
        Hospitalization: 'ALL',
        SpecialTreatment: ['HU_TERAPY_TYPE', 'HU_TERAPY_START', 'HU_TERAPY_DOSAGE'],
        Laboratory: ['HB_LAST', 'HB_MEAN', 'BILIRUBIN_LAST'],
      },
    },
    condition: buildCondition(
      { field: 'DIAGNOSIS', operator: 'in', value: ['SCD_SS', 'SCD_SB0'] },
      { field: 'VOC', operator: '=', value: true },
      { field: 'HU_TERAPY_TYPE', operator: '=', value: 'NEVER' },
    ),
  },
  {
    name: 'Osteoporosi senza densitometria',
    description: 'Osteoporosi segnalata ma nessuna DEXA registrata: dato da completare presso il centro.',
    author: 'ga@demo.example',
    fields: {
      PATIENT: ['center_code', 'SEX'],
      MEDICAL_DATA: {
        Diagnosis: ['FENOTYPE'],
        Complications: ['OSTEOPOROSIS', 'SKELETAL_PROBLEMS', 'HYPOGANADISM'],
        Instrumental: ['DEXA_DATE'],
      },
    },
    condition: buildCondition({ field: 'OSTEOPOROSIS', operator: '=', value: true }, { field: 'DEXA_DATE', operator: 'is null' }),
  },
  {
    name: 'HCV con malattia epatica',
    description: 'Pazienti con infezione da HCV, attuale o passata, e malattia epatica: sorveglianza di cirrosi ed epatocarcinoma.',
    author: 'dm@demo.example',
    fields: {
      PATIENT: patientFields,
      MEDICAL_DATA: {
        Complications: ['HCV', 'HBV', 'LIVER_DISEASE', 'LIVER_CIRRHOSIS', 'HCC'],
        Laboratory: ['ALT_LAST', 'ALT_MAX', 'AST_LAST', 'GGT_LAST', 'APP_LAST'],
        Instrumental: ['LIC_LAST', 'FIBR_STIFFNESS'],
      },
    },
    condition: buildCondition({ field: 'HCV', operator: '=', value: true }, { field: 'LIVER_DISEASE', operator: '=', value: true }),
  },
  {
    name: 'Possibili candidati alla terapia genica',
    description: 'TDT con genotipo beta grave, in programma regolare, mai trapiantati né trattati, senza cirrosi né cardiomiopatia.',
    author: 'dm@demo.example',
    fields: {
      PATIENT: [...patientFields, 'c_s', 'c_f'],
      MEDICAL_DATA: { Diagnosis: 'ALL', Surgery: 'ALL', Transfusion: 'ALL', Gene: 'ALL', Instrumental: ['LIC_LAST', 'T2_HEART_LAST'] },
    },
    condition: buildCondition(
      { field: 'FENOTYPE', operator: '=', value: 'TDT' },
      { field: 'GENOTYPE', operator: 'in', value: ['B0_B0', 'B0_BP'] },
      { field: 'TT', operator: '=', value: 'REGULAR' },
      { field: 'BMT', operator: '=', value: false },
      { field: 'GT', operator: '=', value: false },
      { field: 'LIVER_CIRRHOSIS', operator: '<>', value: true },
      { field: 'CARDIOMIOPATHIES', operator: '<>', value: true },
    ),
  },
  {
    name: 'TDT con ferritina sotto 1000',
    description:
      'Pazienti trasfusione-dipendenti in chelazione con ultima ferritina sotto 1000 ng/mL: possibili candidati a ridurre la dose.',
    author: 'dm@demo.example',
    fields: {
      PATIENT: patientFields,
      MEDICAL_DATA: {
        Diagnosis: ['FENOTYPE', 'DIAGNOSIS'],
        Chelation: 'ALL',
        Laboratory: ['FERRITIN_LAST', 'FERRITIN_MEAN'],
        Instrumental: ['LIC_LAST', 'T2_HEART_LAST'],
      },
    },
    condition: buildCondition(
      { field: 'FENOTYPE', operator: '=', value: 'TDT' },
      { field: 'ICT_ONGOING', operator: '=', value: true },
      { field: 'FERRITIN_LAST', operator: '<', value: 1000 },
    ),
  },
] as const satisfies readonly DemoFilter[]

export type DemoFilterName = (typeof demoFilters)[number]['name']

/** @throws Error if no filter of the demo has this name, which the type excludes */
export const findDemoFilter = (name: DemoFilterName): DemoFilter => {
  const filter = demoFilters.find((candidate) => candidate.name === name)
  if (!filter) throw new Error(`No filter ${name}`)
  return filter
}
