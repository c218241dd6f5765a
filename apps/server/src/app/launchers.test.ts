import { expect, test } from 'vitest'
import { findLaunchers } from './launchers.ts'

const shell = { pid: 5, command: 'sh -c node tooling/src/demo.ts' }
const pnpm = { pid: 4, command: 'pnpm demo' }
const shellOfNpm = { pid: 3, command: `sh -c 'pnpm' demo` }
const npm = { pid: 2, command: 'npm exec pnpm@12.21.0 demo' }
const terminal = { pid: 1, command: '-bash' }

test('the package managers and their shells are watched, the terminal is not', () => {
  expect(findLaunchers([shell, pnpm, shellOfNpm, npm, terminal])).toEqual([5, 4, 3, 2])
  expect(findLaunchers([shell, pnpm, { pid: 1, command: 'sh -c make demo' }, { pid: 0, command: '/usr/bin/make' }])).toEqual([5, 4])
})

test('a process without a package manager watches no process', () => {
  expect(findLaunchers([{ pid: 3, command: 'sh -c node tooling/src/demo.ts' }, { pid: 2, command: 'node playwright test' }, pnpm])).toEqual(
    [],
  )
  expect(findLaunchers([])).toEqual([])
})
