import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Database } from './connect.ts'

/** Drizzle replaces the parsers in the options it is given; on a copy, the pool keeps giving ISO strings. */
const ownOptions = ({ options }: Database) => ({ ...options, parsers: { ...options.parsers }, serializers: { ...options.serializers } })

/**
 * Drizzle on a pool, or, with `replaced`, on one connection of it: of a client Drizzle asks only `options`, `unsafe` and `begin`.
 */
export const drizzleOn = (database: Database, replaced: Readonly<Record<PropertyKey, unknown>> = {}): PostgresJsDatabase => {
  const own: Record<PropertyKey, unknown> = { ...replaced, options: ownOptions(database) }
  return drizzle(new Proxy(database, { get: (target, name): unknown => (name in own ? own[name] : Reflect.get(target, name)) }))
}
