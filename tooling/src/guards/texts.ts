import type { Finding, Manifest, SourceFile } from '../repository.ts'

/** The most lines that a file written by hand may have; above it a file has more than one reason to exist. */
export const maxLines = 300

export const checkSizes = (files: readonly SourceFile[]): Finding[] =>
  files.flatMap(({ path, text }) => {
    const lines = text.split('\n').length - 1
    return lines > maxLines ? [{ path, problem: `has ${lines} lines, at most ${maxLines} are wanted: split it by reason` }] : []
  })

// Written in pieces, so that this file does not hold what it forbids.
const forbidden: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['an unfinished mark', new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK'].join('|')})\\b`)],
  ['a path of one machine', new RegExp(`(^|[\\s'"\`(=])/(${['work', 'root', 'home', 'Users'].join('|')})/[\\w.-]+`)],
  ['a test that is left out', new RegExp(`\\b(test|it|describe)\\.(on${'ly'}|sk${'ip'}|sk${'ipIf'}|to${'do'}|fa${'ils'}|fix${'me'})\\b`)],
  // Some tests need root, which the machine decides; every other condition is a way to leave a test out.
  ['a test under a condition', new RegExp(`\\.run${'If'}\\((?!isRoot\\))`)],
]

/** Words that no committed file may hold. */
export const checkWords = (files: readonly SourceFile[]): Finding[] =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        forbidden
          .filter(([, pattern]) => pattern.test(line))
          .map(([name]) => ({ path: `${path}:${index + 1}`, problem: `holds ${name}: ${line.trim().slice(0, 100)}` })),
      ),
  )

/** The packages of others that manifests name, each once. */
export const dependenciesOf = (manifests: readonly Manifest[]): string[] => {
  const names = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  )
  return [...new Set(names)].filter((name) => !name.startsWith('@registry/')).toSorted()
}

/** Dependencies without their one line of reasons, and lines about packages that are not used. */
export const checkReasons = (names: readonly string[], { path, text }: SourceFile): Finding[] => {
  const rows = [...text.matchAll(/^\| `?([^`|]+?)`? +\| *([^|]*?) *\|$/gm)].filter(([, name]) => !/^(-+|package)$/i.test(name ?? ''))
  const reasons = rows.map(([, name = '', reason = '']) => ({ name, reason }))
  const silent = names.filter((name) => reasons.filter((row) => row.name === name && row.reason !== '').length !== 1)
  const unused = reasons.filter(({ name }) => !names.includes(name))
  return [
    ...silent.map((name) => ({ path, problem: `has not exactly one line that says why ${name}` })),
    ...unused.map(({ name }) => ({ path, problem: `explains ${name}, which no package.json names` })),
  ]
}
