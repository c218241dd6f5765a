import { expect, test } from 'vitest'
import { needsSoleReason } from './kinds.ts'

const signer = (mustSign: boolean, reason: 'DEATH' | null = null) => ({ mustSign, reason })

test.each([
  ['the first guardian', false, [], false],
  ['a second who must sign too', true, [signer(true)], false],
  ['a second who need not sign', false, [signer(true)], true],
  ['a second who must sign, after one who need not', true, [signer(false)], true],
  ['a third who need not sign, next to two who must', false, [signer(true), signer(true)], false],
  ['another one, after the reason was given', false, [signer(true), signer(false, 'DEATH')], false],
])('REQ-GRD-01: the reason why one guardian signs alone, for %s', (_whom, mustSign, others, needed) => {
  expect(needsSoleReason(mustSign, others)).toBe(needed)
})
