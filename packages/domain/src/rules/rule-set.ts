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
 * The rules between the fields of one record, RULE-01 to RULE-38, as the reference tables stand now. Form, file, web service and nightly check
 * run the same ones. Not here, since they are not about one record: RULE-33 (`countComplications`; a value sent is `value_derived`),
 * RULE-36 (`findWriteError`), that a contact is one patient's (RULE-37, the database), and the check character of RULE-35 (refused as the value is read).
 */
export const buildRuleSet = (referenceValues: ReferenceValues): RuleSet => ({
  trees: [
    ...dateRules,
    ...complicationRules,
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

/** The rules that a record violates, in the order of the set; a field that is not known violates nothing. */
export const checkRecord = (record: PatientRecord, { trees, functions }: RuleSet, context: EvaluationContext): readonly Rule[] => [
  ...trees.filter(({ violatedWhen }) => evaluate(violatedWhen, record, context) === true),
  ...functions.filter(({ isViolatedBy }) => isViolatedBy(record)),
]
