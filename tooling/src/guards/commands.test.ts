import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readManifests, readSource, readSources, report, root } from '../repository.ts'
import { run } from '../run/command.ts'
import { checkCommands, checkScripts, listCommands, resolveCommand, type Command } from './commands.ts'

const manifests = readManifests()
const development = readSource('docs/development.md')

test('every command of a document is a script of a package.json', () => {
  const documents = readSources(/^(README|CONTRIBUTING|CODE_STYLE)\.md$|^docs\/.*\.md$/)
  expect(documents.flatMap(listCommands).length).toBeGreaterThan(40)
  expect(report(checkCommands(documents, manifests))).toBe('')
})

test('docs/development.md names every script of the root', () => {
  const scripts = Object.keys(manifests.find(({ path }) => path === 'package.json')?.manifest.scripts ?? {})
  expect(scripts.length).toBeGreaterThan(15)
  expect(report(checkScripts(development, scripts))).toBe('')
})

/** The server has no options. A wrong variable ends it before it opens the database. */
const server = { args: '', env: { PORT: 'none' }, code: 1, output: /^PORT: .+\n$/ }
const help = { args: '--help', env: {}, code: 0, output: /\w/ }

const commands = Map.groupBy(
  listCommands(development).flatMap((command) => resolveCommand(command, manifests) ?? []),
  ({ folder, line }) => `${folder} ${line}`,
)

test.each([...commands])('%s runs and knows the documented options', async (_name, documented: readonly Command[]) => {
  const [{ folder, line } = { folder: '', line: '' }] = documented
  const { args, env, code, output } = line.endsWith('apps/server/src/app/main.ts') ? server : help
  const path = [join(root, folder, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env['PATH']].join(':')
  const outcome = await run('/bin/sh', ['-c', `${line} ${args}`], {
    cwd: join(root, folder),
    env: { ...env, PATH: path, NO_COLOR: '1', NODE_ENV: undefined },
  })
  expect(outcome).toEqual({ code, output: expect.stringMatching(output) })
  const unknown = documented.flatMap(({ options }) => options).filter((option) => !outcome.output.includes(option))
  expect(unknown).toEqual([])
})

test('the commands of docs/development.md are found', () => {
  expect(commands.size).toBeGreaterThan(20)
})

const page = (text: string) => ({ path: 'x.md', text })
const planted = [
  {
    path: 'package.json',
    manifest: { name: 'registry', scripts: { demo: 'node demo.ts', generate: 'pnpm --filter @registry/db run generate' } },
  },
  { path: 'packages/db/package.json', manifest: { name: '@registry/db', scripts: { generate: 'drizzle-kit generate' } } },
]

test.each([
  ['pnpm demo --fresh', { folder: '.', line: 'node demo.ts', options: ['--fresh'] }],
  ['pnpm generate', { folder: 'packages/db', line: 'drizzle-kit generate', options: [] }],
  ['pnpm --filter @registry/db generate', { folder: 'packages/db', line: 'drizzle-kit generate', options: [] }],
  ['pnpm exec vitest run --project db', { folder: '.', line: 'vitest run', options: ['--project'] }],
  ['pnpm seed', undefined],
  ['pnpm --filter @registry/gone generate', undefined],
])('`%s` is resolved', (command, expected) => expect(resolveCommand(command, planted)).toEqual(expected))

test('planted: a command without a script and a script without a line are found', () => {
  const text = 'Run `pnpm demo`.\n```\nnpx --yes pnpm@12.21.0 seed\n```\n`pnpm <script>`'
  expect(checkCommands([page(text)], planted).map(({ problem }) => problem)).toEqual(['names `pnpm seed`, which no package.json has'])
  expect(checkScripts(page(text), ['demo', 'generate'])).toHaveLength(1)
})
