import { Visitor } from 'vite'
import { roles } from '@registry/domain/access/roles'
import type { Violation, SourceFile } from '../repository.ts'
import { isProduct } from './imports.ts'
import { literalText, parse } from './syntax.ts'

/** Files outside packages/domain/src/access that may contain the name of a role, with the reason. */
export const roleNamers: Readonly<Record<string, string>> = {
  'apps/server/src/features/anonymous-records/legacy.ts': 'reads in the area of the DataManager, who can hold several roles',
  'apps/server/src/features/anonymous-records/service.ts': 'counts for one role of the caller, who can hold several',
  'apps/server/src/features/users/legacy.ts': 'reads the roles that old programs send; the service decides',
  'apps/server/src/features/communications/areas.ts': 'writes to the area of the GlobalAdmin, who can hold several roles',
  'apps/server/src/features/discrepancies/service.ts':
    'counts violations and asks centres in the area of the DataManager, who can hold several roles',
  'apps/server/src/features/home/service.ts': 'reads imports as CenterAdmin, because imports belong to a centre',
  'apps/staff/src/features/saved-filters/filter-area.ts': 'as whom the two run pages run; the server checks it',
  'apps/staff/src/features/studies/study-areas.ts': 'as whom the three areas of studies read and act; the server checks it',
  'apps/server/src/features/studies/legacy-centre.ts': 'lists studies for a centre, as its CenterAdmin sees them',
  'apps/server/src/features/studies/information-sheet.ts': 'stores in the area of the GlobalAdmin, who can hold several roles',
  'apps/server/src/features/studies/service.ts': 'acts in the scope of one role of the caller, who can hold several',
  'packages/domain/src/studies/requested-operation.ts': 'the operation that a study requests from each role',
  'packages/domain/src/studies/transitions.ts': 'the actors of the operations on a study, which the manual prints',
  'packages/demo-data/src/staff.ts': 'the roles of the demonstration’s accounts',
  'packages/demo-data/src/import-files.ts': 'the roles in the files of another registry',
}

const names: ReadonlySet<unknown> = new Set(roles)

const hasRoleName = (file: SourceFile): boolean => {
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

// SQL texts are not checked, because they are not string literals of TypeScript.
const isChecked = (path: string): boolean => isProduct(path) && !path.startsWith('packages/domain/src/access/')

/** Finds unlisted files that decide by role instead of permission, and listed files that do not. */
export const checkRights = (
  files: readonly SourceFile[],
  allowed: Readonly<Record<string, string>>,
): { readonly files: number; readonly violations: readonly Violation[] } => {
  const checked = files.filter(({ path }) => isChecked(path))
  const naming = checked.filter(hasRoleName).map(({ path }) => path)
  const unlisted = naming
    .filter((path) => !Object.hasOwn(allowed, path))
    .map((path) => ({ path, problem: 'names a role', remedy: 'decide by a permission of packages/domain/src/access/permissions.ts' }))
  const unused = Object.keys(allowed)
    .filter((path) => !naming.includes(path))
    .map((path) => ({
      path,
      problem: 'may name a role and names none',
      remedy: 'take it out of roleNamers in tooling/src/checks/rights.ts',
    }))
  return { files: checked.length, violations: [...unlisted, ...unused] }
}
