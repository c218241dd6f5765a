import { Visitor } from 'vite'
import type { Finding, SourceFile } from '../repository.ts'
import { isProduct } from './imports.ts'
import { memberName, parse } from './syntax.ts'

/**
 * The only files of the server that hand a statement to the driver as text. The text is built by packages/db out of known columns,
 * values are bound or quoted there; nothing that a person wrote reaches it (THREAT-01 to THREAT-03).
 */
export const rawSqlFiles: ReadonlySet<string> = new Set([
  'apps/server/src/features/imports/sql.ts',
  'apps/server/src/features/saved-filters/export.ts',
  'apps/server/src/features/saved-filters/manifest.ts',
  'apps/server/src/features/saved-filters/copy-stream.ts',
  'apps/server/src/features/saved-filters/run.ts',
])

/** Members that turn their argument into SQL when they are called. Other objects have a `raw` too, so reading it is not enough. */
const rawCalls = new Set(['raw', 'identifier'])

/** How often a file turns text into SQL: postgres.js' `unsafe`, Drizzle's `sql.raw` and `sql.identifier`, however they are written. */
const rawSqlIn = (file: SourceFile): number => {
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

// These two packages build SQL from constants and known columns. No request reaches that text.
const sqlPackages = /^packages\/(db|demo-data)\//
const judged = (path: string): boolean => isProduct(path) && !sqlPackages.test(path)

/** Files that turn text into SQL though they may not, and files of the list that no longer do. */
export const checkRawSql = (
  files: readonly SourceFile[],
  allowed: ReadonlySet<string>,
): { readonly files: number; readonly findings: readonly Finding[] } => {
  const seen = files.filter(({ path }) => judged(path))
  const using = seen.filter((file) => rawSqlIn(file) > 0).map(({ path }) => path)
  const strangers = using
    .filter((path) => !allowed.has(path))
    .map((path) => ({
      path,
      problem: 'hands text to the database as SQL: bind values in a sql template, or build the statement from known columns in packages/db',
    }))
  const idle = [...allowed]
    .filter((path) => !using.includes(path))
    .map((path) => ({ path, problem: 'is allowed raw SQL and uses none: take it out of rawSqlFiles in tooling/src/guards/raw-sql.ts' }))
  return { files: seen.length, findings: [...strangers, ...idle] }
}
