import type { Finding, SourceFile } from '../repository.ts'

const row = /^\| ([TR]\d\d) \|([^|]*)\|([^|]*)\|$/
// Followed by a quote it is a value, for instance a region's code.
const mention = /\b(T\d\d|R(?:0\d|1\d|2[0-6]))\b(?!['"`])/g

/** Which tests say that they stand for which threat (T) or fault (R): the id is in the test's name or beside it. */
export const mentionsIn = (sources: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const { path, text } of sources) {
    // The rules of the dictionary are numbered R01 and on, too.
    const isRules = path.startsWith('packages/domain/')
    const ids = new Set([...text.matchAll(mention)].map(([id]) => id))
    for (const id of ids) if (!(isRules && id.startsWith('R'))) found.set(id, [...(found.get(id) ?? []), path].toSorted())
  }
  return found
}

const cellOf = (paths: readonly string[]): string => paths.map((path) => `\`${path}\``).join(', ')

/** The table of docs/security.md with its column of tests written anew from the tests themselves. */
export const withEvidence = (text: string, mentions: ReadonlyMap<string, readonly string[]>): string =>
  text
    .split('\n')
    .map((line) => {
      const [, id, what = ''] = row.exec(line) ?? []
      return id === undefined ? line : `| ${id} |${what}| ${cellOf(mentions.get(id) ?? [])} |`
    })
    .join('\n')

/** Lines without a test, tests of a line that the table lacks, lines that differ from the tests. */
export const checkEvidence = (
  { path, text }: SourceFile,
  mentions: ReadonlyMap<string, readonly string[]>,
  promised: readonly string[],
): Finding[] => {
  const ids = new Set(text.split('\n').flatMap((line) => row.exec(line)?.[1] ?? []))
  const problems = [
    ...[...ids].filter((id) => !mentions.has(id)).map((id) => `${id} is mentioned by no test`),
    ...[...mentions].filter(([id]) => !ids.has(id)).map(([id, tests]) => `${id} has no line, and ${tests.join(', ')} shows it`),
    ...promised.filter((id) => !ids.has(id)).map((id) => `${id} is promised and has no line`),
    ...(withEvidence(text, mentions) === text ? [] : ['its tests are not those that mention the lines: run `pnpm contract:print`']),
  ]
  return problems.map((problem) => ({ path, problem }))
}
