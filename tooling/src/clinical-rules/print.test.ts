import { ruleDescriptions } from '@registry/domain/rules/messages'
import { expect, test } from 'vitest'
import { exists } from '../repository.ts'
import { listRules, printClinicalRules, rulesElsewhere } from './print.ts'

test('every rule of the code has one description, and every description a rule', () => {
  const ids = new Set([...listRules(), ...rulesElsewhere].map(({ id }) => id))
  expect(ids.size).toBeGreaterThan(30)
  expect(Object.keys(ruleDescriptions), 'correct packages/domain/src/rules/messages.ts, then run `pnpm contract:print`').toEqual(
    [...ids].toSorted(),
  )
  expect(rulesElsewhere.filter(({ file }) => !exists(file))).toEqual([])
})

test('a rule is printed with severity, message and fields', () => {
  expect(printClinicalRules((code) => `<${code}>`)).toContain(
    [
      '## RULE-27',
      '',
      'Liver iron and liver T2* differ at most twofold (31.94 × T2*^−1.014 at 1.5 T). Source: calibration at 1.5 T; to be confirmed by a clinician.',
      '',
      '| severity | message | fields |',
      '| --- | --- | --- |',
      '| warning | <rule_liver_iron_disagrees> | `LIC_LAST`, `T2_LIVER_LAST` |',
    ].join('\n'),
  )
})
