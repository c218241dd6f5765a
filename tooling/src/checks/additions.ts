import { z } from 'zod'
import type { Violation } from '../repository.ts'

const Column = z.object({
  type: z.string(),
  notNull: z.boolean(),
  default: z.unknown().optional(),
  identity: z.unknown().optional(),
  generated: z.unknown().optional(),
})
type Column = z.infer<typeof Column>

/** The tables after a migration, from the snapshot of drizzle-kit. */
export const Snapshot = z.object({ tables: z.record(z.string(), z.object({ columns: z.record(z.string(), Column) })) })
export type Snapshot = z.infer<typeof Snapshot>

/** Changes that do not only add, such as `centre.fax`, each with the reason why every server of the last release still works. */
export const allowedChanges: Readonly<Record<string, string>> = {}

const hasValue = (column: Column): boolean =>
  column.default !== undefined || column.identity !== undefined || column.generated !== undefined

/** Says what a server of the last release cannot live with. */
const compareColumn = (before: Column | undefined, after: Column | undefined): string | undefined => {
  if (!after) return 'is gone, or has another name'
  if (after.notNull && !hasValue(after) && (!before?.notNull || hasValue(before)))
    return 'must have a value, which the last release does not write'
  if (!before) return undefined
  if (before.type !== after.type) return `has the type ${after.type} instead of ${before.type}`
  return (before.generated === undefined) === (after.generated === undefined)
    ? undefined
    : 'is computed in one release and written in the other'
}

type Change = readonly [name: string, problem: string]

const listChanges = (before: Snapshot, after: Snapshot): readonly Change[] =>
  Object.entries(before.tables).flatMap(([name, { columns }]): readonly Change[] => {
    const table = name.replace('public.', '')
    const now = after.tables[name]?.columns
    if (!now) return [[table, 'is gone, or has another name']]
    return Object.keys({ ...columns, ...now }).flatMap((column): readonly Change[] => {
      const problem = compareColumn(columns[column], now[column])
      return problem === undefined ? [] : [[`${table}.${column}`, problem]]
    })
  })

/**
 * Compares the tables of the last release with those of this one (FAULT-20). Servers of both use the same database, so a release adds. What
 * it no longer needs is removed one release later.
 */
export const checkAdditions = (before: Snapshot, after: Snapshot, allowed = allowedChanges): Violation[] => {
  const changes = listChanges(before, after)
  return [
    ...changes
      .filter(([name]) => !(name in allowed))
      .map(([name, problem]) => ({
        path: 'packages/db/migrations',
        problem: `${name} ${problem}`,
        remedy: 'keep what the last release uses for one release more, or say in tooling/src/checks/additions.ts why no server needs it',
      })),
    ...Object.keys(allowed)
      .filter((name) => !changes.some(([changed]) => changed === name))
      .map((name) => ({ path: 'tooling/src/checks/additions.ts', problem: `${name} has not changed`, remedy: 'remove the line' })),
  ]
}
