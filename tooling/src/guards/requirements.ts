import type { Finding, SourceFile } from '../repository.ts'

export const requirementsPath = 'docs/requirements.md'
const definition = /^\| (REQ-[A-Z]+-\d{2}) \|/gm
const catalogueId = /`error\.([a-z_]+)`/g

/** Returns the identifiers of docs/requirements.md in their order. */
export const listRequirements = ({ text }: SourceFile): string[] => [...text.matchAll(definition)].map(([, id = '']) => id)

/** Finds identifiers that are defined twice, and error codes that no catalogue has. */
export const checkRequirements = (document: SourceFile, errorCodes: readonly string[]): Finding[] => {
  const ids = listRequirements(document)
  const repeated = ids.filter((id, position) => ids.indexOf(id) !== position)
  const unknown = [...document.text.matchAll(catalogueId)].map(([, code = '']) => code).filter((code) => !errorCodes.includes(code))
  const { path } = document
  return [
    ...repeated.map((id) => ({ path, problem: `defines ${id} twice`, remedy: 'give the second one the next free number of its area' })),
    ...unknown.map((code) => ({
      path,
      problem: `names error.${code}, which no catalogue has`,
      remedy: 'name a code of packages/domain/src/error-messages.ts',
    })),
  ]
}
