import type { Finding, SourceFile } from '../repository.ts'

export const requirementsPath = 'docs/requirements.md'
const definition = /^\| (REQ-[A-Z]+-\d{2}) \|/gm
const citation = /\bREQ-[A-Z]+-\d+\b/g
const catalogueId = /`error\.([a-z_]+)`/g

/** The identifiers that docs/requirements.md defines, in its order. */
export const listRequirements = ({ text }: SourceFile): string[] => [...text.matchAll(definition)].map(([, id = '']) => id)

/** Identifiers defined twice, catalogue ids that do not exist, and design documents without a requirement. */
export const checkRequirements = (document: SourceFile, errorCodes: readonly string[], mapped: readonly string[]): Finding[] => {
  const ids = listRequirements(document)
  const twice = ids.filter((id, position) => ids.indexOf(id) !== position)
  const unknown = [...document.text.matchAll(catalogueId)].map(([, code = '']) => code).filter((code) => !errorCodes.includes(code))
  const missing = mapped.filter((source) => document.text.split(`\n| ${source} | REQ-`).length !== 2)
  return [
    ...twice.map((id) => `defines ${id} twice`),
    ...unknown.map((code) => `names error.${code}, which no catalogue has`),
    ...missing.map((source) => `has not exactly one line that maps ${source}`),
  ].map((problem) => ({ path: document.path, problem }))
}

/** Citations of requirements that docs/requirements.md does not define. */
export const checkRequirementCitations = (files: readonly SourceFile[], ids: ReadonlySet<string>): Finding[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(citation)]
      .map(([id]) => id)
      .filter((id) => !ids.has(id))
      .map((id) => ({ path, problem: `cites ${id}, which ${requirementsPath} does not define` })),
  )
