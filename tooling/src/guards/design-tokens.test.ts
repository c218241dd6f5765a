import { expect, test } from 'vitest'
import { readSources, report } from '../repository.ts'
import { checkDesignTokens } from './design-tokens.ts'

test('every size and space of a style sheet is one of the theme', () => {
  const { files, findings } = checkDesignTokens(readSources(/\.css$/))
  expect(files).toBeGreaterThan(20)
  expect(report(findings)).toBe('')
})

const path = 'packages/ui/src/grid/planted.module.css'
const check = (text: string) => checkDesignTokens([{ path, text }]).findings.length

test.each([
  '  gap: 20px;',
  '  margin: 0 -16px;',
  '  font-size: 0.9375rem;',
  '  font-weight: 650;',
  '  line-height: 1.3;',
  '  padding-left: 6px;',
])('planted: %s is found', (line) => expect(check(line)).toBe(1))

test.each([
  '  gap: var(--mantine-spacing-lg);',
  '  padding: 2px 0;',
  '  font-size: 9pt;',
  '  line-height: 1;',
  '  width: 320px;',
  '  margin: 0 auto;',
])('%s is let through', (line) => expect(check(line)).toBe(0))
