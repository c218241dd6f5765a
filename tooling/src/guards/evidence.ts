import { Visitor, type ESTree } from 'vite'
import type { Finding, SourceFile } from '../repository.ts'
import { parse } from './syntax.ts'

const row = /^\| ((?:THREAT|FAULT)-\d\d) \|([^|]*)\|([^|]*)\|$/
const mention = /\b(?:THREAT|FAULT)-\d\d\b/g

const declares = new Set(['test', 'it', 'describe'])

/** Returns the function at the root of `test.each(rows)(name, run)` or `test.extend(…).describe(name, run)`. */
const rootName = (callee: ESTree.Node): string | undefined => {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return rootName(callee.object)
  return callee.type === 'CallExpression' ? rootName(callee.callee) : undefined
}

const readText = (node: ESTree.Node | undefined): string => {
  if (node?.type === 'Literal') return String(node.value)
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw).join(' ') : ''
}

/** Returns the names of the tests and test groups of a file. */
const listTestNames = (file: SourceFile): readonly string[] => {
  const names: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: args }) => {
      if (declares.has(rootName(callee) ?? '')) names.push(readText(args[0]))
    },
  }).visit(parse(file).program)
  return names
}

/** Returns the test files with each threat or fault in the name of a test. A comment is no evidence. */
export const findMentions = (sources: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const file of sources) {
    const { path } = file

    const ids = new Set(listTestNames(file).flatMap((name) => [...name.matchAll(mention)].map(([id]) => id)))
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), path].toSorted())
  }
  return found
}

const formatPaths = (paths: readonly string[]): string => paths.map((path) => `\`${path}\``).join(', ')

/** Returns docs/security.md with the current test files in its last column. */
export const insertEvidence = (text: string, mentions: ReadonlyMap<string, readonly string[]>): string =>
  text
    .split('\n')
    .map((line) => {
      const [, id, what = ''] = row.exec(line) ?? []
      return id === undefined ? line : `| ${id} |${what}| ${formatPaths(mentions.get(id) ?? [])} |`
    })
    .join('\n')

/** Finds lines without a test, tests without a line, and lines with other test files than the current ones. */
export const checkEvidence = (
  { path, text }: SourceFile,
  mentions: ReadonlyMap<string, readonly string[]>,
  promised: readonly string[],
): Finding[] => {
  const ids = new Set(text.split('\n').flatMap((line) => row.exec(line)?.[1] ?? []))
  const print = 'run `pnpm contract:print`'
  const findings = [
    ...[...ids]
      .filter((id) => !mentions.has(id))
      .map((id) => ({ problem: `${id} is mentioned by no test`, remedy: 'write it into the name of the test that shows it' })),
    ...[...mentions]
      .filter(([id]) => !ids.has(id))
      .map(([id, tests]) => ({ problem: `${id} has no line, and ${tests.join(', ')} shows it`, remedy: 'add the line' })),
    ...promised.filter((id) => !ids.has(id)).map((id) => ({ problem: `${id} is promised and has no line`, remedy: 'add the line' })),
    ...(insertEvidence(text, mentions) === text ? [] : [{ problem: 'its tests are not those that mention the lines', remedy: print }]),
  ]
  return findings.map((finding) => ({ path, ...finding }))
}
