import type { Expression } from '../expression/expression.ts'
import { sections } from '../fields/dictionary.ts'
import { listIdsWhere, type ReferenceValues } from '../reference/reference-values.ts'
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
type Drug = (typeof drugs)[number]

const listComponents = ({ components }: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(components) ? components : []

const listRegimensWith = (referenceValues: ReferenceValues, drug: Drug): readonly string[] =>
  listIdsWhere(referenceValues('chelating_drug'), (extra) => listComponents(extra).includes(drug))
const listRegimensByDrugCount = (referenceValues: ReferenceValues, counted: (drugs: number) => boolean): readonly string[] =>
  listIdsWhere(referenceValues('chelating_drug'), (extra) => counted(listComponents(extra).length))

const none = is('ICT_TYPE', 'NONE')
const others = (Object.keys(sections.Chelation) as (keyof typeof sections.Chelation)[]).filter((name) => name !== 'ICT_TYPE')

/** RULE-16: without a chelator all other fields of the section are empty or not ongoing. */
const withoutChelator = others.map((name) =>
  reject('RULE-16', [name, 'ICT_TYPE'], 'rule_no_chelator', all(none, name === 'ICT_ONGOING' ? yes(name) : given(name)), name),
)

/** RULE-17. The regimen NONE is excluded here, because RULE-16 rejects it. */
const drugRules = (referenceValues: ReferenceValues): readonly TreeRule[] =>
  drugs.flatMap((drug) => {
    const [dose, prescription, compliance] = [`ICT_${drug}_DOSAGE`, `ICT_${drug}_PRESCRIPTION`, `ICT_${drug}_COMPLIANCE`] as const
    const absent = notAmong('ICT_TYPE', [...listRegimensWith(referenceValues, drug), 'NONE'])
    return [
      ...[dose, prescription, compliance].map((name) =>
        reject('RULE-17', [name, 'ICT_TYPE'], 'rule_not_in_regimen', all(given(name), absent), name),
      ),
      ...[prescription, compliance].map((name) =>
        reject('RULE-17', [dose, name], 'rule_dose_missing', all(given(name), missing(dose)), `${name}.dose`),
      ),
    ]
  })

/** RULE-18. */
const otherProductRules = (referenceValues: ReferenceValues): readonly TreeRule[] => {
  const other = listRegimensWith(referenceValues, 'OTHER')
  return [
    reject(
      'RULE-18',
      ['ICT_OTHER_PRODUCT', 'ICT_TYPE'],
      'rule_product_missing',
      all(among('ICT_TYPE', other), missing('ICT_OTHER_PRODUCT')),
      'missing',
    ),
    reject(
      'RULE-18',
      ['ICT_OTHER_PRODUCT', 'ICT_TYPE'],
      'rule_not_in_regimen',
      all(given('ICT_OTHER_PRODUCT'), notAmong('ICT_TYPE', [...other, 'NONE'])),
      'superfluous',
    ),
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
    all(some(among('ICT_TYPE', listRegimensWith(referenceValues, 'DFX')), more('ICT_DFX_DOSAGE', value(0))), less('EGFR_LAST', value(60))),
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
