import type { Finding, SourceFile } from '../repository.ts'

/** A good example of CODE_STYLE.md: the pieces of code that must exist, in the named file or in any. */
export type Example = { readonly file: string | undefined; readonly pieces: readonly string[] }

const goodBlock = /^Good \(`([^`]+)`\)[^\n]*\n\n```ts\n([\s\S]*?)```/gm
const goodLine = /^Good \(`([^`]+)`\): `` ?(.+?) ?``$/gm
const tableRow = /^\| (?!bad |---)[^|]+ \| ([^|]+) \|/gm

/** An ellipsis stands for omitted code. A call may continue where the example ends. */
const splitAtEllipsis = (code: string): string[] =>
  code
    .split('…')
    .map((piece) => piece.trim().replace(/[\s),]+$/, ''))
    .filter((piece) => piece.length > 2)

/** Returns the good examples: blocks and lines with a file, and the code of the second column of each table. */
export const listExamples = ({ text }: SourceFile): Example[] => [
  ...[...text.matchAll(goodBlock)].map(([, file, code = '']) => ({ file, pieces: code.split('\n').flatMap(splitAtEllipsis) })),
  ...[...text.matchAll(goodLine)].map(([, file, code = '']) => ({ file, pieces: splitAtEllipsis(code) })),
  ...[...text.matchAll(tableRow)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({ file: undefined, pieces: splitAtEllipsis(code) })),
  ),
]

/** Finds good examples that are no longer in the code. */
export const checkExamples = (document: SourceFile, sources: readonly SourceFile[]): Finding[] =>
  listExamples(document).flatMap(({ file, pieces }) => {
    const searched = file === undefined ? sources : sources.filter(({ path }) => path === file)
    return pieces
      .filter((piece) => !searched.some(({ path, text }) => text.includes(piece) || path.includes(piece)))
      .map((piece) => ({
        path: document.path,
        problem: `quotes code that ${file ?? 'no file'} ${file ? 'does not contain' : 'contains'}: ${piece}`,
        remedy: 'quote the code as it is now',
      }))
  })
