import type { SourceFile, Violation } from '../repository.ts'

/** The document that defines each type of identifier, and the form of a definition. */
const definitions: Readonly<Record<string, { readonly path: string; readonly line: RegExp }>> = {
  REQ: { path: 'docs/requirements.md', line: /^\| (REQ-[A-Z]+-\d{2}) \|/gm },
  THREAT: { path: 'docs/security.md', line: /^\| (THREAT-\d{2}) \|/gm },
  FAULT: { path: 'docs/security.md', line: /^\| (FAULT-\d{2}) \|/gm },
  RULE: { path: 'docs/clinical-rules.md', line: /^## (RULE-\d{2})$/gm },
}
const citation = /\b(?:REQ-[A-Z]+|THREAT|FAULT|RULE)-\d+\b|\b[Dd]ecision \d{1,4}\b/g

/** Returns every identifier that the documents define, in their order, repeated ones included. */
export const listDefinedIds = (readSource: (path: string) => SourceFile): readonly string[] =>
  Object.values(definitions).flatMap(({ path, line }) => [...readSource(path).text.matchAll(line)].map(([, id = '']) => id))

/** Returns the records of docs/decisions as code and documents cite them, such as `decision 0016`. */
export const listDecisions = (paths: readonly string[]): readonly string[] =>
  paths.flatMap(
    (path) =>
      /^docs\/decisions\/(\d{4})-/
        .exec(path)
        ?.slice(1)
        .map((number) => `decision ${number}`) ?? [],
  )

/** Finds citations of requirements, threats, faults, clinical rules and decisions that no document defines. */
export const checkCitations = (files: readonly SourceFile[], defined: ReadonlySet<string>): Violation[] =>
  files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) =>
      [...line.matchAll(citation)]
        .filter(([id]) => !defined.has(id.replace('Decision', 'decision')))
        .map(([id]) => {
          const source = definitions[id.split('-')[0] ?? '']?.path ?? 'docs/decisions'
          return { path: `${path}:${index + 1}`, problem: `cites ${id}, which ${source} does not define`, remedy: 'correct the citation' }
        }),
    ),
  )

/** Finds identifiers that are defined twice, and threats and faults that no name of a test contains. */
export const checkDefinitions = (ids: readonly string[], tests: readonly SourceFile[]): Violation[] => {
  const named = new Set(tests.flatMap(({ text }) => [...text.matchAll(/(?<=['"`][^'"`\n]*)\b(?:THREAT|FAULT)-\d{2}\b/g)].map(([id]) => id)))
  return ids.flatMap((id, position) => {
    const path = definitions[id.split('-')[0] ?? '']?.path ?? ''
    if (ids.indexOf(id) !== position) return [{ path, problem: `defines ${id} twice`, remedy: 'give the second one the next free number' }]
    if (!/^(THREAT|FAULT)/.test(id) || named.has(id)) return []
    return [{ path, problem: `defines ${id}, which no test names`, remedy: 'write it into the name of the test that shows the defence' }]
  })
}

/** The table of docs/commitments.md: a quoted sentence, its place, and its test (title up to the first full stop). */
const commitment = /^\| (?!commitment |---)([^|]+) \| [^|]+ \| (?:`([^`]+)` ([^.|]+)|open: )[^|]*\|$/gm

/** Finds commitments to patients that no text contains, and commitments without their test. */
export const checkCommitments = ({ path, text }: SourceFile, texts: readonly SourceFile[], tests: readonly SourceFile[]): Violation[] =>
  [...text.matchAll(commitment)].flatMap(([, sentence = '', file, title = '']) => {
    if (!texts.some((one) => one.text.includes(sentence)))
      return [
        { path, problem: `quotes a sentence that no text contains: ${sentence}`, remedy: 'quote the text as it is, or remove the line' },
      ]
    const isShown = file === undefined || tests.some((test) => test.path === file && test.text.includes(title.trim()))
    return isShown ? [] : [{ path, problem: `${file} has no test “${title.trim()}”`, remedy: 'name the test that shows the sentence' }]
  })
