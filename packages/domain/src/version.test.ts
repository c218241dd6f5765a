import { expect, it } from 'vitest'
import { isNewer } from './version.ts'

it.each([
  ['0.2.0', '0.1.0', true],
  ['0.10.0', '0.9.3', true],
  ['1.0.0', '0.9.9', true],
  ['0.1.1', '0.1', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  ['0.9.9', '1.0.0', false],
  ['test', 'test', false],
])('%s is newer than %s: %s', (version, current, expected) => {
  expect(isNewer(version, current)).toBe(expected)
})
