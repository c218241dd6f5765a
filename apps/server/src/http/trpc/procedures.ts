import { appRouter } from '@registry/api-contract/app-router'
import type { Meta } from '@registry/api-contract/trpc'
import type { z } from 'zod'

export type DeclaredProcedure = {
  readonly meta: Meta
  readonly schemas: { readonly input: z.ZodType; readonly output: z.ZodType }
  readonly _def: { readonly type: string }
}

const isProcedure = (value: unknown): value is DeclaredProcedure =>
  typeof value === 'function' && 'meta' in value && 'schemas' in value && '_def' in value

/** The procedures of the contract with their declarations, by full name. */
export const procedures: ReadonlyMap<string, DeclaredProcedure> = new Map(
  Object.entries<unknown>(appRouter._def.procedures).flatMap(([name, procedure]) =>
    isProcedure(procedure) ? [[name, procedure] as const] : [],
  ),
)
