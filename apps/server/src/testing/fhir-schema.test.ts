import { expect, test } from 'vitest'
import { validateFhir } from './fhir-schema.ts'

const observation = { resourceType: 'Observation', status: 'final', code: { text: 'Ferritina' }, effectiveDateTime: '2026-05-03' }
const inBundle = (resource: unknown) => ({ resourceType: 'Bundle', type: 'transaction', entry: [{ resource }] })

test('validateFhir accepts a resource of R4 and returns the errors of another, also of one inside a Bundle', () => {
  expect(validateFhir(inBundle(observation))).toEqual([])
  expect(validateFhir({ ...observation, status: 1 })).toContainEqual(expect.stringContaining('/status'))
  expect(validateFhir(inBundle({ ...observation, effectiveDateTime: '3 May' }))).toContainEqual(
    expect.stringContaining('/entry/0/resource/effectiveDateTime'),
  )
  expect(validateFhir(inBundle({ ...observation, result: 1 }))).toContainEqual(expect.stringContaining('additional properties'))
  expect(validateFhir({ resourceType: 'Bundle' })).toEqual([])
  expect(() => validateFhir({ resourceType: 'Result' })).toThrow()
})
