import type { AnyProcedure } from '@trpc/server'
import { permissions } from '@registry/domain/access/permissions'
import type { Violation } from '../repository.ts'

/** The unvalidated declaration of a procedure at run time. */
export type Procedure = {
  readonly path: string
  readonly kind: string
  readonly permission: unknown
  readonly command: unknown
  readonly action: unknown
  readonly reads?: unknown
  readonly inputs: readonly unknown[]
  readonly output: unknown
}

const property = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined

/** Returns the procedures of a router in order of their paths. */
export const listProcedures = (router: { readonly _def: { readonly procedures: Readonly<Record<string, unknown>> } }): Procedure[] =>
  Object.entries(router._def.procedures as Readonly<Record<string, AnyProcedure>>)
    .map(([path, { _def: definition }]) => {
      const inputs = property(definition, 'inputs')
      return {
        path,
        kind: definition.type,
        permission: property(definition.meta, 'permission'),
        command: property(definition.meta, 'command'),
        action: property(definition.meta, 'action'),
        reads: property(definition.meta, 'reads'),
        inputs: Array.isArray(inputs) ? inputs : [],
        output: property(definition, 'output'),
      }
    })
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en'))

const known: ReadonlySet<unknown> = new Set(Object.keys(permissions))

/** Finds procedures without permission, audit name or output schema. */
export const checkProcedures = (procedures: readonly Procedure[]): Violation[] =>
  procedures.flatMap(({ path, permission, command, output }) => {
    const problems = [
      !known.has(permission) && {
        problem: 'declares no known permission',
        remedy: 'name one of packages/domain/src/access/permissions.ts',
      },
      !command && { problem: 'declares no command for the audit log (REQ-ADM-01)', remedy: 'add `command` to its meta' },
      !output && { problem: 'has no output schema', remedy: 'add `.output(…)`' },
    ]
    return problems.flatMap((problem) => (problem ? [{ path, ...problem }] : []))
  })
