import { expect, test } from 'vitest'
import { readSources, report, writtenCode } from '../repository.ts'
import { checkStyle } from './style.ts'

test('no cast silences the compiler, and no expectation reads the clock', () => {
  const { files, findings } = checkStyle(readSources(writtenCode))
  expect(files).toBeGreaterThan(500)
  expect(report(findings)).toBe('')
})

const findIn = (text: string, path: string) => checkStyle([{ path, text }]).findings
const product = 'apps/server/src/x.ts'
const testFile = 'apps/server/src/x.test.ts'

test.each([
  [product, 'export const a = (b: unknown) => b as any'],
  [product, 'export const a = (b: unknown) => b as never'],
  [product, 'export const a = (b: string) => b as unknown as number'],
  [testFile, "test('x', () => expect(new Date()).toEqual(stored))"],
  [testFile, "test('x', () => expect(stored).not.toEqual(new Date()))"],
  [testFile, "test('x', () => expect(stored).toBeLessThan(Date.now()))"],
])('planted in %s: %s is found', (path, text) => {
  expect(findIn(text, path)).toHaveLength(1)
})

test.each([
  [product, "export const a = ['b'] as const"],
  [testFile, 'const a = b as unknown as Request'],
  [testFile, "test('x', () => expect(stored).toEqual(new Date('2026-01-01')))"],
])('in %s: %s passes', (path, text) => {
  expect(findIn(text, path)).toEqual([])
})
