import { expect, it } from 'vitest'
import { idleMs, getIdleState } from './idle.ts'

it('is eight hours (REQ-UI-10)', () => expect(idleMs).toBe(8 * 3600 * 1000))

it.each([
  ['just active', 0, { kind: 'active', forMs: 28_680_000 }],
  ['a moment before the warning', 28_679_999, { kind: 'active', forMs: 1 }],
  ['two minutes before the end', 28_680_000, { kind: 'warning', secondsLeft: 120 }],
  ['half a second before the end', 28_799_500, { kind: 'warning', secondsLeft: 1 }],
  ['at the end', 28_800_000, { kind: 'expired' }],
  ['hours after the end', 60_000_000, { kind: 'expired' }],
  ['after the clock was set back', -5000, { kind: 'active', forMs: 28_685_000 }],
] as const)('%s', (_case, sinceMs, expected) => {
  expect(getIdleState(1_000, 1_000 + sinceMs)).toEqual(expected)
})
