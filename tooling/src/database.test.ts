import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'database-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

const run = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'database.ts'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: directory, ...variables },
  })

test('db:seed migrates an embedded database and adds the demo data; a second run does not change them', () => {
  const first = run(['seed', '--patients', '3'])
  expect(first).toMatchObject({ status: 0, stderr: '' })
  expect(first.stdout).toContain('3 of 3 patients')
  const second = run(['seed'])
  expect(second).toMatchObject({ status: 0, stderr: '' })
  expect(second.stdout).toContain('keeps them')
  expect(second.stdout).toContain('0 migrations were pending')
})

const production = {
  NODE_ENV: 'production',
  STAFF_ORIGIN: 'https://staff.registry.example',
  MYCONSENT_ORIGIN: 'https://myconsent.registry.example',
  DATABASE_URL: 'postgres://nowhere.invalid/registry',
  SMTP_URL: 'smtp://mail.registry.example',
  SMS_GATEWAY_URL: 'https://sms.registry.example/send',
}

test.each([
  ['the demo data in production', ['seed'], production, /^NODE_ENV: /],
  ['a configured database without its owner', ['migrate'], { DATABASE_URL: production.DATABASE_URL }, /^DATABASE_OWNER_URL: /],
])('%s is rejected with one line', (_what, args, variables, message) => {
  const { status, stderr } = run(args, variables)
  expect(status).toBe(1)
  expect(stderr).toMatch(message)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
