import { EnvError, readEnv, type Env } from '@registry/server/env'

type Source = Readonly<Record<string, string | undefined>>

/**
 * What the demonstration runs with: both apps served, and always a database of its own, whatever else the machine has.
 * @throws EnvError where NODE_ENV is production: the demonstration's accounts are public
 */
export const demoEnvironment = (source: Source): Env => {
  if (source['NODE_ENV'] === 'production') throw new EnvError('NODE_ENV', 'the demonstration is refused in production')
  return readEnv({
    LOG_LEVEL: 'warn',
    ...source,
    DEMO: 'true',
    SERVE_APPS: 'true',
    DATABASE_URL: undefined,
    DATABASE_URL_FILE: undefined,
    DATABASE_OWNER_URL: undefined,
    DATABASE_OWNER_URL_FILE: undefined,
  })
}
