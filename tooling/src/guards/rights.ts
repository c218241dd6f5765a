import { Visitor } from 'vite'
import { roles } from '@registry/domain/access/roles'
import type { Finding, SourceFile } from '../repository.ts'
import { isProduct } from './imports.ts'
import { literalText, parse } from './syntax.ts'

/** Files beside packages/domain/src/access that may name a role, each with what it names it for. */
export const roleNamers: Readonly<Record<string, string>> = {
  'apps/server/src/features/home/service.ts': 'of whose rows the loads are, not who may see them',
  'apps/server/src/features/saved-filters/legacy-shapes.ts': 'the values of as_role, described',
  'apps/staff/src/features/saved-filters/filter-area.ts': 'as whom the two run pages run; the server checks it',
  'packages/demo-data/src/staff.ts': 'the roles of the demonstration’s accounts',
}

const names: ReadonlySet<unknown> = new Set(roles)

const namesRole = (file: SourceFile): boolean => {
  let found = false
  new Visitor({
    Literal: (literal) => {
      if (names.has(literalText(literal))) found = true
    },
    TemplateLiteral: (template) => {
      if (names.has(literalText(template))) found = true
    },
  }).visit(parse(file).program)
  return found
}

// The table itself; the database's own check of what a role carries, and the texts of SQL, are no literals of TypeScript.
const judged = (path: string): boolean => isProduct(path) && !path.startsWith('packages/domain/src/access/')

/** Files that decide something by a role's name where the table of permissions should, and files of the list that no longer do. */
export const checkRights = (
  files: readonly SourceFile[],
  allowed: Readonly<Record<string, string>>,
): { readonly files: number; readonly findings: readonly Finding[] } => {
  const seen = files.filter(({ path }) => judged(path))
  const naming = seen.filter(namesRole).map(({ path }) => path)
  const strangers = naming
    .filter((path) => !Object.hasOwn(allowed, path))
    .map((path) => ({ path, problem: 'names a role: decide by a permission of packages/domain/src/access/permissions.ts' }))
  const idle = Object.keys(allowed)
    .filter((path) => !naming.includes(path))
    .map((path) => ({ path, problem: 'may name a role and names none: take it out of roleNamers in tooling/src/guards/rights.ts' }))
  return { files: seen.length, findings: [...strangers, ...idle] }
}
