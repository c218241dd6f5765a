import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The repository's root, with a final slash. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A text file of the repository; the path is relative to the root, with forward slashes. */
export type SourceFile = { readonly path: string; readonly text: string }

/** A problem that a repository check found: where it is, what it is, and what to do. */
export type Violation = { readonly path: string; readonly problem: string; readonly remedy: string }

// Generated or external folders. The checks walk the folders instead of calling git, so they also run on an exported tree.
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
  '.dev-test',
  '.cluster',
])
const texts =
  /\.(ts|tsx|mts|css|html|json|md|txt|yaml|yml|sql|po|sh|conf)$|(^|\/)(Dockerfile|Caddyfile|run)$|(^|\/)\.[a-z]+rc\.json$|^(LICENSE|\.editorconfig|\.env\.example|\.nvmrc)$/

const walk = (directory: string): string[] =>
  readdirSync(root + directory, { withFileTypes: true }).flatMap((entry) => {
    const path = directory + entry.name
    if (entry.isDirectory()) return notSources.has(entry.name) ? [] : walk(`${path}/`)
    return entry.isFile() ? [path] : []
  })

/** Returns the sorted paths of the repository's files, without build results and dependencies. */
export const listFiles = (): string[] => walk('').toSorted()

export const readSource = (path: string): SourceFile => ({ path, text: readFileSync(root + path, 'utf8') })

/** Reads all text files with a matching path. */
export const readSources = (matching: RegExp): SourceFile[] =>
  listFiles()
    .filter((path) => texts.test(path) && matching.test(path))
    .map(readSource)

/** Handwritten TypeScript files. */
export const writtenCode = /(?<!\.gen)\.tsx?$/

export const exists = (path: string): boolean => statSync(root + path, { throwIfNoEntry: false }) !== undefined

/** Formats violations, one line each, that ends with what to do. */
export const report = (violations: readonly Violation[]): string =>
  violations.map(({ path, problem, remedy }) => `${path}: ${problem}: ${remedy}`).join('\n')
