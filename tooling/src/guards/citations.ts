import type { Finding, SourceFile } from '../repository.ts'

/** The document that defines each type of identifier, and the form of a definition. */
const definitions: Readonly<Record<string, { readonly path: string; readonly line: RegExp }>> = {
  REQ: { path: 'docs/requirements.md', line: /^\| (REQ-[A-Z]+-\d{2}) \|/gm },
  THREAT: { path: 'docs/security.md', line: /^\| (THREAT-\d{2}) \|/gm },
  FAULT: { path: 'docs/security.md', line: /^\| (FAULT-\d{2}) \|/gm },
  RULE: { path: 'docs/clinical-rules.md', line: /^## (RULE-\d{2})$/gm },
}
const citation = /\b(?:REQ-[A-Z]+|THREAT|FAULT|RULE)-\d+\b/g

/** Returns every identifier that the documents define. */
export const listDefinedIds = (readFile: (path: string) => SourceFile): ReadonlySet<string> =>
  new Set(Object.values(definitions).flatMap(({ path, line }) => [...readFile(path).text.matchAll(line)].map(([, id = '']) => id)))

type Description = Pick<Finding, 'problem' | 'remedy'>

const findInLines = (files: readonly SourceFile[], pattern: RegExp, describe: (match: string) => Description | undefined): Finding[] =>
  files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) =>
      [...line.matchAll(pattern)].flatMap(([match]) => {
        const description = describe(match)
        return description === undefined ? [] : [{ path: `${path}:${index + 1}`, ...description }]
      }),
    ),
  )

/** Finds citations of requirements, threats, faults and clinical rules that no document defines. */
export const checkCitations = (files: readonly SourceFile[], defined: ReadonlySet<string>): Finding[] =>
  findInLines(files, citation, (id) => {
    const source = definitions[id.split('-')[0] ?? '']?.path ?? ''
    if (defined.has(id)) return undefined
    return { problem: `cites ${id}, which ${source} does not define`, remedy: 'define it there or correct the citation' }
  })

/**
 * Citations of documents outside the repository: numbered decisions of the first design, its two specifications and its design pages.
 * Quotes and markup before or after a number show a cell reference such as `"D2"`.
 */
const foreignCitation = new RegExp(
  [
    /(?<![\w"'<>/-])D(?:[1-9]|1\d|20)(?![\w"'])/,
    /(?<=["'`])D(?:[1-9]|1\d|20)(?=[,:] )/,
    /\b[Ss]pec(?:ification)? [12]\b/,
    /\b(?:interface|domain|backend|performance)\.md\b/,
    /\bsecurity\.md,? (?:section )?\d[\d.]*/,
    /\b[Aa]rchitecture, section \d+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** Finds citations of documents that are not in the repository. */
export const checkForeignCitations = (files: readonly SourceFile[]): Finding[] =>
  findInLines(files, foreignCitation, (match) => ({
    problem: `cites ${match}, which is not in the repository`,
    remedy: 'cite an identifier of docs/requirements.md or docs/security.md',
  }))
