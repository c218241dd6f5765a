import type { Finding, SourceFile } from '../repository.ts'

export const requirementsPath = 'docs/requirements.md'
const definition = /^\| (REQ-[A-Z]+-\d{2}) \|/gm
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
