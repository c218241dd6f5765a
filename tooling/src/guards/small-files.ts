import { dirname, join } from 'node:path/posix'
import type { Finding, SourceFile } from '../repository.ts'
import { findImportedFile } from './imports.ts'
import { listImports } from './syntax.ts'

const minLines = 15

const checked = /^(apps|packages|tooling|bench|e2e)\/.*\.tsx?$/
const isTest = /\.(test|spec)\.tsx?$/
/** Files whose place or name another program decides: entry points, configurations, routes and test set-up. */
const namedByPrograms =
  /(^|\/)(main|first-calls|after-paint|po\.d|[a-z.-]+\.config)\.tsx?$|\/src\/routes\/|^apps\/server\/src\/cli\/|\/(global-)?setup\.ts$|^tooling\/src\/[a-z-]+\.ts$/
/** Families: one file per section of the dictionary, one router per feature, one file of messages per language and part, and of errors per subject. */
const families = /\/fields\/sections\/|\.router\.ts$|\/messages\.(signed-in\.)?(it|en)\.ts$|^packages\/domain\/src\/[a-z-]+\/messages\.ts$/
/** Modules that a worker or child process loads by address. */
const loadedByAddress = /new URL\('(\.[^']+\.ts)'/g

type Importers = ReadonlyMap<string, ReadonlySet<string>>

const findImporters = (sources: readonly SourceFile[]): Importers => {
  const paths = new Set(sources.map(({ path }) => path))
  const importers = new Map<string, Set<string>>()
  for (const file of sources) {
    for (const { specifier } of listImports(file)) {
      const target = findImportedFile(file.path, specifier, paths)
      if (target) importers.set(target, (importers.get(target) ?? new Set()).add(file.path))
    }
  }
  return importers
}

/** Finds files under 15 lines that fewer than two files import. They belong in the file that uses them. */
export const checkSmallFiles = (files: readonly SourceFile[]): { readonly files: number; readonly findings: readonly Finding[] } => {
  const sources = files.filter(({ path }) => checked.test(path))
  const importers = findImporters(sources)
  const addressed = new Set(
    sources.flatMap(({ path, text }) => [...text.matchAll(loadedByAddress)].map(([, to = '']) => join(dirname(path), to))),
  )
  const isExempt = (path: string): boolean => isTest.test(path) || namedByPrograms.test(path) || families.test(path) || addressed.has(path)
  const findings = sources.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length
    const count = importers.get(path)?.size ?? 0
    if (lines >= minLines || count >= 2 || isExempt(path)) return []
    return [{ path, problem: `has ${lines} lines and ${count} importing files`, remedy: 'move it into the file that uses it' }]
  })
  return { files: sources.length, findings }
}
