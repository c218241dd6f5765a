import type { Finding, SourceFile } from '../repository.ts'

type Row = { readonly promise: string; readonly shownBy: string }

const parseRows = (text: string): Row[] =>
  [...text.matchAll(/^\| (?!promise |---)([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)].map(([, promise = '', shownBy = '']) => ({
    promise,
    shownBy,
  }))

/** The test of a row: its file, and its title up to the first full stop. */
const namedTest = /^`([^`]+)` ([^.]+)/

const correctRow = 'correct the line of docs/promises.md'

const findProblem = (
  { promise, shownBy }: Row,
  texts: readonly SourceFile[],
  tests: readonly SourceFile[],
): Omit<Finding, 'path'> | undefined => {
  if (!texts.some(({ text }) => text.includes(promise)))
    return { problem: `no text contains this promise: ${promise}`, remedy: 'quote the text as it is now, or remove the line' }
  if (shownBy.startsWith('open: ')) return undefined
  const [, path, title] = namedTest.exec(shownBy) ?? []
  if (path === undefined || title === undefined) return { problem: `has neither a test nor "open: …": ${promise}`, remedy: correctRow }
  const file = tests.find((test) => test.path === path)
  if (!file) return { problem: `${path} does not exist, but should show: ${promise}`, remedy: correctRow }
  return file.text.includes(title) ? undefined : { problem: `${path} has no test “${title}”, which shows: ${promise}`, remedy: correctRow }
}

/** Finds promises that no text contains, and promises without their test. */
export const checkPromises = ({ path, text }: SourceFile, texts: readonly SourceFile[], tests: readonly SourceFile[]): Finding[] => {
  const rows = parseRows(text)
  if (rows.length === 0) return [{ path, problem: 'has no promise', remedy: 'write its table as `| promise | where | shown by |`' }]
  return rows.flatMap((row) => {
    const problem = findProblem(row, texts, tests)
    return problem === undefined ? [] : [{ path, ...problem }]
  })
}
