import type { AnyProcedure } from '@trpc/server'
import { permissions } from '@registry/domain/access/permissions'
import type { Finding } from '../repository.ts'

/** What a procedure says about itself at run time, before anybody trusts it. */
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

/** Every procedure of a router in order of its path. */
export const proceduresOf = (router: { readonly _def: { readonly procedures: Readonly<Record<string, unknown>> } }): Procedure[] =>
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

/** Procedures that anybody might call, that leave no entry in the log, or whose answer is not a whitelist. */
export const checkProcedures = (procedures: readonly Procedure[]): Finding[] =>
  procedures.flatMap(({ path, permission, command, output }) => {
    const problems = [
      !known.has(permission) && 'declares no permission of the table',
      !command && 'declares no command for the log (D11)',
      !output && 'has no output schema',
    ]
    return problems.flatMap((problem) => (problem ? [{ path, problem }] : []))
  })
