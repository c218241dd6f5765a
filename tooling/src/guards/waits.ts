import { Visitor } from 'vite'
import type { Finding, SourceFile } from '../repository.ts'
import { importsOf, nameOf, parse } from './syntax.ts'

/** Tests and what they are made with. */
export const testCode = /(\.(test|spec)\.tsx?|\/testing\/[^.]*\.tsx?|^e2e\/.*\.ts)$/

/** `vi.waitFor` and `vi.waitUntil` give up after a second; `eventually` names them for the others. */
const waitingFile = 'packages/db/src/testing/eventually.ts'
/** The end of a system that does not start, which no test bounds. */
const startingFile = 'e2e/src/system.ts'

const advice = {
  setTimeout: 'waits for a fixed time: wait for the event, or for the condition with `expect.poll` or `eventually`',
  'page.waitForTimeout': 'waits for a fixed time: wait for what the page shows',
  'performance.now': 'measures time: a busy machine fails it; compare the order of events, or count',
  'vi.waitFor': 'gives up after a second: use `eventually` or `expect.poll`, which end with the test',
  'vi.waitUntil': 'gives up after a second: use `eventually` or `expect.poll`, which end with the test',
} as const
const isRefused = (name: string | undefined): name is keyof typeof advice => name !== undefined && Object.hasOwn(advice, name)

const allowed: Readonly<Record<string, readonly string[]>> = { [waitingFile]: ['vi.waitFor'], [startingFile]: ['setTimeout'] }

/** Most files name nothing of it and need not be parsed. */
const suspect = /setTimeout|waitFor|waitUntil|performance/

const problemsOf = (file: SourceFile): string[] => {
  const found: string[] = []
  if (!suspect.test(file.text)) return found
  if (importsOf(file).some(({ specifier }) => specifier === 'node:timers/promises') && /\bsetTimeout\b/.test(file.text))
    found.push(advice.setTimeout)
  new Visitor({
    CallExpression: ({ callee }) => {
      const name = nameOf(callee)
      if (isRefused(name) && !allowed[file.path]?.includes(name)) found.push(`${name}() ${advice[name]}`)
    },
  }).visit(parse(file).program)
  return found
}

/** Fixed waits and limits of time in tests: a slow machine fails them, and a fast one hides what they should find. */
export const checkWaits = (files: readonly SourceFile[]): { readonly files: number; readonly findings: readonly Finding[] } => {
  const tests = files.filter(({ path }) => testCode.test(path))
  return { files: tests.length, findings: tests.flatMap((file) => problemsOf(file).map((problem) => ({ path: file.path, problem }))) }
}
