import { Visitor } from 'vite'
import type { Violation, SourceFile } from '../repository.ts'
import { isProduct } from './imports.ts'
import { memberName, parse } from './syntax.ts'

/**
 * The only server files that pass SQL text to the driver. packages/db builds the text from known columns and binds or quotes the values. So
 * no text of a user becomes SQL (THREAT-01 to THREAT-03).
 */
export const rawSqlFiles: ReadonlySet<string> = new Set([
  'apps/server/src/features/ecrf/last-mri.ts',
  'apps/server/src/features/ecrf/work-list.ts',
  'apps/server/src/features/filters/cohort/cells-query.ts',
  'apps/server/src/features/filters/exports/copy-stream.ts',
  'apps/server/src/features/filters/exports/package/observations.ts',
  'apps/server/src/features/home/queries.ts',
  'apps/server/src/features/imports/staging-tables.ts',
  'apps/server/src/features/filters/saved-filters/count-query.ts',
  'apps/server/src/features/filters/saved-filters/select-patients.ts',
  'apps/server/src/features/filters/saved-filters/run.ts',
  'apps/server/src/features/filters/saved-filters/summary.ts',
  'apps/server/src/features/studies/match.ts',
  'apps/server/src/features/studies/participants.ts',
  'apps/server/src/jobs/communications/select-patients.ts',
  'apps/server/src/shared/record-checks/indicators.ts',
  'apps/server/src/shared/record-checks/find-failures.ts',
])

/** Members that turn their argument into SQL when called. Other objects also have a `raw`, so reading it is allowed. */
const rawCalls = new Set(['raw', 'identifier'])

/** Counts the places where text becomes SQL: `unsafe` of postgres.js, `sql.raw` and `sql.identifier` of Drizzle, in any notation. */
const countRawSql = (file: SourceFile): number => {
  let found = 0
  new Visitor({
    MemberExpression: (member) => {
      if (memberName(member) === 'unsafe') found += 1
    },
    CallExpression: ({ callee }) => {
      if (callee.type !== 'MemberExpression') return
      const { object } = callee
      const name = memberName(callee) ?? ''
      if (rawCalls.has(name) && !(object.type === 'Identifier' && object.name === 'String')) found += 1
    },
  }).visit(parse(file).program)
  return found
}

// These packages build SQL from constants and known columns only.
const sqlPackages = /^packages\/(db|demo-data)\//
const isChecked = (path: string): boolean => isProduct(path) && !sqlPackages.test(path)

/** Finds unlisted files that turn text into SQL, and listed files that do not. */
export const checkRawSql = (
  files: readonly SourceFile[],
  allowed: ReadonlySet<string>,
): { readonly files: number; readonly violations: readonly Violation[] } => {
  const checked = files.filter(({ path }) => isChecked(path))
  const using = checked.filter((file) => countRawSql(file) > 0).map(({ path }) => path)
  const unlisted = using
    .filter((path) => !allowed.has(path))
    .map((path) => ({
      path,
      problem: 'passes text to the database as SQL',
      remedy: 'bind values in a sql template, or build the statement from known columns in packages/db',
    }))
  const unused = [...allowed]
    .filter((path) => !using.includes(path))
    .map((path) => ({
      path,
      problem: 'is allowed raw SQL and uses none',
      remedy: 'take it out of rawSqlFiles in tooling/src/checks/raw-sql.ts',
    }))
  return { files: checked.length, violations: [...unlisted, ...unused] }
}
