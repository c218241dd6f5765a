import { describe, expect, test } from 'vitest'
import { buildCountChain, listCountSteps, listNeededConsents } from './count-steps.ts'
import { Condition } from './condition.ts'

const parse = (predicates: readonly object[]): Condition => Condition.parse({ kind: 'predicates', predicates })
const female = { field: 'SEX', operator: '=', value: 'F' }
const ferritin = { field: 'FERRITIN', operator: '>', value: 1000 }
const region = { field: 'center_code', operator: '=', value: 'RM01' }

describe('the steps of a count', () => {
  test.each([
    ['no condition', [], []],
    ['a condition on a value that needs no consent', [region], ['condition']],
    ['a condition on a clinical value', [ferritin], ['C_DB_M', 'condition']],
    ['conditions on both data domains', [ferritin, female, ferritin], ['C_DB_P', 'C_DB_M', 'condition', 'condition', 'condition']],
  ])('REQ-FIL-10: %s', (_what, predicates, expected) => {
    const condition = parse(predicates)
    expect(listCountSteps(condition).map((step) => (step.kind === 'consent' ? step.consent : step.kind))).toEqual(expected)
    expect(listNeededConsents(condition)).toEqual(expected.filter((name) => name !== 'condition'))
  })

  test('each condition is a separate step, in order', () => {
    const steps = listCountSteps(parse([ferritin, female])).filter(({ kind }) => kind === 'condition')
    expect(steps.map(({ condition }) => condition)).toEqual([
      { op: '>', left: { field: 'FERRITIN' }, right: { value: 1000 } },
      { op: '=', left: { field: 'SEX' }, right: { value: 'F' } },
    ])
  })

  test('alternatives are one step, and a condition that needs the consent alone finds those without it', () => {
    const steps = listCountSteps(parse([{ ...region, operator: 'is not null', value: undefined }, { ...ferritin, or: true }, ferritin]))
    expect(steps.map(({ kind }) => kind)).toEqual(['consent', 'condition', 'condition'])
    expect(steps[0]?.condition.op).toBe('>')
    expect(steps[1]?.condition.op).toBe('or')
  })

  test('a free condition is one step, even if it joins conditions', () => {
    const tree = {
      op: 'and',
      of: [
        { op: '=', left: { field: 'SEX' }, right: { value: 'F' } },
        { op: 'is null', of: { field: 'HB' } },
      ],
    }
    const steps = listCountSteps(Condition.parse({ kind: 'sql', text: 'a text', tree }))
    expect(steps.map(({ kind }) => kind)).toEqual(['consent', 'consent', 'condition'])
    expect(steps.at(-1)?.condition).toEqual(tree)
  })
})

describe('the chain of a count', () => {
  test('each step starts with the patients who remain after the one before', () => {
    expect(
      buildCountChain(600, [
        { removed: 48, unknown: 20 },
        { removed: 432, unknown: 3 },
      ]),
    ).toEqual({
      visible: 600,
      steps: [
        { remaining: 552, removed: 48, unknown: 20 },
        { remaining: 120, removed: 432, unknown: 3 },
      ],
    })
  })
})
