import { Visitor, type ESTree } from 'vite'
import type { Finding, SourceFile } from '../repository.ts'
import { parse } from './syntax.ts'

const row = /^\| ((?:THREAT|FAULT)-\d\d) \|([^|]*)\|([^|]*)\|$/
const mention = /\b(?:THREAT|FAULT)-\d\d\b/g

const declares = new Set(['test', 'it', 'describe'])

/** The function at the root of `test.each(rows)(name, run)` and of `test.extend(…).describe(name, run)`. */
const rootName = (callee: ESTree.Node): string | undefined => {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return rootName(callee.object)
  return callee.type === 'CallExpression' ? rootName(callee.callee) : undefined
}

const textOf = (node: ESTree.Node | undefined): string => {
  if (node?.type === 'Literal') return String(node.value)
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw).join(' ') : ''
}

/** The names of a file's tests and groups of tests that run. */
const testNamesIn = (file: SourceFile): readonly string[] => {
  const names: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      if (declares.has(rootName(callee) ?? '')) names.push(textOf(given[0]))
    },
  }).visit(parse(file).program)
  return names
}

/** The test files that name each threat or fault in the name of a test. A comment alone is no evidence. */
export const mentionsIn = (sources: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const file of sources) {
    const { path } = file
    // The rules of the dictionary are numbered FAULT-01 and on, too.
    const isRules = path.startsWith('packages/domain/')
    const ids = new Set(testNamesIn(file).flatMap((name) => [...name.matchAll(mention)].map(([id]) => id)))
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), path].toSorted())
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
