import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Database } from './connect.ts'

/** Copies the options, because Drizzle replaces their parsers and the pool must keep returning ISO strings. */
const copyOptions = ({ options }: Database) => ({ ...options, parsers: { ...options.parsers }, serializers: { ...options.serializers } })

/** Runs Drizzle on a pool, or on one connection with `replaced`. Drizzle uses only `options`, `unsafe` and `begin` of a client. */
export const drizzleOn = (database: Database, replaced: Readonly<Record<PropertyKey, unknown>> = {}): PostgresJsDatabase => {
  const overrides: Record<PropertyKey, unknown> = { ...replaced, options: copyOptions(database) }
  return drizzle(new Proxy(database, { get: (target, name): unknown => (name in overrides ? overrides[name] : Reflect.get(target, name)) }))
}
