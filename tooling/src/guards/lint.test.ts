import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../repository.ts'
import { run } from '../run/command.ts'

const planted: readonly (readonly [path: string, text: string, rule: string])[] = [
  ['packages/db/src/any.ts', 'export const value = (given: any): string => String(given)', 'no-explicit-any'],
  [
    'packages/db/src/floating.ts',
    'const later = async (): Promise<void> => {}\nexport const now = (): void => { later() }',
    'no-floating-promises',
  ],
  ['packages/db/src/certain.ts', 'export const first = (list: string[]): string => list[0]!', 'no-non-null-assertion'],
  [
    'packages/db/src/raw.ts',
    'declare const sql: { raw(text: string): unknown }\nexport const dirty = (text: string): unknown => sql.raw(text)',
    'no-restricted-properties',
  ],
  [
    'packages/db/src/silent.ts',
    'export const parse = (text: string): unknown => { try { return JSON.parse(text) } catch {} return undefined }',
    'no-empty',
  ],
  ['apps/server/src/talk.ts', `console.log('x')`, 'no-console'],
  [
    'apps/staff/src/router.ts',
    `import { appRouter } from '@registry/api-contract/app-router'\nexport const router = appRouter`,
    'no-restricted-imports',
  ],
  [
    'apps/staff/src/grid.ts',
    `import { MantineReactTable } from 'mantine-react-table'\nexport const grid = MantineReactTable`,
    'no-restricted-imports',
  ],
  ['packages/ui/src/load.ts', `export const load = (): Promise<Response> => fetch('/api/health/live')`, 'no-restricted-globals'],
  [
    'packages/app-shell/src/router.ts',
    `import { appRouter } from '@registry/api-contract/app-router'\nexport const router = appRouter`,
    'no-restricted-imports',
  ],
  ['packages/domain/src/read.ts', `import { readFile } from 'node:fs/promises'\nexport const read = readFile`, 'no-restricted-imports'],
  [
    'apps/staff/src/danger.tsx',
    'export const Text = ({ html }: { html: string }) => <p dangerouslySetInnerHTML={{ __html: html }} />',
    'no-danger',
  ],
  ['apps/staff/src/picture.tsx', `export const Picture = () => <img src="/x.png" />`, 'alt-text'],
  [
    'apps/staff/src/sometimes.tsx',
    `import { useState } from 'react'\nexport const Sometimes = ({ on }: { on: boolean }) => { if (on) useState(0); return <p /> }`,
    'rules-of-hooks',
  ],
]

/** raw-sql.test.ts also checks which text becomes SQL (THREAT-03). */
let folder: string
let output: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-'))
  await cp(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  await cp(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.json'))
  for (const [path, text] of planted) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), `${text}\n`)
  }
  output = (await run('oxlint', ['--type-aware', '--format=unix', '.'], { cwd: folder })).output
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(planted)('a fault planted in %s is found', (path, _text, rule) => {
  const said = output.split('\n').filter((line) => line.includes(path))
  expect(said.join('\n')).toContain(rule)
})
