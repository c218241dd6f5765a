import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCommandEnv, readEnv } from './env.ts'

const production = {
  NODE_ENV: 'production',
  STAFF_ORIGIN: 'https://staff.example.it',
  MYCONSENT_ORIGIN: 'https://consent.example.it',
  DATABASE_URL: 'postgres://registry_server@database/registry',
  SMTP_URL: 'smtp://mail.example.it',
  SMS_GATEWAY_URL: 'https://sms.example.it/send',
  SECRET_KEY: '1'.repeat(64),
  RECEIPT_KEY: '2'.repeat(64),
}

describe('REQ-OPS-05: the environment', () => {
  it('without variables it has the two localhost sites', () => {
    expect(readEnv({ PORT: '9001' })).toMatchObject({
      PORT: 9001,
      STAFF_ORIGIN: 'http://staff.localhost:9001',
      MYCONSENT_ORIGIN: 'http://myconsent.localhost:9001',
      SERVE_APPS: false,
      DATA_DIR: '.data',
    })
  })

  it('treats an empty variable as an absent one', () => {
    expect(readEnv({ DATABASE_URL: '', PORT: '' })).toMatchObject({ PORT: 8080 })
  })

  const wrong: [string, Record<string, string>][] = [
    ['PORT', { PORT: 'eight' }],
    ['PORT', { PORT: '70000' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://secret@host/db' }],
    ['STAFF_ORIGIN', { STAFF_ORIGIN: 'https://staff.example.it/' }],
    ['MYCONSENT_ORIGIN', { STAFF_ORIGIN: 'https://a.example.it', MYCONSENT_ORIGIN: 'https://a.example.it' }],
    ['SERVE_APPS', { SERVE_APPS: 'yes' }],
    ['DATABASE_POOL_SIZE', { DATABASE_POOL_SIZE: '11' }],
    ['DATABASE_POOL_SIZE', { DATABASE_POOL_SIZE: 'many' }],
    ['TRUST_PROXY', { TRUST_PROXY: '1' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
    ['TRUST_PROXY', { TRUST_PROXY: '1/8' }],
    ['SMTP_URL', { SMTP_URL: 'http://mail.example.it' }],
    ['SMTP_URL_FILE', { SMTP_URL_FILE: '/nowhere/at/all' }],
    ['SECRET_KEY', { SECRET_KEY: 'secret, but no key' }],
    ['RECEIPT_KEY', { RECEIPT_KEY: 'secret, but no key' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['DEMO', { ...production, DEMO: 'true' }],
    ['DATABASE_URL', { ...production, DATABASE_URL: '' }],
    ['SECRET_KEY', { ...production, SECRET_KEY: '' }],
    ['RECEIPT_KEY', { ...production, RECEIPT_KEY: '' }],
    ['SECRET_KEY', { DATABASE_URL: 'postgres://x@y/z', RECEIPT_KEY: '1'.repeat(64) }],
    ['SMTP_URL', { ...production, SMTP_URL: '' }],
    ['SMS_GATEWAY_URL', { ...production, SMS_GATEWAY_URL: '' }],
    ['STAFF_ORIGIN', { ...production, STAFF_ORIGIN: '' }],
    ['MYCONSENT_ORIGIN', { ...production, MYCONSENT_ORIGIN: 'http://consent.example.it' }],
    ['STAFF_ORIGIN', { ...production, STAFF_ORIGIN: 'http://localhost.evil.com' }],
    ['STAFF_ORIGIN', { ...production, STAFF_ORIGIN: 'http://evillocalhost' }],
    ['STAFF_ORIGIN', { ...production, STAFF_ORIGIN: 'http://staff.localhost.evil.com' }],
  ]
  it.each(wrong)('stops with one line that names %s and not its value: %j', (name, source) => {
    expect(() => readEnv(source)).toThrow(new RegExp(`^${name}: [^\n]+$`))
    expect(() => readEnv(source)).not.toThrow(/secret/)
  })

  it('a command needs only the variables that it uses, also in production', () => {
    const owner = 'postgres://registry_owner@database/registry'
    expect(readCommandEnv({ NODE_ENV: 'production', DATABASE_OWNER_URL: owner })).toMatchObject({
      DATABASE_OWNER_URL: owner,
      STAFF_TOTP_REQUIRED: false,
    })
  })

  it('accepts a complete production environment', () => {
    expect(readEnv(production).NODE_ENV).toBe('production')
  })

  it('reads a secret from its file and rejects a second value', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'env-')), 'url')
    writeFileSync(path, 'postgres://app@db/registry\n')
    expect(readEnv({ ...production, DATABASE_URL: '', DATABASE_URL_FILE: path }).DATABASE_URL).toBe('postgres://app@db/registry')
    expect(() => readEnv({ DATABASE_URL_FILE: path, DATABASE_URL: 'postgres://x@y/z' })).toThrow(/DATABASE_URL: given twice/)
  })

  it('trusts only exact proxy addresses', () => {
    expect(readEnv({ TRUST_PROXY: '10.0.0.5, 10.1.0.0/16' }).TRUST_PROXY).toEqual(['10.0.0.5', '10.1.0.0/16'])
  })
})
