import { appRouter } from '@registry/api-contract/app-router'
import type { Meta } from '@registry/api-contract/trpc'

export type DeclaredProcedure = { readonly meta: Meta; readonly _def: object }

const declares = (value: unknown): value is DeclaredProcedure => typeof value === 'function' && 'meta' in value && '_def' in value

/** Every procedure of the contract by its whole name, with what it declares. */
export const procedures: ReadonlyMap<string, DeclaredProcedure> = new Map(
  Object.entries<unknown>(appRouter._def.procedures).flatMap(([name, procedure]) =>
    declares(procedure) ? [[name, procedure] as const] : [],
  ),
)
