import { describe, expect, test } from 'vitest'
import { fieldsIn } from '../expression/expression.ts'
import { isWellTyped } from '../expression/types.ts'
import { faultTexts } from '../fault-texts.ts'
import { fieldNamed } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import { someLookups } from '../testing/lookups.ts'
import { checkRecord, ruleSet } from './rule-set.ts'
import { ruleTexts } from './texts.ts'

const rules = ruleSet(someLookups)
const everyRule = [...rules.trees, ...rules.functions]
const today = '2026-03-01'
const brokenBy = (record: PatientRecord, previous?: PatientRecord): string[] =>
  checkRecord(record, rules, previous ? { today, previous } : { today }).map(({ key }) => key)

/** The rule, a record that breaks it, and the nearest one that does not. */
const cases: [key: string, broken: PatientRecord, kept: PatientRecord][] = [
  ['R01.DOD.birth', { DOB: '2000-05-02', DOD: '2000-05-01' }, { DOB: '2000-05-02', DOD: '2000-05-02' }],
  ['R01.DEAD_DATE.birth', { DOB: '2000-05-02', DEAD_DATE: '2000-05-01' }, { DOB: '2000-05-02', DEAD_DATE: '2000-05-02' }],
  ['R01.TT_START.death', { DEAD_DATE: '2020-01-01', TT_START: '2020-01-02' }, { DEAD_DATE: '2020-01-01', TT_START: '2020-01-01' }],
  ['R02.status', { DEAD_DATE: '2020-01-01', STATUS: 'LOST' }, { DEAD_DATE: '2020-01-01', STATUS: 'DEAD' }],
  ['R02.status', { DEAD_DATE: '2020-01-01' }, { STATUS: 'LOST' }],
  ['R02.date', { STATUS: 'DEAD' }, { STATUS: 'DEAD', DEAD_DATE: '2020-01-01' }],
  ['R02.cause', { DEAD_CAUSE: 'x' }, { DEAD_CAUSE: 'x', DEAD_DATE: '2020-01-01' }],
  ['R02.unexplained', { DEAD_DATE: '2020-01-01' }, { DEAD_CAUSE: 'x', DEAD_DATE: '2020-01-01' }],
  ['R03.care', { CENTER_START: '2000-01-01', DOD: '2001-01-02' }, { CENTER_START: '2000-01-01', DOD: '2000-12-31' }],
  ['R03.late', { DOB: '1930-01-01', DOD: '1990-01-03' }, { DOB: '1930-01-01', DOD: '1990-01-01' }],
  ['R04.SPLENECTOMY_DATE', { SPLENECTOMY_DATE: '2010-01-01' }, { SPLENECTOMY_DATE: '2010-01-01', SPLENECTOMY: true }],
  [
    'R04.CHOLECISTECTOMY_DATE',
    { CHOLECISTECTOMY_DATE: '2010-01-01', CHOLECISTECTOMY: false },
    { CHOLECISTECTOMY_DATE: '2010-01-01', CHOLECISTECTOMY: true },
  ],
  ['R05.BMT_NOTE', { BMT_NOTE: 'x' }, { BMT_NOTE: 'x', BMT: true }],
  ['R05.GT_OUTCOME', { GT_OUTCOME: 'TR', GT: false }, { GT_OUTCOME: 'TR', GT: true }],
  ['R06', { SPLENECTOMY: true, SPLENOMEGALY: true }, { SPLENECTOMY: true, SPLENOMEGALY: false }],
  ['R07', { PRIAPISM: true, SEX: 'F' }, { PRIAPISM: true, SEX: 'M' }],
  ['R07', { PRIAPISM: true, SEX: 'U' }, { PRIAPISM: true }],
  ['R08.VOC', { VOC: true, DIAGNOSIS: 'BTM' }, { VOC: true, DIAGNOSIS: 'BTM', DIAGNOSIS_2: 'SCD_SS' }],
  ['R08.PRIAPISM', { PRIAPISM: true }, { PRIAPISM: true, DIAGNOSIS: 'SCD_SS' }],
  ['R09.HCC', { HCC: true, LIVER_DISEASE: false }, { HCC: true, LIVER_DISEASE: true }],
  ['R09.CONGESTIVE_HEART_FAILURE', { CONGESTIVE_HEART_FAILURE: true }, { CONGESTIVE_HEART_FAILURE: true, HEART_FAILURE: true }],
  ['R10.second', { DIAGNOSIS_2: 'BTM' }, { DIAGNOSIS: 'BTI', DIAGNOSIS_2: 'BTM' }],
  ['R10.second.same', { DIAGNOSIS: 'BTM', DIAGNOSIS_2: 'BTM' }, { DIAGNOSIS: 'BTM', DIAGNOSIS_2: 'BTI' }],
  ['R10.third', { DIAGNOSIS: 'BTI', DIAGNOSIS_3: 'BTM' }, { DIAGNOSIS: 'BTI', DIAGNOSIS_2: 'HBH', DIAGNOSIS_3: 'BTM' }],
  ['R10.third.second', { DIAGNOSIS_2: 'BTM', DIAGNOSIS_3: 'BTM' }, { DIAGNOSIS_2: 'BTI', DIAGNOSIS_3: 'BTM' }],
  ['R11', { GENOTYPE: 'B0_B0', DIAGNOSIS: 'HBH' }, { GENOTYPE: 'B0_B0', DIAGNOSIS: 'BTM' }],
  ['R11', { GENOTYPE: 'S_S', DIAGNOSIS: 'BTM' }, { GENOTYPE: 'NOT_DONE', DIAGNOSIS: 'BTM' }],
  ['R12.TDT', { FENOTYPE: 'TDT', TT: 'PAST' }, { FENOTYPE: 'TDT', TT: 'REGULAR' }],
  ['R12.NTDT', { FENOTYPE: 'NTDT', TT: 'REGULAR' }, { FENOTYPE: 'NTDT', TT: 'OCCASIONAL' }],
  ['R12.SCD_CT', { FENOTYPE: 'SCD_CT', TT: 'OCCASIONAL' }, { FENOTYPE: 'SCD_CT', TT: 'EXCHANGE' }],
  ['R12.SCD_CT', { FENOTYPE: 'SCD_CT' }, { FENOTYPE: 'SCD_NCT' }],
  ['R12.CURED', { FENOTYPE: 'CURED', BMT: false }, { FENOTYPE: 'CURED', GT: true }],
  ['R13.TT_QTY', { TT: 'NEVER', TT_QTY: 0 }, { TT: 'PAST', TT_QTY: 0 }],
  ['R13.TT_ONGOING', { TT: 'NEVER', TT_ONGOING: true }, { TT: 'NEVER', TT_ONGOING: false }],
  ['R14', { TT_ONGOING: true, TT: 'PAST' }, { TT_ONGOING: true, TT: 'OCCASIONAL' }],
  ['R14', { TT_ONGOING: true }, { TT_ONGOING: false }],
  ['R15.quantity', { TT: 'REGULAR', TT_QTY: 5 }, { TT: 'REGULAR', TT_QTY: 6 }],
  ['R15.quantity', { TT: 'REGULAR', TT_QTY: 61 }, { TT: 'EXCHANGE', TT_QTY: 61 }],
  ['R15.quantity', { TT: 'REGULAR', TT_QTY: 5.9 }, { TT: 'PAST', TT_QTY: 5.9 }],
  ['R15.quantity', { TT: 'REGULAR', TT_QTY: 60.1 }, { TT: 'REGULAR', TT_QTY: 60 }],
  ['R15.type', { TT_TYPE: 'AUTO_EX', DIAGNOSIS: 'BTM' }, { TT_TYPE: 'AUTO_EX', DIAGNOSIS: 'SCD_SS' }],
  ['R15.type', { TT_TYPE: 'PARTIAL_EX', DIAGNOSIS: 'HBH', DIAGNOSIS_2: 'BTI' }, { TT_TYPE: 'MIXED', DIAGNOSIS: 'BTM' }],
  ['R15.type', { TT_TYPE: 'PARTIAL_EX', DIAGNOSIS_3: 'BTI' }, { TT_TYPE: 'SIMPLE', DIAGNOSIS_3: 'BTI' }],
  ['R16.ICT_START', { ICT_TYPE: 'NONE', ICT_START: '2010-01-01' }, { ICT_TYPE: 'DFO', ICT_START: '2010-01-01' }],
  ['R16.ICT_IP', { ICT_TYPE: 'NONE', ICT_IP: false }, { ICT_TYPE: 'NONE', ICT_ONGOING: false }],
  ['R16.ICT_ONGOING', { ICT_TYPE: 'NONE', ICT_ONGOING: true }, { ICT_TYPE: 'NONE', ICT_ONGOING: false }],
  ['R17.ICT_DFP_DOSAGE', { ICT_TYPE: 'DFO', ICT_DFP_DOSAGE: 75 }, { ICT_TYPE: 'DFO_DFP', ICT_DFP_DOSAGE: 75 }],
  ['R17.ICT_DFX_DOSAGE', { ICT_DFX_DOSAGE: 20 }, { ICT_TYPE: 'DFX_DT', ICT_DFX_DOSAGE: 20 }],
  [
    'R17.ICT_DFO_COMPLIANCE.dose',
    { ICT_TYPE: 'DFO', ICT_DFO_COMPLIANCE: 90 },
    { ICT_TYPE: 'DFO', ICT_DFO_COMPLIANCE: 90, ICT_DFO_DOSAGE: 40 },
  ],
  ['R18.missing', { ICT_TYPE: 'OTHER' }, { ICT_TYPE: 'OTHER', ICT_OTHER_PRODUCT: 'TRIAL' }],
  ['R18.superfluous', { ICT_TYPE: 'DFO', ICT_OTHER_PRODUCT: 'TRIAL' }, { ICT_TYPE: 'OTHER', ICT_OTHER_PRODUCT: 'TRIAL' }],
  ['R19.mono', { ICT_MODALITY: 'MONO', ICT_TYPE: 'DFO_DFP' }, { ICT_MODALITY: 'MONO', ICT_TYPE: 'DFO' }],
  ['R19.combined', { ICT_MODALITY: 'ALTERNATING', ICT_TYPE: 'DFO' }, { ICT_MODALITY: 'ALTERNATING', ICT_TYPE: 'DFO_DFP' }],
  ['R20.transfusion', { ICT_START: '2010-01-01', TT_START: '2010-01-02' }, { ICT_START: '2010-01-02', TT_START: '2010-01-02' }],
  ['R20.age', { DOB: '2010-01-02', ICT_START: '2012-01-01' }, { DOB: '2010-01-02', ICT_START: '2012-01-02' }],
  ['R20.compliance', { ICT_ONGOING: true, ICT_DFO_COMPLIANCE: 0 }, { ICT_ONGOING: true, ICT_DFO_COMPLIANCE: 0, ICT_DFP_COMPLIANCE: 80 }],
  ['R20.compliance', { ICT_ONGOING: true, ICT_DFO_COMPLIANCE: 0, ICT_DFP_COMPLIANCE: 0 }, { ICT_ONGOING: true }],
  ['R21.DFO', { ICT_DFO_DOSAGE: 61 }, { ICT_DFO_DOSAGE: 60 }],
  ['R21.DFX_FCT', { ICT_TYPE: 'DFX_FCT', ICT_DFX_DOSAGE: 29 }, { ICT_TYPE: 'DFX_FCT', ICT_DFX_DOSAGE: 28 }],
  ['R21.DFX_DT', { ICT_TYPE: 'DFX_DT', ICT_DFX_DOSAGE: 41 }, { ICT_TYPE: 'DFX_FCT', ICT_DFX_DOSAGE: 41 }],
  ['R21.EGFR', { ICT_TYPE: 'DFX_DT', EGFR_LAST: 59 }, { ICT_TYPE: 'DFO', EGFR_LAST: 59 }],
  ['R22.HU_TERAPY_DOSAGE', { HU_TERAPY_TYPE: 'NEVER', HU_TERAPY_DOSAGE: 15 }, { HU_TERAPY_TYPE: 'MTD', HU_TERAPY_DOSAGE: 15 }],
  ['R22.HU_TERAPY_ONGOING.never', { HU_TERAPY_TYPE: 'NEVER', HU_TERAPY_ONGOING: true }, { HU_TERAPY_TYPE: 'NEVER' }],
  [
    'R22.LUS_TERAPY_ONGOING.never',
    { LUS_TERAPY_TYPE: 'NEVER', LUS_TERAPY_ONGOING: false },
    { LUS_TERAPY_TYPE: 'STOPPED', LUS_TERAPY_ONGOING: false },
  ],
  ['R22.LUS_TERAPY_START.missing', { LUS_TERAPY_ONGOING: true }, { LUS_TERAPY_ONGOING: true, LUS_TERAPY_START: '2021-01-01' }],
  [
    'R22.LUS_TERAPY_ONGOING.stopped',
    { LUS_TERAPY_ONGOING: true, LUS_TERAPY_TYPE: 'STOPPED' },
    { LUS_TERAPY_ONGOING: false, LUS_TERAPY_TYPE: 'STOPPED' },
  ],
  ['R23.age', { DOB: '2005-01-02', LUS_TERAPY_START: '2023-01-01' }, { DOB: '2005-01-02', LUS_TERAPY_START: '2023-01-02' }],
  ['R23.sickle', { LUS_TERAPY_TYPE: 'TDT', DIAGNOSIS_2: 'SCD_SS' }, { LUS_TERAPY_TYPE: 'NEVER', DIAGNOSIS: 'SCD_SS' }],
  ['R23.gene', { GT_OUTCOME: 'TI', TT_ONGOING: true }, { GT_OUTCOME: 'TI', TT_ONGOING: false }],
  ['R24.HB.MIN', { HB_MIN: 10, HB_MAX: 9 }, { HB_MIN: 9, HB_MAX: 9 }],
  ['R24.HB_MEDIAN', { HB_MIN: 9, HB_MEDIAN: 8.9 }, { HB_MIN: 9, HB_MEDIAN: 9, HB_MAX: 9 }],
  ['R24.FERRITIN_LAST', { FERRITIN_LAST: 900, FERRITIN_MAX: 800 }, { FERRITIN_LAST: 800, FERRITIN_MAX: 800 }],
  ['R25.HB', { HB: 9, HB_LAST: 9.1 }, { HB: 9.1, HB_LAST: 9.1 }],
  ['R25.HB_LAST', { HB_MEAN: 9 }, { HB_MEAN: 9, HB_LAST: 9 }],
  [
    'R26',
    { DOB: '1986-01-01', SEX: 'F', CREATININE_LAST: 0.7, EGFR_LAST: 70 },
    { DOB: '1986-01-01', SEX: 'F', CREATININE_LAST: 0.7, EGFR_LAST: 111 },
  ],
  [
    'R26',
    { DOB: '1986-01-01', SEX: 'M', CREATININE_LAST: 1.8, EGFR_LAST: 90 },
    { DOB: '2012-01-01', SEX: 'M', CREATININE_LAST: 1.8, EGFR_LAST: 90 },
  ],
  ['R27', { T2_LIVER_LAST: 3, LIC_LAST: 25 }, { T2_LIVER_LAST: 3, LIC_LAST: 10.5 }],
  ['R27', { T2_LIVER_LAST: 3, LIC_LAST: 5 }, { LIC_LAST: 5 }],
  ['R28.DEXA_FEMORAL_NECK_Z', { DEXA_FEMORAL_NECK_Z: -1 }, { DEXA_FEMORAL_NECK_Z: -1, DEXA_DATE: '2020-01-01' }],
  ['R28.date', { DEXA_DATE: '2020-01-01' }, { DEXA_DATE: '2020-01-01', DEXA_TOTAL_HIP_BMD: 0.9 }],
  [
    'R29.DEXA_TOTAL_HIP_T',
    { DOB: '2001-01-02', DEXA_DATE: '2021-01-01', DEXA_TOTAL_HIP_T: 0 },
    { DOB: '2001-01-02', DEXA_DATE: '2021-01-02', DEXA_TOTAL_HIP_T: 0 },
  ],
  ['R29.low', { DEXA_TOTAL_HIP_T: -2.5, DEXA_LOMBAR_SPINE_T: 0 }, { DEXA_TOTAL_HIP_T: -2.5, OSTEOPOROSIS: true }],
  ['R29.high', { OSTEOPOROSIS: true, DEXA_TOTAL_HIP_T: -0.9 }, { OSTEOPOROSIS: true, DEXA_TOTAL_HIP_T: -0.9, DEXA_LOMBAR_SPINE_T: -1 }],
  ['R30.days', { HOSPEDAL_DAYS: 3 }, { HOSPEDAL_DAYS: 3, HOSPEDALIZATIONS: 1 }],
  ['R30.causes', { HOSPEDAL_CAUSES: ['282.44'], HOSPEDALIZATIONS: 0 }, { HOSPEDAL_DAYS: 0 }],
  ['R30.fewer', { HOSPEDAL_DAYS: 1, HOSPEDALIZATIONS: 2 }, { HOSPEDAL_DAYS: 2, HOSPEDALIZATIONS: 2 }],
  ['R31.COVID_TERAPY', { COVID_TERAPY: 'x', COVID_STATUS: false }, { COVID_TERAPY: 'x', COVID_STATUS: true }],
  ['R31.level', { COVID_HOSP_DAYS: 3, COVID_HOSPITALIZATION: 'ED' }, { COVID_HOSP_DAYS: 3, COVID_HOSPITALIZATION: 'WARD' }],
  ['R31.days', { COVID_HOSP_DAYS: 3, COVID_DISASE_DAYS: 2 }, { COVID_HOSP_DAYS: 2, COVID_DISASE_DAYS: 2 }],
  ['R32.covid', { COVID_OUTCOME: 'DEAD_OTHER' }, { COVID_OUTCOME: 'DEAD_OTHER', DEAD_DATE: '2021-01-01' }],
  ['R32.gene', { GT_OUTCOME: 'DEAD' }, { GT_OUTCOME: 'PENDING' }],
  ['R34.lob_region', { lob_region: 'R12', lob_nation: 'FR' }, { lob_region: 'R12', lob_nation: 'IT' }],
  ['R34.address_area', { address_area: 'R12' }, { address_area: 'R12', address_nation: 'IT' }],
  ['R34.address_zip', { address_nation: 'IT', address_zip: '0018A' }, { address_nation: 'FR', address_zip: '0018A' }],
  ['R35.birth', { legal_id: 'RSSMRA85T10A562S', DOB: '1985-12-11' }, { legal_id: 'RSSMRA85T10A562S', DOB: '1985-12-10', SEX: 'M' }],
  ['R37.email', { login_mode: 'Email' }, { login_mode: 'Email', email: 'a@b.it' }],
  ['R37.mobile', { login_mode: 'Mobile', mobile_prefix: '+39' }, { login_mode: 'Mobile', mobile_prefix: '+39', mobile: '3331234567' }],
]

