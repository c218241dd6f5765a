import postgres, { type ISql, type Notice, type Sql } from 'postgres'

/** Where a database is: a URL, or the parts of a connection, for a Unix socket its directory as `host`. */
export type DatabaseAddress =
  | string
  | { readonly host: string; readonly port: number; readonly database: string; readonly username: string; readonly password?: string }

/** The driver's types as the registry wants them; see `types`. */
export type RegistryTypes = { moment: string; day: string; json: unknown; count: number }
export type Database = Sql<RegistryTypes>
/** A pool or one of its transactions. */
export type Queries = ISql<RegistryTypes>

const asIso = (text: string): string => new Date(text).toISOString()
const asGiven = (value: string): string => value

/**
 * Days and moments travel as ISO strings, counts as numbers.
 * JSON that is already text is sent as it stands, since Drizzle hands over text; so a bare JSON string goes as `JSON.stringify(text)`.
 */
const types = {
  moment: {
    to: 1184,
    from: [1184],
    serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
    parse: asIso,
  },
  day: { to: 1082, from: [1082], serialize: asGiven, parse: asGiven },
  json: {
    to: 3802,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  },
  count: { to: 20, from: [20], serialize: String, parse: Number },
}

export type ConnectOptions = {
  /** Most connections kept open at a time. */
  readonly max?: number
  readonly applicationName?: string
  /** Settings of each connection of the pool. */
  readonly settings?: Readonly<Record<string, string>>
  /** Hears what the database remarks, for instance the rows that COPY passed over. */
  readonly onNotice?: (notice: Notice) => void
}

/** What the server's own connections may hold on to (FAULT-06); imports and exports set longer times for themselves. */
export const serverSettings = { lock_timeout: '5s', idle_in_transaction_session_timeout: '30s' } as const

/** The longest wait before a connection is tried again; the driver's own grows to 20 seconds, long after the database is back. */
const longestWaitSeconds = 1
const waitSeconds = (failures: number): number => Math.min(0.05 * 2 ** failures, longestWaitSeconds)

/** A pool of connections; nothing is opened before the first query. */
export const connect = (address: DatabaseAddress, options: ConnectOptions = {}): Database => {
  const settings = {
    max: options.max ?? 10,
    types,
    backoff: waitSeconds,
    onnotice: options.onNotice ?? (() => {}),
    connection: { application_name: options.applicationName ?? 'registry', TimeZone: 'UTC', ...options.settings },
  }
  return typeof address === 'string' ? postgres(address, settings) : postgres({ ...address, ...settings })
}
