import postgres, { type ISql, type Notice, type Sql } from 'postgres'

/** A URL, or the parts of a connection. `host` can be the directory of a Unix socket. */
export type DatabaseAddress =
  | string
  | { readonly host: string; readonly port: number; readonly database: string; readonly username: string; readonly password?: string }

/** The TypeScript types of the values that `types` converts. */
export type RegistryTypes = { moment: string; day: string; json: unknown; count: number }
export type Database = Sql<RegistryTypes>
export type Queries = ISql<RegistryTypes>

const formatIso = (text: string): string => new Date(text).toISOString()
const keepText = (value: string): string => value

/**
 * Days and timestamps are ISO strings, counts are numbers. Drizzle passes JSON as text, so text is sent unchanged. To send a JSON string, pass
 * `JSON.stringify(text)`.
 */
const types = {
  moment: {
    to: 1184,
    from: [1184],
    serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
    parse: formatIso,
  },
  day: { to: 1082, from: [1082], serialize: keepText, parse: keepText },
  json: {
    to: 3802,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  },
  count: { to: 20, from: [20], serialize: String, parse: Number },
}

export type ConnectOptions = {
  readonly max?: number
  readonly applicationName?: string
  readonly settings?: Readonly<Record<string, string>>
  /** Receives notices of the database, for example about rows that COPY skipped. */
  readonly onNotice?: (notice: Notice) => void
}

/** Limits the delay between connection attempts. The driver's default, 20 seconds, outlasts a restart of the database. */
const maxBackoffSeconds = 1
const calculateBackoff = (failures: number): number => Math.min(0.05 * 2 ** failures, maxBackoffSeconds)

/** The host part of a database URL. Several hosts are separated by commas. */
const hostsPattern = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?([^/?#]*)/

export const listHosts = (url: string): readonly string[] => hostsPattern.exec(url)?.[1]?.split(',') ?? []

/**
 * Of several hosts only the primary accepts writes. The driver's `read-write` would also accept a standby. A machine that is off does not
 * answer at all, so the next host is tried soon.
 */
const findPrimary = (address: DatabaseAddress) =>
  typeof address === 'string' && listHosts(address).length > 1 ? ({ target_session_attrs: 'primary', connect_timeout: 3 } as const) : {}

/** Creates a pool of connections. The first query opens the first connection. */
export const connect = (address: DatabaseAddress, options: ConnectOptions = {}): Database => {
  const settings = {
    max: options.max ?? 10,
    types,
    backoff: calculateBackoff,
    // One query at a time on a connection. Queries sent behind another one would not count as waiting, and a slow one would delay them.
    max_pipeline: 0,
    onnotice: options.onNotice ?? (() => {}),
    ...findPrimary(address),
    connection: { application_name: options.applicationName ?? 'registry', TimeZone: 'UTC', ...options.settings },
  }
  return typeof address === 'string' ? postgres(address, settings) : postgres({ ...address, ...settings })
}
