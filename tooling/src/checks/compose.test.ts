import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../repository.ts'

const compose = readFileSync(join(root, 'infra', 'compose.yaml'), 'utf8')

/** The lines of a service, without comments. */
const service = (name: string): string =>
  new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n|  #.*\\n)*)`, 'm')
    .exec(compose)?.[1]
    ?.split('\n')
    .filter((line) => !line.trim().startsWith('#'))
    .join('\n') ?? ''

test('the server has neither address nor password of the database owner, and starts after the migration', () => {
  expect(service('server')).toContain('DATABASE_URL_FILE')
  expect(service('server')).not.toMatch(/owner/i)
  expect(service('server')).toMatch(/migrate: \{ condition: service_completed_successfully \}/)
})

test('the migration runs once, as the owner', () => {
  expect(service('migrate')).toContain('DATABASE_OWNER_URL_FILE')
  expect(service('migrate')).toContain("restart: 'no'")
  expect(service('migrate')).not.toMatch(/DATABASE_URL_FILE|database_url|superuser/)
})
