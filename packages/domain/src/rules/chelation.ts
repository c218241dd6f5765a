import type { Expression } from '../expression/expression.ts'
import { sections, type FieldName } from '../fields/dictionary.ts'
import { listIdsWhere, type ReferenceValues } from '../reference/reference-values.ts'
import { holds, listChoicesWith, rejectNotApplying } from './applies.ts'
import {
  all,
  among,
  call,
  given,
  is,
  less,
  missing,
  more,
  notAmong,
  reject,
  same,
  some,
  value,
  warn,
  yearsBetween,
  yes,
} from './combinators.ts'
import type { TreeRule } from './rule.ts'

const drugs = ['DFO', 'DFP', 'DFX', 'OTHER'] as const

const listComponents = ({ components }: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(components) ? components : []

const listRegimensByDrugCount = (referenceValues: ReferenceValues, counted: (drugs: number) => boolean): readonly string[] =>
  listIdsWhere(referenceValues('chelating_drug'), (extra) => counted(listComponents(extra).length))

const none = is('ICT_TYPE', 'NONE')
const others = (Object.keys(sections.Chelation) as (keyof typeof sections.Chelation)[]).filter((name) => name !== 'ICT_TYPE')

/** RULE-16: without a chelator all other fields of the section are empty, or No. */
const withoutChelator = others.map((name) => reject('RULE-16', [name, 'ICT_TYPE'], 'rule_no_chelator', all(none, holds(name)), name))

/** RULE-17 and RULE-18 leave the regimen NONE to RULE-16. */
const notInRegimen = (id: 'RULE-17' | 'RULE-18', name: FieldName, referenceValues: ReferenceValues, which: string): TreeRule => {
  const rule = rejectNotApplying(id, name, 'rule_not_in_regimen', referenceValues, which)
  return { ...rule, violatedWhen: all(rule.violatedWhen, notAmong('ICT_TYPE', ['NONE'])) }
}

/** RULE-17. */
const drugRules = (referenceValues: ReferenceValues): readonly TreeRule[] =>
  drugs.flatMap((drug) => {
    const [dose, prescription, compliance] = [`ICT_${drug}_DOSAGE`, `ICT_${drug}_PRESCRIPTION`, `ICT_${drug}_COMPLIANCE`] as const
    return [
      ...[dose, prescription, compliance].map((name) => notInRegimen('RULE-17', name, referenceValues, name)),
      ...[prescription, compliance].map((name) =>
        reject('RULE-17', [dose, name], 'rule_dose_missing', all(given(name), missing(dose)), `${name}.dose`),
      ),
    ]
  })

/** RULE-18. */
const otherProductRules = (referenceValues: ReferenceValues): readonly TreeRule[] => {
  const other = listChoicesWith(referenceValues, 'chelating_drug', 'OTHER')
  return [
    reject(
      'RULE-18',
      ['ICT_OTHER_PRODUCT', 'ICT_TYPE'],
      'rule_product_missing',
      all(among('ICT_TYPE', other), missing('ICT_OTHER_PRODUCT')),
      'missing',
    ),
    notInRegimen('RULE-18', 'ICT_OTHER_PRODUCT', referenceValues, 'superfluous'),
  ]
}

/** RULE-19. */
const modalityRules = (referenceValues: ReferenceValues): readonly TreeRule[] => {
  const [several, single] = [
    listRegimensByDrugCount(referenceValues, (count) => count >= 2),
    listRegimensByDrugCount(referenceValues, (count) => count === 1),
  ]
  return [
    warn(
      'RULE-19',
      ['ICT_MODALITY', 'ICT_TYPE'],
      'rule_modality_mono',
      all(is('ICT_MODALITY', 'MONO'), among('ICT_TYPE', several)),
      'mono',
    ),
    warn(
      'RULE-19',
      ['ICT_MODALITY', 'ICT_TYPE'],
      'rule_modality_combined',
      all(among('ICT_MODALITY', ['COMBINED', 'ALTERNATING']), among('ICT_TYPE', single)),
      'combined',
    ),
  ]
}

const adherences = drugs.map((drug) => `ICT_${drug}_COMPLIANCE` as const)
/** Age in whole years below which chelation is unusual. */
const chelationAge = 2

/** RULE-20. */
const courseRules: readonly TreeRule[] = [
  warn('RULE-20', ['ICT_START', 'TT_START'], 'rule_chelation_before_transfusion', less('ICT_START', 'TT_START'), 'transfusion'),
  warn('RULE-20', ['ICT_START', 'DOB'], 'rule_chelation_early', less(yearsBetween('DOB', 'ICT_START'), value(chelationAge)), 'age'),
  warn(
    'RULE-20',
    ['ICT_ONGOING', ...adherences],
    'rule_chelation_not_taken',
    all(yes('ICT_ONGOING'), same(call('greatest', ...adherences), value(0))),
    'compliance',
  ),
]

type Dose = `ICT_${'DFO' | 'DFP' | 'DFX'}_DOSAGE`

/** RULE-21. `max` is the maximum dose of the label in mg/kg/d. */
const overLabel = (dose: Dose, max: number, which: string): TreeRule =>
  warn('RULE-21', [dose], 'rule_dose_over_label', more(dose, value(max)), which)
/** The maximum of deferasirox depends on its form. An unknown form counts as dispersible tablets. */
const deferasiroxOverLabel = (max: number, which: string, given: Expression): TreeRule =>
  warn('RULE-21', ['ICT_DFX_DOSAGE', 'ICT_TYPE'], 'rule_dose_over_label', all(given, more('ICT_DFX_DOSAGE', value(max))), which)

const doseRules = (referenceValues: ReferenceValues): readonly TreeRule[] => [
  overLabel('ICT_DFO_DOSAGE', 60, 'DFO'),
  overLabel('ICT_DFP_DOSAGE', 100, 'DFP'),
  deferasiroxOverLabel(40, 'DFX_DT', notAmong('ICT_TYPE', ['DFX_FCT'])),
  deferasiroxOverLabel(28, 'DFX_FCT', is('ICT_TYPE', 'DFX_FCT')),
  warn(
    'RULE-21',
    ['ICT_TYPE', 'EGFR_LAST'],
    'rule_deferasirox_kidney',
    all(
      some(among('ICT_TYPE', listChoicesWith(referenceValues, 'chelating_drug', 'DFX')), more('ICT_DFX_DOSAGE', value(0))),
      less('EGFR_LAST', value(60)),
    ),
    'EGFR',
  ),
]

/** RULE-16 to RULE-21: iron chelation. */
export const chelationRules = (referenceValues: ReferenceValues): readonly TreeRule[] => [
  ...withoutChelator,
  ...drugRules(referenceValues),
  ...otherProductRules(referenceValues),
  ...modalityRules(referenceValues),
  ...courseRules,
  ...doseRules(referenceValues),
]
