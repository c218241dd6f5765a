import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { SourceFile, Violation } from '../repository.ts'

/** Licences that allow use in a registry without publishing its sources. */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages whose licence a person read, because their package.json has no identifier of SPDX. A new version is read again. */
const readLicences: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf@2.37.3': 'Bitstream Vera, for embedding in documents',
  'png-js@2.0.0': 'MIT, in its file LICENSE',
  'webr@0.6.0': 'GPL for R, used by one test only',
}

const installScripts = ['preinstall', 'install', 'postinstall'] as const

const PackageJson = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
  scripts: z.record(z.string(), z.string()).optional(),
})

export type InstalledPackage = {
  readonly name: string
  readonly version: string
  readonly licence: string | undefined
  readonly hasInstallScript: boolean
}

const readPackage = (directory: string): InstalledPackage => {
  const {
    name,
    version,
    license,
    licenses,
    scripts = {},
  } = PackageJson.parse(JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')))
  const licence = typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR '))
  return {
    name,
    version,
    licence,
    hasInstallScript: installScripts.some((script) => script in scripts) || existsSync(join(directory, 'binding.gyp')),
  }
}

const listDirectories = (directory: string): readonly string[] =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (!entry.isDirectory()) return []
    return entry.name.startsWith('@') ? listDirectories(path) : [path]
  })

/** Reads every package under node_modules/.pnpm, those of other platforms aside. */
export const readInstalled = (store: string): readonly InstalledPackage[] => {
  const packages = readdirSync(store)
    .map((entry) => join(store, entry, 'node_modules'))
    .filter((directory) => existsSync(directory))
    .flatMap(listDirectories)
    .map(readPackage)
  return [...new Map(packages.map((one) => [`${one.name}@${one.version}`, one])).values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether an expression of SPDX has only allowed licences. Of alternatives one is enough. */
export const isAllowedLicence = (expression: string): boolean => {
  const inner = /\(([^()]*)\)/.exec(expression)
  if (inner) return isAllowedLicence(expression.replace(inner[0], isAllowedLicence(inner[1] ?? '') ? 'MIT' : 'refused'))
  return expression.split(' OR ').some((part) => part.split(' AND ').every((licence) => allowedLicences.has(licence.trim())))
}

/** A line of the list of licences. */
export const formatLicence = ({ name, version, licence }: InstalledPackage): string =>
  `${name}@${version} ${readLicences[`${name}@${version}`] ?? licence ?? 'none stated'}`

/** Checks licences and install scripts of installed packages (THREAT-46). */
export const checkInstalled = (packages: readonly InstalledPackage[], allowBuilds: readonly string[]): readonly Violation[] =>
  packages.flatMap(({ name, version, licence, hasInstallScript }) => {
    const path = `${name}@${version}`
    const unread = readLicences[path] === undefined
    return [
      ...(hasInstallScript && !allowBuilds.includes(name)
        ? [{ path, problem: 'has an install script', remedy: 'read it, then add the package to allowBuilds in pnpm-workspace.yaml' }]
        : []),
      ...(unread && licence === undefined
        ? [{ path, problem: 'has no licence', remedy: 'read its files, then add it to readLicences, or use another package' }]
        : []),
      ...(unread && licence !== undefined && !isAllowedLicence(licence)
        ? [{ path, problem: `has the licence ${licence}`, remedy: 'read it, then add it to allowedLicences or readLicences' }]
        : []),
    ]
  })

const Workspace = z.object({
  allowBuilds: z.record(z.string(), z.boolean()),
  minimumReleaseAge: z.literal(10_080),
  trustPolicy: z.literal('no-downgrade'),
  blockExoticSubdeps: z.literal(true),
  strictDepBuilds: z.literal(true),
  catalog: z.record(z.string(), z.string()),
})
const versions = z.record(z.string(), z.string()).default({})
const Manifest = z.object({
  packageManager: z.string().optional(),
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
})
const specifiers = z.record(z.string(), z.object({ specifier: z.string() })).default({})
const Lockfile = z.object({
  catalogs: z.object({ default: z.record(z.string(), z.object({ specifier: z.string() })) }),
  importers: z.record(z.string(), z.object({ dependencies: specifiers, devDependencies: specifiers, optionalDependencies: specifiers })),
  packages: z.record(z.string(), z.unknown()),
})

const exact = /^(npm:[@\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

const requested = (path: string, text: string): z.infer<typeof Manifest> => {
  const parsed = Manifest.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${path}: ${parsed.error.message}`)
  return parsed.data
}

const listVersions = (manifest: z.infer<typeof Manifest>): readonly (readonly [string, string])[] =>
  kinds.flatMap((kind) => Object.entries(manifest[kind]))

/** Checks that every version is exact, and that the lockfile belongs to the manifests (THREAT-46). */
export const checkVersions = (workspace: string, lockfile: string, manifests: readonly SourceFile[]): readonly Violation[] => {
  const { catalog } = Workspace.parse(parse(workspace))
  const locked = Lockfile.parse(parse(lockfile))
  const violations: Violation[] = []
  const floats = (path: string, name: string, version: string): void => {
    violations.push({ path, problem: `${name}: ${version} floats`, remedy: 'write the exact version' })
  }
  for (const [name, version] of Object.entries(catalog)) {
    if (!exact.test(version)) floats('pnpm-workspace.yaml', name, version)
    const found = locked.catalogs.default[name]?.specifier
    if (found !== undefined && found !== version)
      violations.push({ path: 'pnpm-lock.yaml', problem: `${name} is ${found}, not ${version}`, remedy: 'run `pnpm install`' })
  }
  for (const { path, text } of manifests) {
    const manifest = requested(path, text)
    if (manifest.packageManager !== undefined && !/\+sha512\.[0-9a-f]{128}$/.test(manifest.packageManager))
      violations.push({ path, problem: 'packageManager has no hash', remedy: 'write pnpm@version+sha512.hash' })
    const importer = locked.importers[path.replace(/\/?package\.json$/, '') || '.']
    const inLock = kinds.flatMap((kind) => Object.entries(importer?.[kind] ?? {}).map(([name, { specifier }]) => `${name} ${specifier}`))
    const inManifest = listVersions(manifest).map(([name, version]) => `${name} ${version}`)
    for (const [name, version] of listVersions(manifest))
      if (!exact.test(version) && !['catalog:', 'workspace:*'].includes(version)) floats(path, name, version)
    if (inLock.toSorted().join('\n') !== inManifest.toSorted().join('\n'))
      violations.push({ path, problem: 'pnpm-lock.yaml does not fit its dependencies', remedy: 'run `pnpm install`' })
  }
  return violations
}

export const readAllowBuilds = (workspace: string): readonly string[] => Object.keys(Workspace.parse(parse(workspace)).allowBuilds)

/** Returns the number of packages in the lockfile, the repository's own aside. */
export const countLocked = (lockfile: string): number => Object.keys(Lockfile.parse(parse(lockfile)).packages).length
