import { expect, test } from 'vitest'
import { readManifests, readSource, readSources, report, writtenCode } from '../repository.ts'
import { checkReasons, checkSizes, checkWords, listDependencies, maxLines } from './texts.ts'

test('no handwritten file is too long', () => {
  const files = readSources(writtenCode)
  expect(files.length).toBeGreaterThan(50)
  expect(report(checkSizes(files))).toBe('')
})

test('a planted long file is found', () => {
  expect(checkSizes([{ path: 'x.ts', text: 'x\n'.repeat(maxLines + 1) }])).toHaveLength(1)
  expect(checkSizes([{ path: 'x.ts', text: 'x\n'.repeat(maxLines) }])).toEqual([])
})

test('no file contains an unfinished mark, a machine path or a skipped test', () => {
  const files = readSources(/^(?!pnpm-lock\.yaml$)/)
  expect(files.length).toBeGreaterThan(100)
  expect(report(checkWords(files))).toBe('')
})

test.each([
  `// TO${'DO'} later`,
  `// FIX${'ME'}`,
  `const path = '/ho${'me'}/somebody/x'`,
  `see /wo${'rk'}/main`,
  `test.on${'ly'}('x')`,
  `describe.sk${'ip'}('x')`,
  `test.to${'do'}('x')`,
  `describe.run${'If'}(false)('x')`,
  `test.sk${'ipIf'}(true)('x')`,
])('planted, %s is found', (text) => {
  expect(checkWords([{ path: 'x.ts', text }])).toHaveLength(1)
})

test('one line explains every dependency', () => {
  const names = listDependencies(readManifests().map(({ manifest }) => manifest))
  expect(names.length).toBeGreaterThan(50)
  expect(report(checkReasons(names, readSource('docs/dependencies.md')))).toBe('')
})

test('a planted dependency without a reason, with two, and a reason without a dependency are found', () => {
  const text = '| package | why this one |\n| --- | --- |\n| `zod` | shapes |\n| twice | a |\n| twice | b |\n| gone | c |\n'
  const names = listDependencies([
    { name: 'x', dependencies: { zod: '1', twice: '1', '@registry/db': 'workspace:*' }, devDependencies: { planted: '1' } },
  ])
  expect(names).toEqual(['planted', 'twice', 'zod'])
  expect(checkReasons(names, { path: 'dependencies.md', text }).map(({ problem }) => problem)).toEqual([
    'has not exactly one line that says why planted',
    'has not exactly one line that says why twice',
    'explains gone, which no package.json names',
  ])
})
