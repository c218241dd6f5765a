import { evaluate, type EvaluationContext } from '../expression/evaluate.ts'
import type { PatientRecord } from '../fields/values.ts'
import type { ReferenceValues } from '../reference/reference-values.ts'
import { chelationRules } from './chelation.ts'
import { complicationRules } from './complications.ts'
import { dateRules } from './dates.ts'
import { diagnosisRules } from './diagnosis.ts'
import { hospitalRules } from './hospital.ts'
import { instrumentalRules } from './instrumental.ts'
import { laboratoryRules } from './laboratory.ts'
import { personFunctions, personRules } from './person.ts'
import type { Rule, RuleSet } from './rule.ts'
import { specialTreatmentRules } from './special-treatment.ts'
import { transfusionRules } from './transfusion.ts'

/**
 * Builds the rules between the fields of one record, with the current reference tables. Forms, files and the web service use the same set.
 * The database covers RULE-33 and the unique contact of RULE-37. `findWriteError` covers RULE-36, `findLegalIdError` the check character of
 * RULE-35.
 */
export const buildRuleSet = (referenceValues: ReferenceValues): RuleSet => ({
  trees: [
    ...dateRules,
    ...complicationRules(referenceValues),
    ...diagnosisRules(referenceValues),
    ...transfusionRules(referenceValues),
    ...chelationRules(referenceValues),
    ...specialTreatmentRules(referenceValues),
    ...laboratoryRules,
    ...instrumentalRules,
    ...hospitalRules(referenceValues),
    ...personRules,
  ],
  functions: personFunctions,
})

/** Returns the rules that a record violates, in the order of the set. An unknown field violates no rule. */
export const checkRecord = (record: PatientRecord, { trees, functions }: RuleSet, context: EvaluationContext): readonly Rule[] => [
  ...trees.filter(({ violatedWhen }) => evaluate(violatedWhen, record, context) === true),
  ...functions.filter(({ isViolatedBy }) => isViolatedBy(record)),
]
