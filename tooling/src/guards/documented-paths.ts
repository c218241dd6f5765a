import type { Finding, SourceFile } from '../repository.ts'

const folders = ['apps', 'packages', 'tooling', 'e2e', 'bench', 'infra', 'docs', 'patches', '.ci', '.vscode'] as const
const quotedPath = new RegExp(`\`((?:${folders.map((folder) => folder.replace('.', '\\.')).join('|')})/[^\`\\s]*)\``, 'g')

/** `a/{b,c}.ts` stands for `a/b.ts` and `a/c.ts`. */
const expandBraces = (path: string): string[] => {
  const [whole, list = ''] = /\{([^}]*)\}/.exec(path) ?? []
  return whole === undefined ? [path] : list.split(',').flatMap((part) => expandBraces(path.replace(whole, part)))
}

/** Returns the part of a path before a placeholder such as `<app>` or `*`. */
const fixedPart = (path: string): string => {
  const parts = path.split('/')
  const variable = parts.findIndex((part) => /[<*]/.test(part))
  return (variable === -1 ? parts : parts.slice(0, variable)).join('/')
}

/** Returns the paths of this repository that a document quotes. */
export const listQuotedPaths = ({ text }: SourceFile): string[] => [...text.matchAll(quotedPath)].map(([, path = '']) => path)

/** Finds quoted paths that do not exist. */
export const checkDocumentedPaths = (documents: readonly SourceFile[], exists: (path: string) => boolean): Finding[] =>
  documents.flatMap((document) =>
    listQuotedPaths(document)
      .flatMap(expandBraces)
      .filter((path) => !exists(fixedPart(path)))
      .map((path) => ({ path: document.path, problem: `names ${path}, which does not exist`, remedy: 'correct the path' })),
  )
