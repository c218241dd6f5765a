import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyedHash } from '../auth/keyed-hash.ts'
import { hashPatientSet, buildReadTrace } from './read-trace.ts'

const hashUnder = (key: string) => createKeyedHash({ derive: async (purpose) => Buffer.from(`${key} ${purpose}`) })

test('D11: the hash of a set is an HMAC of the numbers in ascending order, joined by commas', async () => {
  const expected = createHmac('sha256', 'one hash of set of patients').update('2,10').digest('hex')
  expect(await hashPatientSet(hashUnder('one'), '2,10')).toBe(expected)
  expect(await buildReadTrace(hashUnder('one'), 'centre RM01', [10, 2], ['HB'])).toMatchObject({
    setHash: expected,
    patients: [2, 10],
    count: 2,
  })
})

test('D8: without the key nobody tries out which patients a set had', async () => {
  const one = await hashPatientSet(hashUnder('one'), '2')
  expect(one).not.toBe(await hashPatientSet(hashUnder('other'), '2'))
  expect(one).not.toBe(createHash('sha256').update('2').digest('hex'))
})

test('D11: an entry names every patient, however many, since each is shown who read their data', async () => {
  const upTo = (count: number) =>
    buildReadTrace(
      hashUnder('one'),
      'all',
      Array.from({ length: count }, (_, index) => index + 1),
      [],
    )
  expect(await upTo(5000)).toMatchObject({ count: 5000, setHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect((await upTo(5000)).patients).toHaveLength(5000)
})
