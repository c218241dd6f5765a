import type { Finding, SourceFile } from '../repository.ts'

type Row = { readonly promise: string; readonly shownBy: string }

const rowsOf = (text: string): Row[] =>
  [...text.matchAll(/^\| (?!promise |---)([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)].map(([, promise = '', shownBy = '']) => ({
    promise,
    shownBy,
  }))

/** A test named in a row: its file, and words of its title up to the first full stop. */
const namedTest = /^`([^`]+)` ([^.]+)/

const problemWith = ({ promise, shownBy }: Row, texts: readonly SourceFile[], tests: readonly SourceFile[]): string | undefined => {
  if (!texts.some(({ text }) => text.includes(promise))) return `no text says any more: ${promise}`
  if (shownBy.startsWith('open: ')) return undefined
  const [, path, title] = namedTest.exec(shownBy) ?? []
  if (path === undefined || title === undefined) return `names neither a test nor what is open: ${promise}`
  const file = tests.find((test) => test.path === path)
  if (!file) return `${path} does not exist, and shows: ${promise}`
  return file.text.includes(title) ? undefined : `${path} has no test “${title}”, which shows: ${promise}`
}

/** Promises that no text makes any more, and promises whose test is gone. */
export const checkPromises = ({ path, text }: SourceFile, texts: readonly SourceFile[], tests: readonly SourceFile[]): Finding[] => {
  const rows = rowsOf(text)
  if (rows.length === 0) return [{ path, problem: 'has no promise' }]
  return rows.flatMap((row) => {
    const problem = problemWith(row, texts, tests)
    return problem === undefined ? [] : [{ path, problem }]
  })
}
