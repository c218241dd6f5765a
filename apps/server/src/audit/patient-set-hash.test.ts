import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyedHash } from '../auth/keyed-hash.ts'
import { hashPatientSet, buildReadTrace } from './read-trace.ts'

const createHashWithKey = (key: string) => {
  const derive = async (purpose: string) => Buffer.from(`${key} ${purpose}`)
  return createKeyedHash({ derive, deriveAll: async (purpose) => [await derive(purpose)], writeWith: async () => false })
}

test('THREAT-33: the hash of a set is an HMAC of the ids in ascending order, joined by commas', async () => {
  const expected = createHmac('sha256', 'one hash of set of patients').update('2,10').digest('hex')
  expect(await hashPatientSet(createHashWithKey('one'), '2,10')).toBe(expected)
  expect(await buildReadTrace(createHashWithKey('one'), 'centre RM01', [10, 2], ['HB'])).toMatchObject({
    setHash: expected,
    patients: [2, 10],
    count: 2,
  })
})

test('REQ-CON-08: without the key nobody can guess the patients of a set', async () => {
  const one = await hashPatientSet(createHashWithKey('one'), '2')
  expect(one).not.toBe(await hashPatientSet(createHashWithKey('other'), '2'))
  expect(one).not.toBe(createHash('sha256').update('2').digest('hex'))
})

test('REQ-ADM-01: an entry names every patient of a large set, because all patients see who read their data', async () => {
  const buildTrace = (count: number) =>
    buildReadTrace(
      createHashWithKey('one'),
      'all',
      Array.from({ length: count }, (_, index) => index + 1),
      [],
    )
  expect(await buildTrace(5000)).toMatchObject({ count: 5000, setHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect((await buildTrace(5000)).patients).toHaveLength(5000)
})
