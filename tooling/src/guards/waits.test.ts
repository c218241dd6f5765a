import { expect, test } from 'vitest'
import { readSources, report, writtenCode } from '../repository.ts'
import { checkWaits } from './waits.ts'

test('no test waits for a fixed time or measures time', () => {
  const { files, findings } = checkWaits(readSources(writtenCode))
  expect(files).toBeGreaterThan(300)
  expect(report(findings)).toBe('')
})

const findIn = (text: string, path = 'apps/server/src/x.test.ts') => checkWaits([{ path, text }]).findings

test.each([
  'await new Promise((resolve) => setTimeout(resolve, 20))',
  'await new Promise((resolve) => globalThis.setTimeout(resolve, 20))',
  "import { setTimeout } from 'node:timers/promises'\nvoid setTimeout",
  "import { setTimeout as wait } from 'node:timers/promises'\nawait wait(20)",
  'const began = performance.now()',
  'await vi.waitFor(() => expect(done).toBe(true))',
  'await vi.waitUntil(() => done)',
])('planted in a test, %s is found', (text) => {
  expect(findIn(text)).not.toEqual([])
})

test('waits are found in browser tests and test helpers, but not in the product', () => {
  expect(findIn('await page.waitForTimeout(500)', 'e2e/home.spec.ts')).toHaveLength(1)
  expect(findIn('setTimeout(done, 20)', 'apps/server/src/testing/x.ts')).toHaveLength(1)
  expect(findIn('setTimeout(done, 20)', 'apps/server/src/x.ts')).toEqual([])
})

test('waiting for a condition passes', () => {
  expect(findIn('await eventually(check)\nawait expect.poll(count).toBe(2)\ntest.setTimeout(60_000)')).toEqual([])
})
