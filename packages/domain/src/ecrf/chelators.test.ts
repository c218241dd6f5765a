import { expect, test } from 'vitest'
import { listShownChelators } from './chelators.ts'

test.each([
  ['those of the regimen', {}, ['DFO', 'DFX'], ['DFO', 'DFX']],
  ['one with a value outside the regimen', { ICT_DFP_DOSAGE: 75 }, ['DFO'], ['DFO', 'DFP']],
  ['one with the reason of a missing value', { ICT_OTHER_COMPLIANCE: String.raw`\N:unknown` }, [], ['OTHER']],
  ['none without regimen', { ICT_DFO_DOSAGE: null }, [], []],
])('REQ-CRF-06: the form shows the chelators in use: %s', (_case, record, components, shown) => {
  expect(listShownChelators(record, components)).toEqual(shown)
})
