import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSource, readSources, report, root } from '../repository.ts'
import { checkInstalled, checkVersions, isAllowedLicence, readAllowBuilds, readInstalled } from './supply.ts'

const workspace = readSource('pnpm-workspace.yaml').text
const lockfile = readSource('pnpm-lock.yaml').text
const manifests = readSources(/(^|\/)package\.json$/)
const allowBuilds = readAllowBuilds(workspace)

/** Plants a package in a store like node_modules/.pnpm. */
const plant = async (manifest: object): Promise<string> => {
  const store = await mkdtemp(join(tmpdir(), 'store-'))
  const directory = join(store, 'planted@1.0.0', 'node_modules', 'planted')
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'package.json'), JSON.stringify({ name: 'planted', version: '1.0.0', license: 'MIT', ...manifest }))
  return report(checkInstalled(readInstalled(store), allowBuilds))
}

describe('THREAT-46: packages of others', () => {
  test('every installed package has an allowed licence, and no install script that nobody read', () => {
    const installed = readInstalled(join(root, 'node_modules', '.pnpm'))
    expect(installed.length).toBeGreaterThan(500)
    expect(report(checkInstalled(installed, allowBuilds))).toBe('')
  })

  test('every version is exact, and the lockfile belongs to the manifests', () => {
    expect(manifests.length).toBeGreaterThan(8)
    expect(report(checkVersions(workspace, lockfile, manifests))).toBe('')
  })

  test.each([
    ['an install script', { scripts: { postinstall: 'node steal.js' } }, /has an install script/],
    ['no licence', { license: undefined }, /has no licence/],
    ['a licence that obliges', { license: 'AGPL-3.0-only' }, /has the licence AGPL-3\.0-only/],
    ['an unknown expression', { license: 'MIT AND (Beer OR Wine)' }, /has the licence MIT AND \(Beer OR Wine\)/],
    ['a licence elsewhere', { license: 'SEE LICENSE IN TERMS.md' }, /has the licence SEE/],
  ])('a planted package with %s is found', async (_, manifest, problem) => {
    expect(await plant(manifest)).toMatch(problem)
  })

  test('a package with a licence and without a script is accepted', async () => {
    expect(await plant({ license: undefined, licenses: [{ type: 'MIT' }], scripts: { test: 'x' } })).toBe('')
  })

  const change = (path: string, from: string, to: string) =>
    manifests.map((file) => (file.path === path ? { path, text: file.text.replace(from, to) } : file))

  test.each([
    ['a caret in the catalogue', workspace.replace('  zod: ', '  zod: ^'), manifests, /zod: \^\S+ floats/],
    ['a range in a package', workspace, change('tooling/package.json', '"zod": "catalog:"', '"zod": ">=4"'), /zod: >=4 floats/],
    ['a repository', workspace, change('tooling/package.json', '"zod": "catalog:"', '"zod": "github:colinhacks/zod"'), /github:.* floats/],
    [
      'another version than the lockfile',
      workspace.replace(/ {2}zod: \S+/, '  zod: 4.0.0'),
      manifests,
      /pnpm-lock\.yaml: zod is \S+, not 4\.0\.0/,
    ],
    [
      'a package that the lockfile lacks',
      workspace,
      change('tooling/package.json', '"zod": "catalog:"', '"zod": "catalog:", "left-pad": "catalog:"'),
      /does not fit/,
    ],
    ['a packageManager without a hash', workspace, change('package.json', '+sha512.', '-'), /packageManager has no hash/],
  ])('%s is found', (_, changed, files, problem) => {
    expect(report(checkVersions(changed, lockfile, files))).toMatch(problem)
  })

  test.each(['minimumReleaseAge: 10080', 'trustPolicy: no-downgrade', 'strictDepBuilds: true', 'blockExoticSubdeps: true'])(
    'the setting %s is needed',
    (setting) => {
      expect(() => checkVersions(workspace.replace(setting, ''), lockfile, manifests)).toThrow(setting.split(':', 1).join(''))
    },
  )
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['(MIT AND Zlib)', true],
  ['MIT AND GPL-3.0-or-later', false],
  ['', false],
  ['UNLICENSED', false],
])('the licence %s is allowed: %s', (expression, allowed) => {
  expect(isAllowedLicence(expression)).toBe(allowed)
})
