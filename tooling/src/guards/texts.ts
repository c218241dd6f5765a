import type { Finding, Manifest, SourceFile } from '../repository.ts'

/** The maximum number of lines of a handwritten file. */
export const maxLines = 400

export const checkSizes = (files: readonly SourceFile[]): Finding[] =>
  files.flatMap(({ path, text }) => {
    const lines = text.split('\n').length - 1
    return lines > maxLines ? [{ path, problem: `has ${lines} lines, more than ${maxLines}`, remedy: 'split it' }] : []
  })

// Written in pieces, so that this file does not contain the words.
const forbidden: readonly (readonly [name: string, pattern: RegExp, remedy: string])[] = [
  ['an unfinished mark', new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK'].join('|')})\\b`), 'finish the work, or open an issue'],
  [
    'a path of one machine',
    new RegExp(`(^|[\\s'"\`(=])/(${['work', 'root', 'home', 'Users'].join('|')})/[\\w.-]+`),
    'write it relative to the root',
  ],
  [
    'a test that is left out',
    new RegExp(`\\b(test|it|describe)\\.(on${'ly'}|sk${'ip'}|sk${'ipIf'}|to${'do'}|fa${'ils'}|fix${'me'})\\b`),
    'run the test, or delete it',
  ],
  // Some tests need root. Any other condition could skip a test.
  ['a test under a condition', new RegExp(`\\.run${'If'}\\((?!isRoot(?:InOpenFolder)?\\))`), 'run the test without it'],
]

/** Finds words that no committed file may contain. */
export const checkWords = (files: readonly SourceFile[]): Finding[] =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        forbidden
          .filter(([, pattern]) => pattern.test(line))
          .map(([name, , remedy]) => ({ path: `${path}:${index + 1}`, problem: `contains ${name}: ${line.trim().slice(0, 100)}`, remedy })),
      ),
  )

/** Returns the external packages of all manifests, each once. */
export const listDependencies = (manifests: readonly Manifest[]): string[] => {
  const names = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  )
  return [...new Set(names)].filter((name) => !name.startsWith('@registry/')).toSorted()
}

/** Finds dependencies without exactly one line that explains them, and lines about unused packages. */
export const checkReasons = (names: readonly string[], { path, text }: SourceFile): Finding[] => {
  const rows = [...text.matchAll(/^\| `?([^`|]+?)`? +\| *([^|]*?) *\|$/gm)].filter(([, name]) => !/^(-+|package)$/i.test(name ?? ''))
  const reasons = rows.map(([, name = '', reason = '']) => ({ name, reason }))
  const silent = names.filter((name) => reasons.filter((row) => row.name === name && row.reason !== '').length !== 1)
  const unused = reasons.filter(({ name }) => !names.includes(name))
  return [
    ...silent.map((name) => ({
      path,
      problem: `has not exactly one line that says why ${name}`,
      remedy: 'write one line with the reason',
    })),
    ...unused.map(({ name }) => ({ path, problem: `explains ${name}, which no package.json names`, remedy: 'delete the line' })),
  ]
}
