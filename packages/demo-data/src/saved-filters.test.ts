import { evaluate } from '@registry/domain/expression/evaluate'
import { Condition } from '@registry/domain/filter/condition'
import { FieldSelection } from '@registry/domain/filter/selection'
import { buildExpression } from '@registry/domain/filter/condition-tree'
import { filterDescriptionMax, filterNameMax } from '@registry/domain/filter/limits'
import { describe, expect, test } from 'vitest'
import { demoSeed } from './load.ts'
import { buildDemoPatient } from './patient.ts'
import { demoFilters } from './saved-filters.ts'

const today = '2026-11-21'
const records = Array.from({ length: 600 }, (_, index) => buildDemoPatient(demoSeed, index, today)).map(({ personal, medical }) => ({
  ...personal,
  ...medical,
}))

describe.each(demoFilters)('the filter $name', ({ name, description, fields, condition }) => {
  test('has the shape that the screen saves', () => {
    expect(Condition.parse(condition)).toEqual(condition)
    expect(FieldSelection.parse(fields)).toEqual(fields)
    expect(name.length).toBeLessThanOrEqual(filterNameMax)
    expect(description.length).toBeLessThanOrEqual(filterDescriptionMax)
  })

  test('finds some of 600 patients, and fewer than 200', () => {
    const found = records.filter((record) => evaluate(buildExpression(condition), record, { today }) === true).length
    expect(found).toBeGreaterThan(0)
    expect(found).toBeLessThan(200)
  })
})
