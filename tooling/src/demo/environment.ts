import { EnvError, readEnv, removeEmptyVariables, type Env, type Source } from '@registry/server/app/env'

/** Invented contacts. Their addresses lead nowhere. */
const contacts = {
  DATA_CONTROLLER: 'Istituto dimostrativo “Esempio” (inventato), via dell’Esempio 1, 00100 Roma',
  DATA_PROTECTION_OFFICER: 'dpo@example.org',
  SUPPORT_CONTACT: 'assistenza@example.org',
} as const

/**
 * The caller's variables with the defaults of the demonstration. The database is always an embedded one.
 * @throws EnvError when NODE_ENV is production, because the demonstration's accounts are public (REQ-OPS-04)
 */
export const demoVariables = (source: Source): Source => {
  if (source['NODE_ENV'] === 'production') throw new EnvError('NODE_ENV', 'the demonstration does not start in production')
  return {
    LOG_LEVEL: 'warn',
    ...contacts,
    ...removeEmptyVariables(source),
    DEMO: 'true',
    SERVE_APPS: 'true',
    DATABASE_URL: undefined,
    DATABASE_URL_FILE: undefined,
    DATABASE_OWNER_URL: undefined,
    DATABASE_OWNER_URL_FILE: undefined,
  }
}

/** @throws EnvError as `demoVariables`, and for a wrong variable */
export const demoEnvironment = (source: Source): Env => readEnv(demoVariables(source))
