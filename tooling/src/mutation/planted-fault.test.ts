import { expect, test } from 'vitest'
import { readSources, report, writtenCode } from '../repository.ts'
import { plantedFaults, selectFaults } from './faults.ts'
import { checkPlantable, judge, plant, type PlantedFault } from './planted-fault.ts'

const detail: PlantedFault = { name: 'a check is missing', file: 'a.ts', find: 'if (own)', replace: 'if (true)', tests: ['a.test.ts'] }
const emptyTest = { path: 'a.test.ts', text: '' }

test('every fault can be planted, and its tests exist', () => {
  expect(plantedFaults.length).toBeGreaterThan(40)
  expect(report(checkPlantable(plantedFaults, readSources(writtenCode)))).toBe('')
})

test('faults are selected by part of their name, by file or by list', () => {
  expect(selectFaults('')).toEqual(plantedFaults)
  const list = selectFaults('faults/isolation')
  expect(list.map(({ name }) => name)).toEqual([
    'a file is checked in one snapshot and written in another',
    'an export reads other rows than its manifest says',
  ])
  expect(selectFaults('is checked in one snapshot')).toEqual([list[0]])
  expect(selectFaults('imports/run-import.ts')).toContain(list[0])
  expect(selectFaults('faults/none')).toEqual([])
})

test('a fault replaces its text', () => {
  expect(plant(detail, 'a; if (own) b')).toBe('a; if (true) b')
})

test.each([
  ['occurs twice', [{ path: 'a.ts', text: 'if (own) if (own)' }, emptyTest], detail],
  ['is gone', [{ path: 'a.ts', text: '' }, emptyTest], detail],
  ['has lost its test', [{ path: 'a.ts', text: 'if (own)' }], detail],
  ['changes nothing', [{ path: 'a.ts', text: 'if (own)' }, emptyTest], { ...detail, replace: detail.find }],
])('a fault whose text %s is found', (_what, sources, planted) => {
  expect(checkPlantable([planted], sources)).toHaveLength(1)
})

test.each([
  [{ passed: 3, failed: 1 }, 'found'],
  [{ passed: 3, failed: 0 }, 'not found'],
  [{ passed: 0, failed: 2 }, 'broken'],
  [{ passed: 0, failed: 0 }, 'broken'],
])('tests with %j make a fault %s', (count, verdict) => {
  expect(judge(count)).toBe(verdict)
})
