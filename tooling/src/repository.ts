import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The repository's root, with a final slash. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A text file of the repository; the path is relative to the root, with forward slashes. */
export type SourceFile = { readonly path: string; readonly text: string }

/** What a guard found wrong: where, and in words what to do about it. */
export type Finding = { readonly path: string; readonly problem: string }

// What is made from the sources, or is not ours. Reading the folders instead of asking git lets the guards run on an exported tree.
const notSources = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  '.turbo',
  'test-results',
  'playwright-report',
  '.stryker',
  '.mutation',
])
const texts =
  /\.(ts|tsx|mts|css|html|json|md|txt|yaml|yml|sql|po|sh|conf)$|(^|\/)(Dockerfile|Caddyfile|run)$|(^|\/)\.[a-z]+rc\.json$|^(LICENSE|\.editorconfig|\.env\.example|\.nvmrc)$/

const walk = (directory: string): string[] =>
  readdirSync(root + directory, { withFileTypes: true }).flatMap((entry) => {
    const path = directory + entry.name
    if (entry.isDirectory()) return notSources.has(entry.name) ? [] : walk(`${path}/`)
    return entry.isFile() ? [path] : []
  })

/** Paths of the repository's files, sorted; build results and dependencies are left out. */
export const listFiles = (): string[] => walk('').toSorted()

export const readSource = (path: string): SourceFile => ({ path, text: readFileSync(root + path, 'utf8') })

/** Every text file whose path matches, read. */
export const readSources = (matching: RegExp): SourceFile[] =>
  listFiles()
    .filter((path) => texts.test(path) && matching.test(path))
    .map(readSource)

/** TypeScript that is written by hand. */
export const writtenCode = /(?<!\.gen)\.tsx?$/

export const exists = (path: string): boolean => statSync(root + path, { throwIfNoEntry: false }) !== undefined

/** A package.json as far as the guards look at it. */
export type Manifest = {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The manifests of the root and of every workspace package. */
export const readManifests = (): { readonly path: string; readonly manifest: Manifest }[] =>
  readSources(/(^|\/)package\.json$/).map(({ path, text }) => ({ path, manifest: JSON.parse(text) as Manifest }))

/** One line a finding, as a failing guard shows them. */
export const report = (findings: readonly Finding[]): string => findings.map(({ path, problem }) => `${path}: ${problem}`).join('\n')
