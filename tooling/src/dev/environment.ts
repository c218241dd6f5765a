import type { Embedded } from '@registry/db/embedded'
import { demoContacts } from '../demo/environment.ts'

/** What the parts of `pnpm dev` are started with. All values are texts, since they become variables of child processes. */
export type DevEnvironment = {
  readonly PORT: string
  readonly STAFF_ORIGIN: string
  readonly MYCONSENT_ORIGIN: string
  readonly DATA_DIR: string
  readonly LOG_LEVEL: string
  readonly DEMO: string
  readonly SERVE_APPS: string
} & typeof demoContacts

/**
 * The variables of the development server: the caller's where they are given, the demonstration's otherwise.
 * @throws Error where NODE_ENV is production: the demonstration's accounts are public
 */
export const devEnvironment = (source: Readonly<Record<string, string | undefined>>): DevEnvironment => {
  if (source['NODE_ENV'] === 'production') throw new Error('NODE_ENV: the development server does not run in production')
  return {
    PORT: source['PORT'] ?? '8080',
    STAFF_ORIGIN: source['STAFF_ORIGIN'] ?? 'http://staff.localhost:5173',
    MYCONSENT_ORIGIN: source['MYCONSENT_ORIGIN'] ?? 'http://myconsent.localhost:5174',
    DATA_DIR: source['DATA_DIR'] ?? '.data',
    LOG_LEVEL: source['LOG_LEVEL'] ?? 'warn',
    DEMO: 'true',
    SERVE_APPS: 'false',
    ...demoContacts,
  }
}

/** The variables by which the driver finds the embedded database: its Unix socket has no place in a URL. */
export const databaseVariables = ({
  host,
  username,
  database,
  port,
}: Extract<Embedded['server'], object>): Readonly<Record<string, string>> => ({
  PGHOST: host,
  PGPORT: String(port),
  PGUSER: username,
  DATABASE_URL: `postgres:///${database}`,
})
