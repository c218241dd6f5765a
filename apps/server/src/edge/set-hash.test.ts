import { expect, test } from 'vitest'
import { hashOfSet } from './reads.ts'

test('the hash of a set of patients is that of its numbers in ascending order, whatever their size and order', () => {
  // printf '9,10,1000,70000,2147483647' | sha256sum
  const hash = '17a3127dc69aceb78f5d05019764399efd261fdf0ccbe4d7da33b72652a6176f'
  expect(hashOfSet([2147483647, 70000, 9, 1000, 10])).toBe(hash)
  expect(hashOfSet([9, 10, 1000, 70000, 2147483647])).toBe(hash)
  expect(hashOfSet([910, 1000, 70000, 2147483647])).not.toBe(hash)
})

test('an empty set has the hash of nothing', () => {
  expect(hashOfSet([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})
