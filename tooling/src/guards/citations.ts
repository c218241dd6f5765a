import type { Finding, SourceFile } from '../repository.ts'

/** Where each kind of identifier is defined, and how a definition looks there. */
const definitions: Readonly<Record<string, { readonly path: string; readonly line: RegExp }>> = {
  REQ: { path: 'docs/requirements.md', line: /^\| (REQ-[A-Z]+-\d{2}) \|/gm },
  THREAT: { path: 'docs/security.md', line: /^\| (THREAT-\d{2}) \|/gm },
  FAULT: { path: 'docs/security.md', line: /^\| (FAULT-\d{2}) \|/gm },
  RULE: { path: 'docs/clinical-rules.md', line: /^## (RULE-\d{2})$/gm },
}
const citation = /\b(?:REQ-[A-Z]+|THREAT|FAULT|RULE)-\d+\b/g

/** Every identifier that the documents define. */
export const listDefinedIds = (readFile: (path: string) => SourceFile): ReadonlySet<string> =>
  new Set(Object.values(definitions).flatMap(({ path, line }) => [...readFile(path).text.matchAll(line)].map(([, id = '']) => id)))

/** Citations of a requirement, threat, fault or clinical rule that no document defines. */
export const checkCitations = (files: readonly SourceFile[], defined: ReadonlySet<string>): Finding[] =>
  files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) =>
      [...line.matchAll(citation)]
        .filter(([id]) => !defined.has(id))
        .map(([id]) => {
          const source = definitions[id.split('-')[0] ?? '']?.path ?? ''
          return {
            path: `${path}:${index + 1}`,
            problem: `cites ${id}, which ${source} does not define: define it there or correct the citation`,
          }
        }),
    ),
  )
