import type { Embedded } from '@registry/db/embedded'
import type { Source } from '@registry/server/app/env'
import { demoVariables } from '../demo/environment.ts'

/**
 * The variables of the development server: those of the demonstration, with the apps on Vite's ports.
 * @throws EnvError as `demoVariables`
 */
export const devVariables = (source: Source): Source => ({
  STAFF_ORIGIN: 'http://staff.localhost:5173',
  MYCONSENT_ORIGIN: 'http://myconsent.localhost:5174',
  ...demoVariables(source),
  SERVE_APPS: 'false',
})

/** The variables by which the driver finds the embedded database. A URL cannot name its Unix socket. */
export const databaseVariables = ({ host, username, database, port }: Extract<Embedded['server'], object>): Source => ({
  PGHOST: host,
  PGPORT: String(port),
  PGUSER: username,
  DATABASE_URL: `postgres:///${database}`,
})
