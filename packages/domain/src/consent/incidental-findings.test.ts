import { expect, test } from 'vitest'
import { readIncidentalFindings } from './incidental-findings.ts'

test.each([
  [1, 'centre_doctor'],
  [2, 'own_doctor'],
  [3, 'not_told'],
  [4, null],
  [0, null],
  [null, null],
])('REQ-CRF-17: the option %j of incidental findings is %j', (option, expected) => expect(readIncidentalFindings(option)).toBe(expected))
