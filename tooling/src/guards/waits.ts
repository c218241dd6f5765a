import { Visitor } from 'vite'
import type { Finding, SourceFile } from '../repository.ts'
import { listImports, nameOf, parse } from './syntax.ts'

/** Tests and test helpers. */
export const testCode = /(\.(test|spec)\.tsx?|\/testing\/[^.]*\.tsx?|^e2e\/.*\.ts)$/

/** The only file that may use `vi.waitFor`, which gives up after a second. */
const waitingFile = 'packages/db/src/testing/eventually.ts'
/** The start of the whole system, which has its own time limit. */
const startingFile = 'e2e/src/system.ts'

const poll = 'use `eventually` or `expect.poll`, which end with the test'
const refused = {
  setTimeout: { problem: 'waits for a fixed time', remedy: 'wait for the event, or for the condition with `expect.poll` or `eventually`' },
  'page.waitForTimeout': { problem: 'waits for a fixed time', remedy: 'wait for what the page shows' },
  'performance.now': { problem: 'measures time, so a busy machine fails it', remedy: 'compare the order of events, or count' },
  'vi.waitFor': { problem: 'gives up after a second', remedy: poll },
  'vi.waitUntil': { problem: 'gives up after a second', remedy: poll },
} as const
const isRefused = (name: string | undefined): name is keyof typeof refused => name !== undefined && Object.hasOwn(refused, name)

const allowed: Readonly<Record<string, readonly string[]>> = { [waitingFile]: ['vi.waitFor'], [startingFile]: ['setTimeout'] }

/** Only files with one of these words are parsed. */
const suspect = /setTimeout|waitFor|waitUntil|performance/

const findProblems = (file: SourceFile): Finding[] => {
  const { path } = file
  const found: Finding[] = []
  if (!suspect.test(file.text)) return found
  if (listImports(file).some(({ specifier }) => specifier === 'node:timers/promises') && /\bsetTimeout\b/.test(file.text))
    found.push({ path, ...refused.setTimeout })
  new Visitor({
    CallExpression: ({ callee }) => {
      const name = nameOf(callee)
      if (!isRefused(name) || allowed[path]?.includes(name)) return
      const { problem, remedy } = refused[name]
      found.push({ path, problem: `${name}() ${problem}`, remedy })
    },
  }).visit(parse(file).program)
  return found
}

/** Finds fixed waits and measured times in tests: slow machines fail them, and fast ones hide errors. */
export const checkWaits = (files: readonly SourceFile[]): { readonly files: number; readonly findings: readonly Finding[] } => {
  const tests = files.filter(({ path }) => testCode.test(path))
  return { files: tests.length, findings: tests.flatMap(findProblems) }
}