describe('a record breaks a rule', () => {
  test.each(cases)('%s: %j, and not %j', (key, broken, kept) => {
    expect(brokenBy(broken)).toContain(key)
    expect(brokenBy(kept)).not.toContain(key)
  })

  test('R38: a weight that changed by more than a fifth since the last save', () => {
    expect(brokenBy({ WEIGHT: 73 }, { WEIGHT: 60 })).toEqual(['R38'])
    expect(brokenBy({ WEIGHT: 72 }, { WEIGHT: 60 })).toEqual([])
    expect(brokenBy({ WEIGHT: 47 }, { WEIGHT: 60 })).toEqual(['R38'])
    expect(brokenBy({ WEIGHT: 47 })).toEqual([])
  })

  test('every text that a rule can say has a case', () => {
    const said = new Set(cases.map(([key]) => everyRule.find((rule) => rule.key === key)?.text))
    const unsaid = Object.keys(ruleTexts).filter((text) => text.startsWith('rule_') && ![...said].some((one) => one === text))
    expect(unsaid).toEqual(['rule_weight_jump'])
  })
})

describe('the set of rules', () => {
  test('knows nothing against an empty record', () => expect(brokenBy({})).toEqual([]))

  test('has every rule about one record', () => {
    const numbers = Array.from({ length: 38 }, (_, index) => `R${String(index + 1).padStart(2, '0')}`)
    const elsewhere = ['R33', 'R36']
    expect([...new Set(everyRule.map(({ id }) => id))].toSorted()).toEqual(numbers.filter((id) => !elsewhere.includes(id)))
  })

  test('refuses and warns as the registry decided', () => {
    const warned = new Set(everyRule.filter(({ severity }) => severity === 'warning').map(({ id }) => id))
    const refused = new Set(everyRule.filter(({ severity }) => severity === 'error').map(({ id }) => id))
    const both = ['R30', 'R31']
    const onlyWarned = 'R03 R06 R08 R09 R11 R12 R15 R19 R20 R21 R23 R25 R26 R27 R29 R35 R38'.split(' ')
    const onlyRefused = 'R01 R02 R04 R05 R07 R10 R13 R14 R16 R17 R18 R22 R24 R28 R32 R34 R37'.split(' ')
    expect([...warned].toSorted()).toEqual([...onlyWarned, ...both].toSorted())
    expect([...refused].toSorted()).toEqual([...onlyRefused, ...both].toSorted())
  })

  test('names each rule once, with fields it looks at and a text', () => {
    expect(new Set(everyRule.map(({ key }) => key)).size).toBe(everyRule.length)
    for (const rule of rules.trees) {
      const seen = fieldsIn(rule.violatedWhen)
      expect([rule.key, isWellTyped(rule.violatedWhen)]).toEqual([rule.key, true])
      for (const name of rule.fields) expect([rule.key, name, seen.includes(name)]).toEqual([rule.key, name, true])
    }
    for (const { text, fields } of everyRule) {
      expect(faultTexts[text].message).not.toBe('')
      expect(fields.map(fieldNamed)).toHaveLength(fields.length)
    }
  })
})
