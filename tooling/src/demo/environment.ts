import { EnvError, readEnv, type Env } from '@registry/server/env'

type Source = Readonly<Record<string, string | undefined>>

/** Invented: the addresses lead nowhere. */
export const demoContacts = {
  DATA_CONTROLLER: 'Istituto dimostrativo “Esempio” (inventato), via dell’Esempio 1, 00100 Roma',
  DATA_PROTECTION_OFFICER: 'dpo@example.org',
  SUPPORT_CONTACT: 'assistenza@example.org',
} as const

/**
 * What the demonstration runs with: both apps served, and always a database of its own, whatever else the machine has.
 * @throws EnvError where NODE_ENV is production: the demonstration's accounts are public
 */
export const demoEnvironment = (source: Source): Env => {
  if (source['NODE_ENV'] === 'production') throw new EnvError('NODE_ENV', 'the demonstration is refused in production')
  return readEnv({
    LOG_LEVEL: 'warn',
    ...demoContacts,
    ...source,
    DEMO: 'true',
    SERVE_APPS: 'true',
    DATABASE_URL: undefined,
    DATABASE_URL_FILE: undefined,
    DATABASE_OWNER_URL: undefined,
    DATABASE_OWNER_URL_FILE: undefined,
  })
}
