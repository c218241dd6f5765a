import { expect, test } from 'vitest'
import { readSource, readSources, report, writtenCode } from '../repository.ts'
import { checkStyleSheets } from './style-sheets.ts'

const shared = readSource('packages/ui/src/styles.css')

test('every component is imported together with its style sheet', () => {
  const { components, findings } = checkStyleSheets(readSources(writtenCode), shared)
  expect(components).toBeGreaterThan(100)
  expect(report(findings)).toBe('')
})

const screen = (text: string) => [{ path: 'apps/staff/src/features/x/screen.tsx', text }]

test.each([
  [`import { Radio } from '@mantine/core'`, 1],
  [`import { Select } from '@mantine/core'`, 3],
  [`import '@mantine/core/styles/Combobox.css'; import { Select } from '@mantine/core'`, 2],
])('planted in a screen, %s misses style sheets', (text, count) => {
  expect(checkStyleSheets(screen(text), shared).findings).toHaveLength(count)
})

test.each([
  `import '@mantine/core/styles/Radio.css'; import { Radio } from '@mantine/core'`,
  `import { Button, TextInput } from '@mantine/core'`,
  `import type { Radio } from '@mantine/core'`,
])('%s passes', (text) => {
  expect(checkStyleSheets(screen(text), shared).findings).toEqual([])
})
