import { analyteNames, type AnalyteName } from '../fields/sections/laboratory.ts'
import type { Expression, Operand } from '../expression/expression.ts'
import type { FieldName } from '../fields/dictionary.ts'
import { computedStatistics } from '../observations/analytes.ts'
import {
  all,
  atLeast,
  call,
  different,
  given,
  is,
  less,
  missing,
  more,
  reject,
  recordedOn,
  same,
  some,
  source,
  value,
  warn,
  yearsBetween,
} from './combinators.ts'
import type { TreeRule } from './rule.ts'

const times = (...factors: readonly Operand[]): Operand => factors.reduce((left, right) => call('*', left, right))

const isComputed = (name: FieldName): Expression => same(source(name), value('computed'))
const isReported = (name: FieldName): Expression => different(source(name), value('computed'))

/** Both values come from the results, or both from reports. A report and the results may be of other days. */
const sameSource = (one: FieldName, other: FieldName): Expression =>
  some(all(isComputed(one), isComputed(other)), all(isReported(one), isReported(other)))

/** RULE-24 and RULE-25 for one analyte. */
const statisticsRules = (analyte: AnalyteName): readonly TreeRule[] => {
  const [last, mean, median, max, min] = [
    `${analyte}_LAST`,
    `${analyte}_MEAN`,
    `${analyte}_MEDIAN`,
    `${analyte}_MAX`,
    `${analyte}_MIN`,
  ] as const
  const statistics = [mean, median, max, min] as const
  return [
    reject('RULE-24', [min, max], 'rule_min_over_max', all(more(min, max), sameSource(min, max)), `${analyte}.MIN`),
    ...[median, mean, last].map((name) =>
      reject(
        'RULE-24',
        [name, min, max],
        'rule_outside_min_max',
        some(all(less(name, min), sameSource(name, min)), all(more(name, max), sameSource(name, max))),
        name,
      ),
    ),
    warn('RULE-25', [analyte, last], 'rule_differs_from_last', all(different(analyte, last), isReported(last)), analyte),
    warn(
      'RULE-25',
      [last, ...statistics],
      'rule_last_missing',
      all(missing(last), some(...statistics.map((name) => all(given(name), isReported(name))))),
      last,
    ),
  ]
}

/** Constants of the formula by sex: kappa, alpha and the final factor. */
const ckdEpi = { F: { kappa: 0.7, alpha: -0.241, factor: 1.012 }, M: { kappa: 0.9, alpha: -0.302, factor: 1 } } as const

/** Age on the day of recording, or at death if that came earlier. */
const ageAtResult = yearsBetween('DOB', call('least', recordedOn('EGFR_LAST'), 'DEAD_DATE'))
const adultAge = 18

/** Builds eGFR by CKD-EPI 2021 (creatinine, without race) in mL/min/1.73 m2: NEJM 2021;385:1737. */
const estimateFiltration = (sex: keyof typeof ckdEpi): Operand => {
  const { kappa, alpha, factor } = ckdEpi[sex]
  const ratio = call('/', 'CREATININE_LAST', value(kappa))
  return times(
    value(142 * factor),
    call('power', call('least', ratio, value(1)), value(alpha)),
    call('power', call('greatest', ratio, value(1)), value(-1.2)),
    call('power', value(0.9938), ageAtResult),
  )
}

const farFromEstimate = (sex: keyof typeof ckdEpi) => {
  const estimate = estimateFiltration(sex)
  return all(is('SEX', sex), more(call('abs', call('-', 'EGFR_LAST', estimate)), times(value(0.3), estimate)))
}

/** Liver iron in mg/g dry weight from a liver T2* at 1.5 T: 31.94 x T2*^-1.014. */
const ironFromT2 = times(value(31.94), call('power', 'T2_LIVER_LAST', value(-1.014)))

/** RULE-24 to RULE-27, RULE-39: laboratory values, and two measures of liver iron. */
export const laboratoryRules: readonly TreeRule[] = [
  ...analyteNames.flatMap(statisticsRules),
  ...computedStatistics.map(({ name }) => warn('RULE-39', [name], 'rule_report_differs', same(source(name), value('differs')), name)),
  warn(
    'RULE-26',
    ['EGFR_LAST', 'CREATININE_LAST'],
    'rule_filtration_far',
    all(
      given('EGFR_LAST'),
      given('CREATININE_LAST'),
      atLeast(ageAtResult, value(adultAge)),
      some(farFromEstimate('F'), farFromEstimate('M')),
    ),
  ),
  warn(
    'RULE-27',
    ['LIC_LAST', 'T2_LIVER_LAST'],
    'rule_liver_iron_disagrees',
    some(more('LIC_LAST', times(value(2), ironFromT2)), less('LIC_LAST', times(value(0.5), ironFromT2))),
  ),
]
