import { readEnv } from '@registry/server/app/env'
import { expect, test } from 'vitest'
import { devVariables } from './environment.ts'

test('the development server uses the demonstration’s variables and does not serve the built apps', () => {
  expect(readEnv(devVariables({}))).toMatchObject({
    PORT: 8080,
    DATA_DIR: '.data',
    LOG_LEVEL: 'warn',
    STAFF_ORIGIN: 'http://staff.localhost:5173',
    MYCONSENT_ORIGIN: 'http://myconsent.localhost:5174',
    SUPPORT_CONTACT: 'assistenza@example.org',
    DEMO: true,
    SERVE_APPS: false,
    STAFF_TOTP_REQUIRED: false,
  })
})

test('the caller’s variables win, an empty one counts as absent', () => {
  const variables = { SUPPORT_CONTACT: 'help@example.org', STAFF_TOTP_REQUIRED: 'true', PORT: '8123', STAFF_ORIGIN: '' }
  expect(readEnv(devVariables(variables))).toMatchObject({
    SUPPORT_CONTACT: 'help@example.org',
    STAFF_TOTP_REQUIRED: true,
    PORT: 8123,
    STAFF_ORIGIN: 'http://staff.localhost:5173',
  })
})

test('a configured database is ignored, and production is rejected', () => {
  expect(readEnv(devVariables({ DATABASE_URL: 'postgres://elsewhere/real' })).DATABASE_URL).toBeUndefined()
  expect(() => devVariables({ NODE_ENV: 'production' })).toThrow('NODE_ENV')
})
