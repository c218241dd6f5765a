import type { SourceFile, Violation } from '../repository.ts'

export const architecturePath = 'docs/ARCHITECTURE.md'

/** Maps, queues and timers that outlive a request. A second server knows nothing of them. */
const state = [
  /^(?:export )?const \w+(?:: (?:Map|Set|WeakMap|WeakSet)<[^=]*)? = new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)/m,
  /^(?:export )?(?:const \w+(?:: \w+\[\])? = \[\]$|let )/m,
  // An answer that a function keeps for a time, and a count of what runs.
  /\blet (?:kept\b|running = 0)/,
  /\bnew PQueue\(/,
  /\bset(?:Interval|Immediate)\(/,
  /(?<!const )\b(?:createTurns|createWorkQueue|createConcurrencyLimit|createWorkProgress|startRepeating|startJob)\(/,
]

const section = /^## State of each process\n([^]*?)(?=^## )/m

/** Finds state of the server's process that the table of the architecture does not have, and rows of files without any. */
export const checkProcessState = (files: readonly SourceFile[], architecture: string): readonly Violation[] => {
  const [, table = ''] = section.exec(architecture) ?? []
  const listed = new Set([...table.matchAll(/`((?:apps|packages)\/[^`]+\.ts)`/g)].map(([, path = '']) => path))
  const found = new Set(files.filter(({ text }) => state.some((pattern) => pattern.test(text))).map(({ path }) => path))
  return [
    ...[...found.difference(listed)].map((path) => ({
      path,
      problem: 'keeps state that other servers do not have',
      remedy: `keep it in the database, or say in “State of each process” of ${architecturePath} why several servers are right`,
    })),
    ...[...listed.difference(found)].map((path) => ({
      path: architecturePath,
      problem: `says that ${path} keeps state`,
      remedy: 'remove it from the table',
    })),
  ]
}
